// `npm run scim:test`: runs scim2-tester, an independent test of SCIM services, against an empty installation: the real program,
// over a socket, with its pages. Needs Python 3 and its package index.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startNode } from './programs/node.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'scim-'))
const program = join(root, 'apps/service/src/main.ts')
const port = await findFreePort()
const url = `http://localhost:${port}`
const settings = {
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
  BASE_URL: url,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
}
const env = { ...process.env, ...settings }
const service = await startNode(program, env)
try {
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
  execFileSync(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'scim2-cli==0.6.0', 'scim2-tester==0.5.2'], {
    stdio: 'inherit',
  })
  const output = execFileSync(join(folder, 'venv/bin/scim'), ['--url', `${url}/scim/v2`, 'test'], {
    env: { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${createKey()}` },
    encoding: 'utf8',
  })
  const count = (word) => output.match(new RegExp(`^${word} `, 'gm'))?.length ?? 0
  if (count('ERROR') + count('CRITICAL') > 0 || count('SUCCESS') < 60) {
    console.error(output)
    process.exitCode = 1
  }
  console.log(`${count('SUCCESS')} checks passed, ${count('ERROR')} failed, ${count('SKIPPED')} skipped`)
} finally {
  await service.stop('SIGKILL')
  rmSync(folder, { recursive: true })
}

function createKey() {
  const args = ['key', 'create', 'thumbturn', '--name', 'scim2-tester', '--json']
  const scopes = ['profile:read', 'profile:write'].flatMap((scope) => ['--scope', scope])
  return JSON.parse(execFileSync(process.execPath, [program, ...args, ...scopes], { cwd: root, env, encoding: 'utf8' }))
    .key
}
