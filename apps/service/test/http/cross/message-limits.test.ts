import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  createMessageTo,
  createSender,
  createTextTo,
  createUnreliableCourier,
  details,
  hour,
  second,
} from '@thumbturn/service-harness/sender.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { openStore } from '../../../src/storage/open.ts'

/** Limits on the number of messages sent. */
eachEngine('message limits', (fresh) => {
  const service = useService(fresh)

  test('an address gets 10 codes per hour, in any spelling, and exceeding the limit emits one event', async () => {
    const sender = await createSender(service())
    for (let count = 0; count < 13; count++)
      await sender.queue([createMessageTo(count % 2 ? 'ada@example.com' : 'ADA@Example.com')])
    await sender.queue([createMessageTo('grace@example.com')])
    const outcomes = (await sender.deliver()).map(({ outcome }) => outcome)
    assert.deepEqual(
      [outcomes.filter((one) => one === 'sent').length, outcomes.filter((one) => one === 'limited').length],
      [11, 3],
    )
    assert.equal(await sender.waiting(), 0)
    assert.deepEqual(
      details(await sender.events()).filter(({ type }) => type.endsWith('limited')),
      [{ type: 'fido2.message.limited', channel: 'email', limit: 'address', most: 10 }],
    )
    service().clock.advance(hour)
    await sender.queue([createMessageTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'sent' }])
  })

  test('a notification is still sent when codes are at their limit', async () => {
    const sender = await createSender(service(), { emailsPerHour: 1 })
    const notice = createMessageTo('ada@example.com', { template: 'recovered', values: { at: '0' } })
    await sender.queue([createMessageTo('ada@example.com')])
    await sender.deliver()
    await sender.queue([createMessageTo('grace@example.com'), notice])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'email', outcome: 'limited', reason: 'emailsPerHour' },
      { channel: 'email', outcome: 'sent' },
    ])
  })

  test('a block of a thousand numbers gets 50 codes per hour, and an application as many SMS as it allows', async () => {
    const numbers = Array.from({ length: 51 }, (_, index) => createTextTo(`+49151234567${`${index}`.padStart(2, '0')}`))
    const sender = await createSender(service())
    await sender.queue([...numbers.slice(0, 50)])
    await sender.deliver()
    await sender.queue([numbers[50]!, createTextTo('+4915199456789')])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'sms', outcome: 'limited', reason: 'block' },
      { channel: 'sms', outcome: 'sent' },
    ])

    const small = await createSender(service(), { textsPerHour: 1 })
    await small.queue([createTextTo('+4915123456789')])
    await small.deliver()
    await small.queue([createMessageTo('+34612345678', { channel: 'voice' }), createMessageTo('ada@example.com')])
    assert.deepEqual(await small.deliver(), [
      { channel: 'voice', outcome: 'limited', reason: 'textsPerHour' },
      { channel: 'email', outcome: 'sent' },
    ])
  })

  test('an application whose limit is 0 sends nothing', async () => {
    const sender = await createSender(service(), { emailsPerHour: 0 })
    await sender.queue([createMessageTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'limited', reason: 'emailsPerHour' }])
  })

  test('when more nodes send than a limit allows, only the allowed number is sent', async () => {
    const sender = await createSender(service(), { emailsPerHour: 5 })
    const other = await openStore(service().database.url)
    for (let count = 0; count < 12; count++) await sender.queue([createMessageTo(`ada-${count}@example.com`)])
    const nodes = [service().core, { ...service().core, store: other }]
    const rounds = await Promise.all(nodes.map((core) => sender.deliver(core.courier, { core, most: 6 })))
    await other.close()
    const outcomes = rounds.flat().map(({ outcome }) => outcome)
    assert.deepEqual(outcomes.sort(), [...Array(7).fill('limited'), ...Array(5).fill('sent')])
  })

  test('a code is created only if it can be sent, as it replaces the previous one', async () => {
    const sender = await createSender(service(), { emailsPerHour: 1 })
    let made = 0
    const values = async () => ({ code: `${++made}`, minutes: '10' })
    const draft = { ...createMessageTo('ada@example.com'), values }
    await sender.queue([draft, { ...draft, to: 'no address' }])
    assert.deepEqual(
      (await sender.deliver()).map(({ outcome }) => outcome),
      ['sent', 'failed'],
    )
    await sender.queue([draft])
    assert.deepEqual(
      (await sender.deliver()).map(({ outcome }) => outcome),
      ['limited'],
    )
    assert.equal(made, 1)
  })

  test("a message that isn't sent leaves no row", async () => {
    const sender = await createSender(service())
    await sender.queue([{ ...createMessageTo('ada@example.com'), values: async () => undefined }])
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'no-recipient' }])
    assert.deepEqual([await sender.waiting(), await sender.outbox()], [0, []])
  })

  test('a retried message is counted once', async () => {
    const sender = await createSender(service(), { emailsPerHour: 1 })
    let down = true
    const { courier } = createUnreliableCourier(() => (down ? new Error('away') : undefined))
    await sender.queue([createMessageTo('ada@example.com')])
    await sender.deliver(courier)
    down = false
    service().clock.advance(2 * second)
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'sent' }])
  })

  test('counts are deleted after their hour', async () => {
    const sender = await createSender(service())
    const { database } = service()
    const counts = () => database.query(`select id from message_counts where app_id = '${sender.appId}'`)
    await sender.queue([createMessageTo('ada@example.com')])
    await sender.deliver()
    await service().core.store.forgetExpired(service().clock.now())
    assert.equal((await counts()).length, 2)
    service().clock.advance(hour)
    await service().core.store.forgetExpired(service().clock.now())
    assert.deepEqual(await counts(), [])
  })
})
