import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askForCode,
  changeSettings,
  signUpUserWithContacts,
  textsTo,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { mailServerFor } from '@thumbturn/service-harness/mail-server.ts'
import {
  createMessageTo,
  createSender,
  createTextTo,
  createUnreliableCourier,
  details,
  hour,
  minute,
  type ServiceWithDatabase,
  second,
} from '@thumbturn/service-harness/sender.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { createMailServer } from '../../../src/adapters/mail.ts'
import type { Mail } from '../../../src/core/model/messages/rendered-message.ts'
import { type Courier, Undeliverable } from '../../../src/core/ports/courier.ts'
import { deliverDue } from '../../../src/core/use-cases/messages/deliver.ts'
import { composers } from '../../../src/installation.ts'

/** Delivery of queued messages. */
eachEngine('message delivery', (fresh) => {
  const service = useService(fresh)
  testSending(service)
  testSuperseding(service)
  testRetrying(service)
  testRejecting(service)
})

function testSending(service: () => ServiceWithDatabase) {
  test('a queued task is composed when it is sent, and then deleted', async () => {
    const sender = await createSender(service())
    await sender.queue([createMessageTo('ada@example.com'), createTextTo('+4915123456789')])
    assert.equal(sender.composed(), 0)
    assert.deepEqual(await sender.deliver(), [
      { channel: 'email', outcome: 'sent' },
      { channel: 'sms', outcome: 'sent' },
    ])
    const kept = await sender.outbox()
    assert.deepEqual(kept.map(({ to }) => to).sort(), ['+4915123456789', 'ada@example.com'])
    for (const { text } of kept) assert.match(text, /012345/)
    assert.equal(await sender.waiting(), 0)
    assert.deepEqual(await sender.deliver(), [])
    assert.deepEqual(details(await sender.events()), [
      { type: 'fido2.message.sent', kind: 'code', channel: 'sms' },
      { type: 'fido2.message.sent', kind: 'code', channel: 'email' },
    ])
  })

  test('a task without recipients leaves no row', async () => {
    const sender = await createSender(service())
    const before = await sender.events()
    await sender.queue([])
    assert.deepEqual(await sender.deliver(), [{ outcome: 'no-recipient' }])
    assert.equal(await sender.waiting(), 0)
    assert.deepEqual(await sender.events(), before)
  })

  test('an expired task is not sent, and the failure emits an event', async () => {
    const sender = await createSender(service())
    await sender.queue([createMessageTo('ada@example.com')], { seconds: 60 })
    service().clock.advance(minute)
    const reason = 'it expired before it could be sent'
    assert.deepEqual(await sender.deliver(), [{ outcome: 'failed', reason }])
    assert.deepEqual(details(await sender.events()), [{ type: 'fido2.message.failed', kind: 'code', reason }])
    assert.equal(sender.composed(), 0)
  })

  test('a kind without a composer fails, whatever its name', async () => {
    const sender = await createSender(service())
    for (const kind of ['unheard-of', 'constructor', '__proto__']) {
      await sender.queue([], { kind })
      assert.deepEqual(await sender.deliver(), [{ outcome: 'failed', reason: 'nothing composes this kind' }])
    }
  })
}

function testSuperseding(service: () => ServiceWithDatabase) {
  const down: Courier = {
    send: async () => {
      throw new Error('connect ECONNREFUSED')
    },
  }

  test('after an outage of the mail server, a user who requested three codes gets one, which works', async () => {
    const { core, clock } = service()
    await changeSettings(service(), { crossAuthMethods: ['otp:email'] })
    const { username, email } = await signUpUserWithContacts(service())
    while ((await service().deliver()).length > 0);
    const earlier = (await textsTo(service(), email)).length
    for (const pause of [0, 5, 20]) {
      clock.advance(pause * second)
      assert.equal((await askForCode(service(), 'email', username)).status, 204)
      await deliverDue({ ...core, courier: down }, composers)
    }
    for (let minutes = 0; minutes < 5; minutes++) {
      clock.advance(minute)
      await service().deliver()
    }
    const texts = (await textsTo(service(), email)).slice(0, -earlier || undefined)
    assert.equal(texts.length, 1)
    const [code = ''] = /\b\d{6}\b/.exec(texts[0]!) ?? []
    readBody(await verifyCode(service(), username, code))
  })
}

