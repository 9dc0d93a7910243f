import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { cloneRepository, createFolder, run } from './clone.ts'

test('installed from the lock file without scripts and without development packages, the service serves', async (t) => {
  const folder = createFolder(t)
  const clone = join(folder, 'clone')
  cloneRepository(clone)
  run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: clone })
  // The pinned Node and esbuild are development packages, the only ones with scripts. So the service runs on the Node of this test.
  assert.ok(!existsSync(join(clone, 'node_modules/node')))
  t.diagnostic(`${readdirSync(join(clone, 'node_modules')).length} folders in node_modules`)
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data') }
  const service = spawn(process.execPath, ['apps/service/src/main.ts'], { cwd: clone, env })
  t.after(() => service.kill('SIGKILL'))
  let address: string | undefined
  for await (const line of createInterface(service.stdout)) {
    const entry = JSON.parse(line) as { msg: string; address?: string }
    if (entry.msg === 'Ready') address = entry.address
    if (address) break
  }
  assert.equal((await fetch(`${address}/ready`)).status, 200)
  service.kill('SIGTERM')
  assert.deepEqual(await once(service, 'exit'), [0, null])
})
