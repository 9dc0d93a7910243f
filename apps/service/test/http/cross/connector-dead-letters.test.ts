import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createConnectorSituations,
  listReceived,
  readEvents,
  type SentEvent,
} from '@thumbturn/service-harness/connectors.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { discardDeadLetters, replayDeadLetters } from '../../../src/core/use-cases/connectors/dead-letters.ts'

eachEngine('dead letters of connectors', (fresh) => {
  const service = useService(fresh)
  const { situation, append, deliver } = createConnectorSituations(service)

  test('an event that the receiver rejects becomes a dead letter, and all others arrive in order', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    const ids = await append(application, 40)
    const poison = ids[17]!
    const accepted: string[] = []
    receiver.state.respond = (call, response) => {
      const isBad = call.body.includes(poison)
      if (!isBad) accepted.push(...readEvents(call).map(({ uuid }) => uuid))
      response.writeHead(isBad ? 400 : 200).end()
    }
    await deliver()
    assert.deepEqual(
      accepted,
      ids.filter((id) => id !== poison),
    )
    const { state, deadLetters, progress } = await status()
    assert.deepEqual(
      { state, deadLetters, delivered: progress.delivered },
      { state: 'active', deadLetters: 1, delivered: 39 },
    )
    const again = { delivered: 0, rejected: 1, missed: 0, error: undefined, next: undefined }
    assert.deepEqual(await replayDeadLetters(core, application, connector), again)
    receiver.state.respond = (_, response) => response.end()
    assert.deepEqual(await replayDeadLetters(core, application, connector), { ...again, delivered: 1, rejected: 0 })
    assert.deepEqual(listReceived(receiver.calls.slice(-1)), [poison])
    assert.equal((await status()).deadLetters, 0)
  })

  test('a receiver that rejects everything stops the connector after 50 dead letters, and they can be discarded', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(400).end()
    await append(application, 200)
    await deliver()
    const { state, deadLetters, progress, lag } = await status()
    assert.deepEqual({ state, deadLetters, lag: lag.events }, { state: 'attention', deadLetters: 50, lag: 150 })
    assert.match(progress.lastError!.error, /rejects every event/)
    assert.equal(await discardDeadLetters(core, application, { id: connector.id, positions: [progress.position] }), 1)
    assert.equal(await discardDeadLetters(core, application, connector), 49)
  })

  test('a replay stops where the receiver does not work, and says so', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    receiver.state.respond = (_, response) => response.writeHead(422).end()
    await append(application, 2)
    await deliver()
    receiver.state.respond = (_, response) => response.writeHead(503).end()
    const replay = await replayDeadLetters(core, application, connector)
    assert.deepEqual(replay, {
      delivered: 0,
      rejected: 0,
      missed: 0,
      error: 'The receiver responded with 503',
      next: undefined,
    })
    assert.equal((await status()).deadLetters, 2)
  })

  test('a replay of many dead letters continues where the call before it ended', async (t) => {
    const { core, application, receiver, connector, status } = await situation(t)
    const ids = await append(application, 130)
    // Between them, enough is accepted that the receiver isn't taken for one that rejects everything.
    const isBad = ({ uuid }: SentEvent) => ids.indexOf(uuid) % 13 !== 0
    receiver.state.respond = (call, response) => response.writeHead(readEvents(call).some(isBad) ? 400 : 200).end()
    await deliver()
    assert.equal((await status()).deadLetters, 120)
    receiver.state.respond = (_, response) => response.end()
    const first = await replayDeadLetters(core, application, connector)
    assert.partialDeepStrictEqual(first, { delivered: 100, rejected: 0 })
    receiver.state.respond = (_, response) => {
      service().clock.advance(11_000)
      response.end()
    }
    const slow = await replayDeadLetters(core, application, { id: connector.id, after: first.next })
    assert.equal(slow.delivered, 1)
    receiver.state.respond = (_, response) => response.end()
    const rest = await replayDeadLetters(core, application, { id: connector.id, after: slow.next })
    assert.deepEqual([rest.delivered, rest.next], [19, undefined])
    assert.equal((await status()).deadLetters, 0)
  })
})
