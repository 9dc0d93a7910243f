import { join } from 'node:path'
import { test } from 'node:test'
import { tryFirstStart } from '../programs/first-start.ts'
import { startProgram } from '../programs/program.ts'
import { cloneRepository, createFolder, run } from './clone.ts'

test('every address and every command that the first start of a clone prints works', async (t) => {
  const folder = createFolder(t)
  const clone = join(folder, 'clone')
  cloneRepository(clone)
  const env = { ...process.env, DATA_DIR: join(folder, 'data') }
  // The website takes minutes to build, and is tested on its own.
  const settings = { PORT: '0', SITE: 'off', LOG_FORMAT: 'pretty' }
  const service = await startProgram([process.execPath, 'scripts/run/with-node.mjs', 'scripts/run/start.mjs'], {
    cwd: clone,
    env: { ...env, ...settings },
    isReady: async (output) => output.includes('Stop with'),
    // It installs everything, and builds demo, dashboard, and hosted pages.
    patienceMs: 15 * 60_000,
  })
  t.after(() => service.stop('SIGKILL'))
  const text = service.readOutput()
  const runCommand = (args: readonly string[]) => void run('npx', ['thumbturn', ...args], { cwd: clone, env })
  await tryFirstStart({ text, program: 'npx thumbturn', runCommand })
  await service.stop()
})
