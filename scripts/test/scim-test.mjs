// `npm run scim:test`: runs scim2-tester, an independent test of SCIM services, against an empty installation. Needs Python 3
// and its package index.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'scim-'))
const state = join(folder, 'state.json')
const server = spawn(process.execPath, [join(import.meta.dirname, 'scim/serve.ts'), state], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
  execFileSync(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'scim2-cli==0.6.0', 'scim2-tester==0.5.2'], {
    stdio: 'inherit',
  })
  while (!existsSync(state) && server.exitCode === null) await pause(100)
  const { url, key } = JSON.parse(readFileSync(state, 'utf8'))
  const env = { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${key}` }
  const said = execFileSync(join(folder, 'venv/bin/scim'), ['--url', url, 'test'], { env, encoding: 'utf8' })
  const count = (word) => said.match(new RegExp(`^${word} `, 'gm'))?.length ?? 0
  if (count('ERROR') + count('CRITICAL') > 0 || count('SUCCESS') < 60) {
    console.error(said)
    process.exitCode = 1
  }
  console.log(`${count('SUCCESS')} checks passed, ${count('ERROR')} failed, ${count('SKIPPED')} skipped`)
} finally {
  server.kill()
  rmSync(folder, { recursive: true })
}
