import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createConnectorSituations, listReceived, readEvents } from '@thumbturn/service-harness/connectors.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createRollUpWorker } from '../../../src/core/use-cases/analytics/worker.ts'
import {
  changeConnector,
  createConnector,
  deleteConnector,
  pauseConnector,
} from '../../../src/core/use-cases/connectors/manage.ts'
import { findListed } from '../../../src/core/use-cases/connectors/status.ts'
import { forgetOldEvents } from '../../../src/core/use-cases/events/retention.ts'

eachEngine('the delivery of events by connectors', (fresh) => {
  const service = useService(fresh)
  const { situation, createEvent, append, feed, workerOn, deliver } = createConnectorSituations(service)

  test('events arrive once and in order, in batches, with their positions', async (t) => {
    const { application, receiver, status } = await situation(t)
    const ids = await append(application, 2_500)
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), ids)
    assert.deepEqual(
      receiver.calls.map((call) => readEvents(call).length),
      [1_000, 1_000, 500],
    )
    const positions = receiver.calls.flatMap(readEvents).map(({ position }) => position)
    assert.deepEqual(
      positions,
      [...ids.keys()].map((index) => index + positions[0]!),
    )
    const { state, lag, progress } = await status()
    assert.deepEqual(
      { state, ...lag, delivered: progress.delivered },
      { state: 'active', events: 0, ms: 0, delivered: 2_500 },
    )
    await deliver()
    assert.equal(receiver.calls.length, 3)
    const rest = await service().core.store.connectors.listFed(application.id, { after: 0, upTo: 1e9, limit: 9 })
    assert.deepEqual(rest, [], 'the feed keeps nothing that every connector has passed')
  })

  test('an event that is committed late, with an earlier ID, is not lost', async (t) => {
    const { core, application, receiver } = await situation(t)
    const late = createEvent(application)
    const [first] = await append(application, 1)
    await deliver()
    await core.store.commit([{ append: late }])
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), [first, late.id])
  })

  test('a filter leaves out events of other types and lower severities', async (t) => {
    const { application, receiver, status } = await situation(t, { severity: 'warning', types: ['fido2.user'] })
    await append(application, 3, 'fido2.user.created')
    await append(application, 3, 'fido2.passkey.auth.counter')
    const [selected] = await append(application, 1, 'fido2.user.recovered')
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), [selected])
    assert.equal((await status()).lag.events, 0)
  })

  test('a receiver that is down delays events with a growing pause, and gets all of them in order afterward', async (t) => {
    const { application, receiver, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(503).end()
    const ids = await append(application, 20)
    await deliver()
    const failed = await status()
    assert.equal(failed.state, 'retrying')
    assert.partialDeepStrictEqual(failed.progress, {
      failures: 1,
      lastError: { kind: 'temporary', error: 'The receiver responded with 503', at: service().clock.now() },
    })
    await deliver()
    assert.equal(receiver.calls.length, 1, 'no attempt before the pause ends')
    for (let failures = 2; failures <= 7; failures++) {
      service().clock.advance(5 * 60_000)
      await deliver()
      assert.equal((await status()).progress.failures, failures)
    }
    assert.equal(readEvents(receiver.calls.at(-1)!).length, 1, 'after five failures, one event is sent as a probe')
    const names = receiver.calls.slice(0, 5).map(({ headers }) => headers['webhook-id'])
    assert.equal(new Set(names).size, 1, 'a repeat has the ID of the first attempt')
    receiver.state.respond = (_, response) => response.end()
    receiver.calls.length = 0
    service().clock.advance(5 * 60_000)
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), ids)
    assert.deepEqual(
      receiver.calls.map((call) => readEvents(call).length),
      [1, 19],
    )
    assert.equal((await status()).state, 'active')
  })

  test('the pause is random, between a second and a bound that doubles, and as long as the receiver asks', async (t) => {
    const { application, receiver, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(429, { 'retry-after': '1200' }).end()
    await append(application, 1)
    const start = service().clock.now()
    await deliver()
    assert.equal((await status()).progress.nextAt, start + 1_200_000)
    receiver.state.respond = (_, response) => response.writeHead(500).end()
    service().clock.advance(1_200_000)
    await deliver()
    const pause = (await status()).progress.nextAt - service().clock.now()
    assert.ok(pause >= 1_000 && pause <= 4_000, String(pause))
  })

  test('wrong settings need attention, and a change of the connector is tried at once', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(401).end()
    const ids = await append(application, 3)
    await deliver()
    assert.equal((await status()).state, 'attention')
    receiver.state.respond = (_, response) => response.end()
    await changeConnector(core, application, { id: connector.id, name: 'Renamed' })
    await deliver()
    assert.deepEqual(listReceived(receiver.calls.slice(1)), ids)
  })

  test('a redirect is not followed, and a private address is not connected to unless the operator allows it', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    await append(application, 1)
    await deliver()
    assert.equal(receiver.calls.length, 1)
    assert.match((await status()).progress.lastError!.error, /302, and redirects are not followed/)
    const target = { type: 'webhook', url: 'https://10.1.2.3/' } as const
    await changeConnector(core, application, { id: connector.id, target })
    await deliver()
    assert.equal((await status()).progress.lastError!.kind, 'setup')
    assert.match((await status()).progress.lastError!.error, /^10\.1\.2\.3 does not lead to a public address/)
  })

  test('an archive collects events for a minute, and a batch that is repeated has the same object', async (t) => {
    const { core, application } = await situation(t)
    const receiver = await startReceiver(t, { tls: false, respond: (_, response) => response.writeHead(503).end() })
    const endpoint = receiver.url.origin
    const { connector } = await createConnector(core, application, {
      name: 'Archive',
      target: { type: 's3', endpoint, region: 'eu', bucket: 'archive', forcePathStyle: true },
      secrets: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG' },
    })
    t.after(() => deleteConnector(core, application, connector.id))
    const paths = () => receiver.calls.map(({ path }) => path.split('/').at(-1))
    await append(application, 3)
    await deliver()
    assert.deepEqual(paths(), [])
    service().clock.advance(60_000)
    await deliver()
    const [name] = paths()
    assert.ok(name)
    await append(application, 2)
    receiver.state.respond = (_, response) => response.end()
    service().clock.advance(5_000)
    await deliver()
    assert.deepEqual(paths(), [name, name], 'without the events that came later')
    service().clock.advance(60_000)
    await deliver()
    const ranges = [name, paths().at(-1)].map((path = '') => /(\d+)-(\d+)\./.exec(path)!.slice(1).map(Number))
    assert.deepEqual(
      ranges.map(([first = 0, last = 0]) => last - first + 1),
      [3, 2],
    )
  })

  test('a paused connector sends nothing, and continues where it stopped', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    await pauseConnector(core, application, { id: connector.id, isPaused: true })
    const ids = await append(application, 5)
    await deliver()
    assert.equal(receiver.calls.length, 0)
    assert.partialDeepStrictEqual(await status(), { state: 'paused', lag: { events: 5 } })
    await pauseConnector(core, application, { id: connector.id, isPaused: false })
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), ids)
  })

  test('events that are deleted before they are sent are counted as missed and block nothing', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    await pauseConnector(core, application, { id: connector.id, isPaused: true })
    await append(application, 7)
    await feed()
    service().clock.advance((application.settings.eventRetentionDays + 1) * 86_400_000)
    const [kept] = await append(application, 1)
    await feed()
    await createRollUpWorker(core).run()
    await forgetOldEvents(core)
    await pauseConnector(core, application, { id: connector.id, isPaused: false })
    await deliver()
    assert.deepEqual(listReceived(receiver.calls), [kept])
    assert.partialDeepStrictEqual((await status()).progress, { missed: 7, delivered: 1 })
  })

  test('a connector whose whole backlog was deleted catches up', async (t) => {
    const { core, application, connector, status } = await situation(t)
    await pauseConnector(core, application, { id: connector.id, isPaused: true })
    await append(application, 4)
    await feed()
    await core.store.connectors.forgetFed(application.id, 'ffffffff')
    await pauseConnector(core, application, { id: connector.id, isPaused: false })
    await deliver()
    const { lag, progress } = await status()
    assert.deepEqual({ lag: lag.events, missed: progress.missed }, { lag: 0, missed: 4 })
  })

  test('of two nodes that compete, one sends each batch', async (t) => {
    const { application, receiver } = await situation(t)
    const { database, clock, root } = service()
    const other = await startService({ databaseUrl: database.url, clock })
    t.after(() => other.close())
    assert.ok(root)
    Object.assign(other.core, { secretBox: service().core.secretBox })
    const ids = await append(application, 3_000)
    await Promise.all([feed(), feed(other.core)])
    await feed()
    const workers = [workerOn(service()), workerOn(other)]
    for (let round = 0; round < 3; round++) await Promise.all(workers.map((worker) => worker.run()))
    await Promise.all(workers.map((worker) => worker.stop(0)))
    assert.deepEqual(listReceived(receiver.calls), ids)
  })

  test('a worker that stood still loses its lease, and cannot move the cursor back', async (t) => {
    const { core, application, receiver, status } = await situation(t)
    const ids = await append(application, 3)
    await feed()
    const hanging = Promise.withResolvers<void>()
    receiver.state.respond = (_, response) => void hanging.promise.then(() => response.end())
    const slow = workerOn(service())
    const running = slow.run()
    while (receiver.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    receiver.state.respond = (_, response) => response.end()
    service().clock.advance(61_000)
    await deliver()
    await append(application, 1)
    await deliver()
    const { position } = (await status()).progress
    hanging.resolve()
    await running
    await slow.stop(0)
    assert.equal((await status()).progress.position, position)
    assert.deepEqual(listReceived(receiver.calls.slice(0, 2)), [...ids, ...ids], 'at least once')
    assert.ok(core)
  })

  test('a receiver that hangs slows no sign-in, and holds at most two batches in memory', async (t) => {
    const { core, application } = service()
    const sockets: IncomingMessage[] = []
    const receiver = await startReceiver(t, { tls: false, respond: () => {} })
    receiver.server.on('request', (request: IncomingMessage) => void sockets.push(request))
    const target = { type: 'webhook', url: receiver.url.href } as const
    const { connector } = await createConnector(core, application, { name: 'Slow', target })
    t.after(() => deleteConnector(core, application, connector.id))
    await append(application, 5_000)
    await feed()
    const reads: number[] = []
    const { listFed } = core.store.connectors
    t.mock.method(core.store.connectors, 'listFed', async (...given: Parameters<typeof listFed>) => {
      const found = await listFed(...given)
      reads.push(found.length)
      return found
    })
    const worker = workerOn(service())
    const running = worker.run()
    while (receiver.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const { username, device } = await signUpUser(service())
    await signIn(service(), { username, device })
    await worker.run()
    assert.deepEqual(reads, [1_000, 1_000])
    await worker.stop(0)
    await running
    assert.equal((await findListed(core, application.id, connector.id)).status.lag.events > 0, true)
  })
})