function testRetrying(service: () => ServiceWithDatabase) {
  test('a temporary failure is retried after increasing delays until the message is sent', async () => {
    const sender = await createSender(service())
    let failures = 3
    const { courier, carried } = createUnreliableCourier(() => (failures-- > 0 ? new Error('try later') : undefined))
    await sender.queue([createMessageTo('ada@example.com')])
    for (const pause of [2, 4, 8]) {
      assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'later', reason: 'try later' }])
      service().clock.advance((pause / 2) * second - 1)
      assert.deepEqual(await sender.deliver(courier), [], 'not before half the pause')
      service().clock.advance((pause / 2) * second + 1)
    }
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'sent' }])
    assert.equal(carried.length, 1)
    assert.equal(await sender.waiting(), 0)
  })

  test('a mail server that rejects mail temporarily gets it at the next attempt, once', async (t) => {
    const sender = await createSender(service())
    const statuses = [450, 0, 0]
    const server = await mailServerFor(t, {
      secure: false,
      hideSTARTTLS: true,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      recipient: () => statuses.shift(),
    })
    const courier = createMailServer({
      url: `smtp://localhost:${server.port}`,
      from: 'no-reply@shop.example',
      host: 'id.shop.example',
    })
    t.after(() => courier.close())
    const post: Courier = {
      async send(message) {
        await courier.send(message as Mail)
        return 'sent'
      },
    }
    await sender.queue([createMessageTo('ada@example.com')])
    for (const outcome of ['later', 'later', 'sent']) {
      assert.deepEqual(
        (await sender.deliver(post)).map((delivery) => delivery.outcome),
        [outcome],
      )
      service().clock.advance(4 * second)
    }
    assert.deepEqual(await sender.deliver(post), [])
    assert.deepEqual(
      server.received.map(({ to }) => to),
      [['ada@example.com']],
    )
  })

  test("a recipient who received the message doesn't get it again when another is retried", async () => {
    const sender = await createSender(service())
    let down = true
    const { courier, carried } = createUnreliableCourier(({ to }) =>
      down && to.startsWith('b') ? new Error('greylisted') : undefined,
    )
    await sender.queue([createMessageTo('a@example.com'), createMessageTo('b@example.com'), createMessageTo('not one')])
    assert.deepEqual(
      (await sender.deliver(courier)).map(({ outcome }) => outcome),
      ['sent', 'later', 'failed'],
    )
    down = false
    service().clock.advance(2 * second)
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'sent' }])
    assert.deepEqual(
      carried.map(({ to }) => to),
      ['a@example.com', 'b@example.com'],
    )
    assert.deepEqual(
      details(await sender.events())
        .map(({ type }) => type)
        .sort(),
      ['fido2.message.failed', 'fido2.message.sent', 'fido2.message.sent'],
    )
  })

  test('a message fails when no time is left to retry, and an event states the reason', async () => {
    const sender = await createSender(service())
    const { courier } = createUnreliableCourier(() => new Error('no route to the server'))
    await sender.queue([createMessageTo('ada@example.com')], { seconds: 3 })
    assert.equal((await sender.deliver(courier))[0]?.outcome, 'later')
    service().clock.advance(2 * second)
    const reason = 'no route to the server; no time is left to retry'
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'failed', reason }])
    assert.deepEqual(details(await sender.events()), [
      { type: 'fido2.message.failed', kind: 'code', channel: 'email', reason },
    ])
    assert.equal(await sender.waiting(), 0)
  })

  test('a composer that throws is called again', async () => {
    const sender = await createSender(service())
    await sender.queue([createMessageTo('ada@example.com', { values: {} })])
    assert.equal((await sender.deliver())[0]?.outcome, 'later')
    const compose = async () => assert.fail('the database is away')
    service().clock.advance(2 * second)
    assert.deepEqual(
      (await deliverDue(service().core, { code: compose })).map(({ outcome, reason }) => [outcome, reason]),
      [['later', 'it could not be composed: the database is away']],
    )
    service().clock.advance(hour)
    await sender.deliver()
  })

  test('the task of a crashed worker becomes available after its lease', async () => {
    const sender = await createSender(service())
    await sender.queue([createMessageTo('ada@example.com')])
    const { now, store } = { ...service().core, now: service().clock.now }
    assert.equal((await store.messages.claim({ now: now(), until: now() + 2 * minute, most: 9 })).length, 1)
    assert.deepEqual(await sender.deliver(), [])
    service().clock.advance(2 * minute)
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'sent' }])
  })
}

function testRejecting(service: () => ServiceWithDatabase) {
  for (const [what, letter, reason] of [
    ['several recipients', createMessageTo('ada@example.com,eve@evil.example'), /not exactly one email address/],
    ['a header', createMessageTo('ada@example.com\r\nBcc: eve@evil.example'), /not exactly one email address/],
    ['a quoted local part', createMessageTo('"a@evil.example"@example.org'), /not exactly one email address/],
    ['a malformed number', createTextTo('015123456789'), /not a whole international one/],
    ['a number with an extension', createTextTo('+4915123456789;ext=5'), /not a whole international one/],
    ['a premium-rate number', createTextTo('+499001123456'), /premium-rate/],
  ] as const) {
    test(`${what} never reaches a courier`, async () => {
      const sender = await createSender(service())
      const { courier } = createUnreliableCourier(() => assert.fail('it was handed over'))
      await sender.queue([letter])
      const [delivery] = await sender.deliver(courier)
      assert.equal(delivery?.outcome, 'failed')
      assert.match(delivery.reason!, reason)
      assert.equal(await sender.waiting(), 0)
    })
  }

  test('messages go only to numbers in countries that the application allows', async () => {
    const sender = await createSender(service(), { smsCountries: ['DE', 'US'] })
    await sender.queue([createTextTo('+4915123456789'), createTextTo('+34612345678'), createTextTo('+12025550123')])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'sms', outcome: 'sent' },
      { channel: 'sms', outcome: 'failed', reason: 'smsCountries has no ES' },
      { channel: 'sms', outcome: 'sent' },
    ])
  })

  test('a permanent failure is not retried, and its reason contains no address or code', async () => {
    const sender = await createSender(service())
    const { courier } = createUnreliableCourier(
      () => new Undeliverable('550 no ada@example.com here;\r\n said: 012345'),
    )
    await sender.queue([createMessageTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(courier), [
      { channel: 'email', outcome: 'failed', reason: '550 no … here; said: …' },
    ])
    assert.doesNotMatch(JSON.stringify(await sender.events()), /ada@|012345/)
    assert.equal(await sender.waiting(), 0)
  })
}
