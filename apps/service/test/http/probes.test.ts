import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Outage } from '../../src/core/errors.ts'
import { addProbes } from '../../src/http/probes.ts'

type TestContext = { after(end: () => Promise<void>): void }

/** A service whose database and event loop the test holds up. */
async function start(t: TestContext) {
  const server = Fastify()
  t.after(() => server.close())
  const paused: (() => void)[] = []
  const checks: PromiseWithResolvers<void>[] = []
  let elapsedMs = 0
  addProbes(server, {
    clock: { latest: () => undefined },
    microseconds: () => elapsedMs * 1_000,
    pause: (_, signal) =>
      new Promise((resolve) => {
        paused.push(resolve)
        signal.addEventListener('abort', () => resolve())
      }),
    store: {
      checkWrite() {
        const check = Promise.withResolvers<void>()
        checks.push(check)
        return check.promise
      },
    },
  })
  await server.ready()
  return {
    checks,
    async ask(path: string) {
      const { statusCode } = await server.inject(path)
      return statusCode
    },
    /** Ends the pauses that have begun: what one turn of the event loop does, however long it took. */
    async turn(ms: number) {
      elapsedMs += ms
      for (const resume of paused.splice(0)) resume()
      await new Promise(setImmediate)
    },
  }
}

test('a busy process whose database responds is ready, however long its turns take', async (t) => {
  const { ask, turn, checks } = await start(t)
  const asked = ask('/ready')
  for (let turns = 0; turns < 30; turns++) await turn(2_000)
  checks[0]!.resolve()
  assert.equal(await asked, 200)
})

test('a node whose database never responds is not ready after 800 ms, but healthy', async (t) => {
  const { ask, turn } = await start(t)
  let status: number | undefined
  void ask('/ready').then((sent) => {
    status = sent
  })
  for (let turns = 0; turns < 39; turns++) await turn(20)
  assert.equal(status, undefined)
  for (let turns = 0; turns < 2; turns++) await turn(20)
  assert.equal(status, 503)
  assert.equal(await ask('/health'), 200)
})

test('all probes of a second share one check, and the next second gets a new one', async (t) => {
  const { ask, turn, checks } = await start(t)
  const asked = [ask('/ready'), ask('/ready')]
  await turn(20)
  checks[0]!.reject(new Outage('The database is read-only'))
  assert.deepEqual(await Promise.all([...asked, ask('/ready')]), [503, 503, 503])
  await turn(1_000)
  const later = ask('/ready')
  await turn(20)
  checks[1]!.resolve()
  assert.equal(await later, 200)
  assert.equal(checks.length, 2)
})
