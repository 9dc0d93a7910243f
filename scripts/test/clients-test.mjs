// `npm run nightly -- clients`: generates clients from the OpenAPI documents, compiles them, and makes one call of each API, in
// TypeScript, Python, and Go, or only in some with `node scripts/test/clients-test.mjs go`. Needs Python 3 and its package index,
// and Go and its module proxy.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const apis = ['current', 'proxy', 'gen1', 'admin', 'openid']
const documentOf = (api) => join(root, `packages/contract/openapi/openapi_${api}.yaml`)
const source = join(import.meta.dirname, 'clients')

const testers = {
  typescript({ run }) {
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
    for (const api of apis) run('node_modules/.bin/openapi-typescript', documentOf(api), '--output', `${api}.ts`)
    run('node_modules/.bin/tsc', '--project', '.')
    run(node, 'calls.ts')
  },
  python({ run }) {
    run('python3', '-m', 'venv', 'venv')
    run('venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt')
    const options = ['--meta=none', '--config=config.yml']
    for (const api of apis)
      run('venv/bin/openapi-python-client', 'generate', ...options, '--path', documentOf(api), '--output-path', api)
    run('venv/bin/python', 'calls.py')
  },
  go({ run, place }) {
    for (const api of apis) {
      mkdirSync(join(place, api))
      const what = ['-generate', 'types,client', '-package', api, '-o', `${api}/client.go`]
      run('go', 'tool', 'oapi-codegen', ...what, documentOf(api))
    }
    run('go', 'vet', './...')
    run('go', 'run', '.')
  },
}

const unknown = process.argv.slice(2).find((word) => !(word in testers))
if (unknown === undefined) await test(process.argv.length > 2 ? process.argv.slice(2) : Object.keys(testers))
else {
  console.error(`No client is generated in ${unknown}: choose from ${Object.keys(testers).join(', ')}.`)
  process.exitCode = 2
}

async function test(languages) {
  const folder = mkdtempSync(join(tmpdir(), 'clients-'))
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const server = spawn(node, [join(source, 'serve.ts'), ...languages], { cwd: root, stdio })
  try {
    const ended = once(server, 'exit').then(([status]) => Promise.reject(new Error(`The service ended with ${status}`)))
    const [given] = await Promise.race([once(server, 'message'), ended])
    for (const language of languages) testLanguage(language, { given: given[language], folder })
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In a copy of its folder, in which a file says what to call. */
function testLanguage(language, { given, folder }) {
  const place = join(folder, language)
  cpSync(join(source, language), place, { recursive: true })
  writeFileSync(join(place, 'given.json'), JSON.stringify(given))
  testers[language]({ place, run: (command, ...args) => execFileSync(command, args, { cwd: place, stdio: 'inherit' }) })
  console.log(`${language}: generated, compiled, and called`)
}
