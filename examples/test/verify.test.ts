import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findSyntaxErrors } from './languages.ts'

// `npm run nightly -- snippets` runs the snippets against a service. Here, only what they contain is checked.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'examples/verify')
const page = readFileSync(join(root, 'apps/docs/docs/backend-integration/verify-token.mdx'), 'utf8')
const runners = readFileSync(join(root, 'scripts/test/snippets/languages.ts'), 'utf8')
const sources = globSync('*/*.{py,go,php,java,rb,cs}', { cwd: folder }).sort()

test('there is a snippet in six languages, each is run by a command, and the page shows it', () => {
  const languages = sources.map((path) => path.split('/')[0])
  assert.deepEqual(languages, ['dotnet', 'go', 'java', 'php', 'python', 'ruby'])
  assert.deepEqual(
    languages.filter((language) => !runners.includes(`\n  ${language}: {\n`)),
    [],
  )
  assert.deepEqual(
    sources.filter((path) => !page.includes(`file=examples/verify/${path}\n`)),
    [],
  )
})

for (const path of sources) {
  test(`${path} names every check, and fetches the keys after five minutes`, () => {
    const source = readFileSync(join(folder, path), 'utf8')
    for (const check of [
      /ES256|EcdsaSha256/,
      /\/fido2\/v2\/\.well-known\/jwks\.json/,
      /iss/i,
      /aud(ience)?|<SecurityContext>\(appId/i,
      /exp|WithExpirationRequired|ClockSkew = TimeSpan\.Zero/,
      /["']tokenType["']|json:"tokenType"|->tokenType/,
      /["']jwtAccess["']/,
      /five minutes/,
      /[Uu]nknown key ID/,
    ])
      assert.match(source, check)
  })
}

test('the snippet for .NET, which needs an SDK to run, is well-formed', () => {
  const source = readFileSync(join(folder, 'dotnet/TokenVerifier.cs'), 'utf8')
  assert.deepEqual(findSyntaxErrors('csharp', source), [])
  assert.notDeepEqual(findSyntaxErrors('csharp', source.replace('finally', 'finaly')), [])
})
