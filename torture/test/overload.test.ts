import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { newDevice } from '@thumbturn/service-harness/situations.ts'
import { arrive, createTally } from '../src/common/arrivals.ts'
import { recover } from '../src/runs/overload/recovery.ts'
import { judgeSurge, longMeasures, type Measures, runOverload } from '../src/runs/overload.ts'

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

test('a surge that arrives in part, and rejections that come late, are violations', () => {
  const others = createTally()
  const signIns = { ...createTally(), offered: 1_000, rejected: 800, latencies: Array.from({ length: 200 }, () => 500) }
  assert.deepEqual(judgeSurge({ ...signIns, rejectionLatencies: [300, 900] }, others, 0.99), [])
  assert.deepEqual(judgeSurge({ ...signIns, rejectionLatencies: [300, 3_000] }, others, 0.99), [
    'one of 100 rejected sign-ins took longer than 3000 ms',
  ])
  assert.deepEqual(judgeSurge(signIns, others, 0.5), ['only 2.0 times its capacity arrived, as 4000 users waited'])
})

test('calls that find no connection start once there is one', async () => {
  let started = 0
  let hasRoom = false
  setTimeout(() => {
    hasRoom = true
  }, 50)
  const begun = performance.now()
  const arrivals = { perSecond: 1_000, until: () => started >= 100 && performance.now() - begun > 200 }
  await arrive({ ...arrivals, hasRoom: () => hasRoom }, async () => {
    assert.ok(hasRoom)
    started++
  })
  const share = await arrive(
    { perSecond: 1_000, until: () => performance.now() - begun > 400, hasRoom: () => false },
    async () => {},
  )
  assert.equal(share, 0)
})

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
