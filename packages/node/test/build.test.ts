import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signedUp } from '@thumbturn/service-harness/situations.ts'
import { toTypeScript } from '../publish/schema-type.ts'
import { wireTypes } from '../publish/wire-types.ts'
import { issuer, useRunning } from './running.ts'

const running = useRunning()
const folder = fileURLToPath(new URL('..', import.meta.url))
const dist = join(folder, 'dist')
const modules = join(folder, '../../node_modules')

before(() => void execFileSync(process.execPath, [join(folder, 'build.ts')], { stdio: 'pipe' }))

/** What the compiler says of a file somewhere else. */
function compiled(t: TestContext, text: string): string {
  const elsewhere = mkdtempSync(join(tmpdir(), 'thumbturn-node-'))
  t.after(() => rmSync(elsewhere, { recursive: true }))
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', strict: true, noEmit: true, noUncheckedIndexedAccess: true },
    ...{ types: ['node'], typeRoots: [join(modules, '@types')], allowImportingTsExtensions: true },
  }
  writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}')
  writeFileSync(join(elsewhere, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['check.ts'] }))
  writeFileSync(join(elsewhere, 'check.ts'), text)
  const tsc = join(modules, 'typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', elsewhere], { encoding: 'utf8' }).stdout
}

test('what is published verifies a token of the service, and needs jose only', async () => {
  const service = running()
  const { dependencies, exports } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(dependencies), ['jose'])
  const { createThumbturn, ThumbturnError } = await import(join(dist, exports['.'].default))
  const { jwtAccess, userId } = await signedUp(service)
  const thumbturn = createThumbturn({ baseUrl: service.url, appId: 'demo', issuer })
  assert.equal((await thumbturn.verifyToken(jwtAccess)).sub, userId)
  await assert.rejects(thumbturn.verifyToken('x'), ThumbturnError)
  for (const entry of ['./express', './fastify'])
    assert.equal(typeof (await import(join(dist, exports[entry].default))).requireToken, 'function')
  assert.equal(typeof (await import(join(dist, exports['./next'].default))).withToken, 'function')
})

test('nothing that is published names a package that is not', () => {
  for (const file of globSync('*.{js,d.ts}', { cwd: dist })) {
    const packages = readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import) '([^.][^']*)'/g)
    for (const [, name] of packages) assert.match(name!, /^(node:|jose$|fastify$)/, file)
  }
})

test('the published types are those of the sources, in both directions', (t) => {
  const said = compiled(
    t,
    `import type * as Source from '${folder}src/index.ts'
     import type * as Published from '${dist}/index.js'
     type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
     export const whole: Same<Source.Thumbturn, Published.Thumbturn> = true
     export const options: Same<Source.ThumbturnOptions, Published.ThumbturnOptions> = true
     export const service: Same<Source.ServiceTokenRequest, Published.ServiceTokenRequest> = true
     export const found: Same<Source.FoundUser, Published.FoundUser> = true
     export const event: Same<Source.ApplicationEvent, Published.ApplicationEvent> = true
     export const others: Same<Source.FoundUser, Published.Transaction> = false
     export const not: Same<Source.UserScope, string> = false`,
  )
  assert.equal(said, '')
})

test('somebody who installs it gets types that catch a slip', (t) => {
  const said = compiled(
    t,
    `import { createThumbturn } from '${dist}/index.js'
     const thumbturn = createThumbturn({ baseUrl: 'http://localhost:4300', appId: 'demo' })
     const found = await thumbturn.users.find('ada@example.com')
     export const name: string | undefined = found?.passkeys[0]?.providerName
     await thumbturn.grant('ada@example.com', ['reg:wrte'])
     export const misspelt = found?.passkey
     await thumbturn.verifyToken('x', { maxAge: 300 })
     await thumbturn.verifyToken('x', { type: 'idToken', maxAge: 300 })`,
  )
  assert.deepEqual(
    said
      .trim()
      .split('\n')
      .map((line) => /check\.ts\((\d+),/.exec(line)?.[1])
      .filter(Boolean),
    ['5', '6', '7'],
    said,
  )
})

test('a type that could not be published as it is stops the build', () => {
  assert.throws(() => wireTypes("export type X = Output<Current['nothing']>"), /The contract has no Current.nothing/)
  assert.throws(() => wireTypes("export type X = Partial<Output<Current['userFind']>>"), /cannot be published/)
  assert.throws(() => wireTypes("export type { Route } from '@thumbturn/contract'"), /no list of scopes/)
  assert.throws(() => toTypeScript({ type: 'tuple' }), /No TypeScript type is known/)
})
