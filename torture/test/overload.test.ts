import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { newDevice } from '@thumbturn/service-harness/situations.ts'
import { recover } from '../src/runs/overload/recovery.ts'
import { longMeasures, type Measures, runOverload } from '../src/runs/overload.ts'

test('a node that gets four times its capacity rejects the rest and recovers', async (t) => {
  const order = {
    seed: 1,
    rounds: 1,
    until: performance.now() + 60_000,
    signal: new AbortController().signal,
    progress: () => {},
  }
  const measures: Measures = {
    capacityMs: 400,
    surgeMs: 800,
    otherMs: 200,
    idleSockets: 200,
    slowBodies: 20,
    longestRecoveryMs: 60_000,
    judgesTimes: false,
  }
  const { violations, figures } = await runOverload({ engine: 'sqlite', nodes: 1 }, order, measures)
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(violations, [])
})

test('the long run judges times', () => assert.equal(longMeasures.judgesTimes, true))

/** The run's finding about a node that responds like this after the surge. */
async function recoverFrom(t: TestContext, respond: RequestListener): Promise<string[]> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const visit = () => ({ device: newDevice(), credentialId: 'unused' })
  return (await recover({ url, visit }, performance.now(), 200)).violations
}

test('a node that is stuck, crashes, or rejects everything has not recovered', async (t) => {
  const never = ['not recovered within 200 ms', 'not ready after it recovered']
  const rejection = { 'retry-after': '2' }
  assert.deepEqual(await recoverFrom(t, () => {}), never)
  assert.deepEqual(await recoverFrom(t, ({ socket }) => void socket.destroy()), never)
  assert.deepEqual(await recoverFrom(t, (_, response) => void response.writeHead(503, rejection).end('{}')), never)
})
