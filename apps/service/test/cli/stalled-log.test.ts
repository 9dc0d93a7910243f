import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const source = (name: string) => JSON.stringify(new URL(`../../src/cli/${name}`, import.meta.url).href)

/** More than a pipe holds. */
const program = `
  import { stopOnSignal } from ${source('stopping.ts')}
  import { createLog, flushLog } from ${source('log.ts')}
  const log = createLog({ LOG_FORMAT: 'json', LOG_LEVEL: 'info' })
  setInterval(() => {}, 1_000)
  stopOnSignal(async () => {}, { log, flushLog: () => flushLog(log), delayMs: 0 })
  for (let line = 0; line < 20; line++) log.info('x'.repeat(20_000))
  console.error('ready')`

test('a service stops after SIGTERM even if nothing reads its log', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  child.stdout.pause()
  await once(child.stderr, 'data')
  await pause(100)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const end = await Promise.race([ended, pause(10_000, 'still running', { ref: false })])
  assert.deepEqual(end, [null, 'SIGKILL'])
})
