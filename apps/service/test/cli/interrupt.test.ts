import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const moduleUrl = new URL('../../src/cli/stopping.ts', import.meta.url).href

/** Starts work that ends a number of milliseconds after it is asked to, and waits until it has begun. */
async function startWork(t: TestContext, endsAfterMs: number) {
  const program = `
    import { once } from 'node:events'
    import { setTimeout as pause } from 'node:timers/promises'
    import { withInterrupt } from ${JSON.stringify(moduleUrl)}
    const timer = setInterval(() => {}, 1_000)
    await withInterrupt(async (signal) => {
      console.log('begun')
      await once(signal, 'abort')
      console.log('asked')
      await pause(${endsAfterMs})
    })
    await pause(200)
    clearInterval(timer)
    console.log('ended')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  const end = once(child, 'close')
  const until = async (word: string) => {
    while (!said.includes(word)) await once(child.stdout, 'data')
  }
  await until('begun')
  return { child, end, until, said: () => said }
}

for (const [when, endsAfterMs] of Object.entries({ before: 200, after: 0 }))
  test(`a command ends in order if Ctrl+C arrives a second time ${when} its work has ended`, async (t) => {
    const { child, end, until, said } = await startWork(t, endsAfterMs)
    child.kill('SIGINT')
    await until('asked')
    await pause(50)
    child.kill('SIGINT')
    assert.deepEqual(await end, [0, null])
    assert.equal(said(), 'begun\nasked\nended\n')
  })

test('a second Ctrl+C ends a command at once', async (t) => {
  const { child, end, until } = await startWork(t, 60_000)
  child.kill('SIGINT')
  await until('asked')
  await pause(700)
  child.kill('SIGINT')
  assert.deepEqual(await end, [null, 'SIGINT'])
})
