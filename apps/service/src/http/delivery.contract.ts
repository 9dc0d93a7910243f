import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FreshDatabase } from '../../test/databases.ts'
import { mailServerFor } from '../../test/mail-server.ts'
import { type Service, useService } from '../../test/service.ts'
import { mailServer } from '../adapters/mail.ts'
import type { ApplicationSettings } from '../core/applications/application.ts'
import { createApplication } from '../core/applications/create.ts'
import { type Courier, type Mail, type Rendered, Undeliverable } from '../core/messages/courier.ts'
import { type Delivery, deliverDue } from '../core/messages/deliver.ts'
import type { Letter } from '../core/messages/message.ts'
import { messageTask } from '../core/messages/queue.ts'
import { openStore } from '../storage/open.ts'
import type { TestDatabase } from '../storage/store.situations.ts'

type Stored = Service & { database: TestDatabase }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const letterTo = (to: string, changes: Partial<Letter> = {}): Letter => ({
  channel: 'email',
  to,
  template: 'code',
  locale: 'en-US',
  values: { code: '012345', minutes: '10' },
  ...changes,
})
const textTo = (to: string) => letterTo(to, { channel: 'sms' })

/** A courier that fails as it is told, and otherwise keeps what it carries. */
function unreliable(failure: (message: Rendered) => Error | undefined) {
  const carried: Rendered[] = []
  const send = async (message: Rendered) => {
    const error = failure(message)
    if (error) throw error
    carried.push(message)
  }
  return { courier: { send }, carried }
}

let applications = 0

/** An application whose messages no other test sees; `queue` asks for these letters, `deliver` sends what is due. */
async function newSender(service: Stored, settings: Partial<ApplicationSettings> = {}) {
  const appId = `sender-${++applications}`
  await createApplication(service.core, { id: appId, rpId: 'localhost', origins: ['http://localhost:4300'], settings })
  const asked: Letter[][] = []
  let composed = 0
  return {
    appId,
    composed: () => composed,
    async queue(letters: Letter[], { seconds = 600, kind = 'code' } = {}) {
      const about = { number: String(asked.push(letters) - 1) }
      assert.equal(
        await service.core.store.messages.add(messageTask(service.core, { appId, kind, about, seconds })),
        'queued',
      )
    },
    async deliver(
      courier = service.core.courier,
      { core = service.core, most = 20 } = {},
    ): Promise<Omit<Delivery, 'appId' | 'id' | 'kind'>[]> {
      const compose = async (_: unknown, { about }: { about: Readonly<Record<string, string>> }) => {
        composed++
        return asked[Number(about.number)]!
      }
      const deliveries = await deliverDue({ ...core, courier }, { code: compose }, most)
      return deliveries.map(({ appId: _app, id: _id, kind: _kind, ...rest }) => rest)
    },
    outbox: () => service.core.store.outbox.list(appId, 100),
    events: () => service.core.store.events.list(appId, 100),
    waiting: async () => (await service.database.query(`select id from messages where app_id = '${appId}'`)).length,
  }
}

const details = (events: readonly { type: string; detail?: object }[]) =>
  events.filter(({ type }) => type.startsWith('fido2.message')).map(({ type, detail }) => ({ type, ...detail }))

/** What becomes of queued messages. */
export function deliveryContract(fresh: FreshDatabase) {
  const service = useService(fresh)
  sending(service)
  retrying(service)
  refusing(service)
  limiting(service)
}

function sending(service: () => Stored) {
  test('a queued task is composed when it is sent, and is gone then', async () => {
    const sender = await newSender(service())
    await sender.queue([letterTo('ada@example.com'), textTo('+4915123456789')])
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

  test('a task that has nobody to tell leaves nothing', async () => {
    const sender = await newSender(service())
    const before = await sender.events()
    await sender.queue([])
    assert.deepEqual(await sender.deliver(), [{ outcome: 'nobody' }])
    assert.equal(await sender.waiting(), 0)
    assert.deepEqual(await sender.events(), before)
  })

  test('an expired task is not sent, and that is told', async () => {
    const sender = await newSender(service())
    await sender.queue([letterTo('ada@example.com')], { seconds: 60 })
    service().clock.advance(minute)
    const reason = 'it expired before it could be sent'
    assert.deepEqual(await sender.deliver(), [{ outcome: 'failed', reason }])
    assert.deepEqual(details(await sender.events()), [{ type: 'fido2.message.failed', kind: 'code', reason }])
    assert.equal(sender.composed(), 0)
  })

  test('a kind that nothing composes fails, whatever its name', async () => {
    const sender = await newSender(service())
    for (const kind of ['unheard-of', 'constructor', '__proto__']) {
      await sender.queue([], { kind })
      assert.deepEqual(await sender.deliver(), [{ outcome: 'failed', reason: 'nothing composes this kind' }])
    }
  })
}

function retrying(service: () => Stored) {
  test('what fails for now is tried again after growing pauses, until it is sent', async () => {
    const sender = await newSender(service())
    let failures = 3
    const { courier, carried } = unreliable(() => (failures-- > 0 ? new Error('try later') : undefined))
    await sender.queue([letterTo('ada@example.com')])
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

  test('a mail server that takes nothing for now gets the mail at the next attempt, once', async (t) => {
    const sender = await newSender(service())
    const statuses = [450, 0, 0]
    const server = await mailServerFor(t, {
      secure: false,
      hideSTARTTLS: true,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      recipient: () => statuses.shift(),
    })
    const courier = mailServer({ url: `smtp://localhost:${server.port}`, from: 'no-reply@shop.example' })
    t.after(() => courier.close())
    const post: Courier = { send: (message) => courier.send(message as Mail) }
    await sender.queue([letterTo('ada@example.com')])
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

  test('who was told is not told again when another is tried again', async () => {
    const sender = await newSender(service())
    let down = true
    const { courier, carried } = unreliable(({ to }) =>
      down && to.startsWith('b') ? new Error('greylisted') : undefined,
    )
    await sender.queue([letterTo('a@example.com'), letterTo('b@example.com'), letterTo('not one')])
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

  test('once no time is left to try again it has failed, and the reason is told', async () => {
    const sender = await newSender(service())
    const { courier } = unreliable(() => new Error('no route to the server'))
    await sender.queue([letterTo('ada@example.com')], { seconds: 3 })
    assert.equal((await sender.deliver(courier))[0]?.outcome, 'later')
    service().clock.advance(2 * second)
    const reason = 'no route to the server; no time is left to retry'
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'failed', reason }])
    assert.deepEqual(details(await sender.events()), [
      { type: 'fido2.message.failed', kind: 'code', channel: 'email', reason },
    ])
    assert.equal(await sender.waiting(), 0)
  })

  test('a composer that throws is asked again', async () => {
    const sender = await newSender(service())
    await sender.queue([letterTo('ada@example.com', { values: {} })])
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

  test('a worker that dies gives its task back after its lease', async () => {
    const sender = await newSender(service())
    await sender.queue([letterTo('ada@example.com')])
    const { now, store } = { ...service().core, now: service().clock.now }
    assert.equal((await store.messages.claim({ now: now(), until: now() + 2 * minute, most: 9 })).length, 1)
    assert.deepEqual(await sender.deliver(), [])
    service().clock.advance(2 * minute)
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'sent' }])
  })
}

function refusing(service: () => Stored) {
  for (const [what, letter, reason] of [
    ['several recipients', letterTo('ada@example.com,eve@evil.example'), /not exactly one e-mail address/],
    ['a header', letterTo('ada@example.com\r\nBcc: eve@evil.example'), /not exactly one e-mail address/],
    ['a quoted local part', letterTo('"a@evil.example"@example.org'), /not exactly one e-mail address/],
    ['no number', textTo('015123456789'), /not a whole international one/],
    ['a number with an extension', textTo('+4915123456789;ext=5'), /not a whole international one/],
    ['a premium-rate number', textTo('+499001123456'), /premium-rate/],
  ] as const) {
    test(`${what} never reaches a courier`, async () => {
      const sender = await newSender(service())
      const { courier } = unreliable(() => assert.fail('it was handed over'))
      await sender.queue([letter])
      const [delivery] = await sender.deliver(courier)
      assert.equal(delivery?.outcome, 'failed')
      assert.match(delivery.reason!, reason)
      assert.equal(await sender.waiting(), 0)
    })
  }

  test('numbers are sent to in the countries that the application allows', async () => {
    const sender = await newSender(service(), { smsCountries: ['DE', 'US'] })
    await sender.queue([textTo('+4915123456789'), textTo('+34612345678'), textTo('+12025550123')])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'sms', outcome: 'sent' },
      { channel: 'sms', outcome: 'failed', reason: 'smsCountries has no ES' },
      { channel: 'sms', outcome: 'sent' },
    ])
  })

  test('what can never arrive is not tried again, and its reason holds no address and no code', async () => {
    const sender = await newSender(service())
    const { courier } = unreliable(() => new Undeliverable('550 no ada@example.com here;\r\n said: 012345'))
    await sender.queue([letterTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(courier), [
      { channel: 'email', outcome: 'failed', reason: '550 no … here; said: …' },
    ])
    assert.doesNotMatch(JSON.stringify(await sender.events()), /ada@|012345/)
    assert.equal(await sender.waiting(), 0)
  })
}

function limiting(service: () => Stored) {
  test('an address gets 10 codes in an hour, in any spelling, and that it wanted more is told once', async () => {
    const sender = await newSender(service())
    for (let count = 0; count < 13; count++)
      await sender.queue([letterTo(count % 2 ? 'ada@example.com' : 'ADA@Example.com')])
    await sender.queue([letterTo('grace@example.com')])
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
    await sender.queue([letterTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'sent' }])
  })

  test('a notice still comes where codes are at their limit', async () => {
    const sender = await newSender(service(), { emailsPerHour: 1 })
    const notice = letterTo('ada@example.com', { template: 'recovered', values: { at: '0' } })
    await sender.queue([letterTo('ada@example.com')])
    await sender.deliver()
    await sender.queue([letterTo('grace@example.com'), notice])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'email', outcome: 'limited', reason: 'emailsPerHour' },
      { channel: 'email', outcome: 'sent' },
    ])
  })

  test('a block of a thousand numbers gets 50 codes in an hour, and an application as many texts as it allows', async () => {
    const numbers = Array.from({ length: 51 }, (_, index) => textTo(`+49151234567${`${index}`.padStart(2, '0')}`))
    const sender = await newSender(service())
    await sender.queue([...numbers.slice(0, 50)])
    await sender.deliver()
    await sender.queue([numbers[50]!, textTo('+4915199456789')])
    assert.deepEqual(await sender.deliver(), [
      { channel: 'sms', outcome: 'limited', reason: 'block' },
      { channel: 'sms', outcome: 'sent' },
    ])

    const small = await newSender(service(), { textsPerHour: 1 })
    await small.queue([textTo('+4915123456789')])
    await small.deliver()
    await small.queue([letterTo('+34612345678', { channel: 'voice' }), letterTo('ada@example.com')])
    assert.deepEqual(await small.deliver(), [
      { channel: 'voice', outcome: 'limited', reason: 'textsPerHour' },
      { channel: 'email', outcome: 'sent' },
    ])
  })

  test('an application whose limit is 0 sends nothing', async () => {
    const sender = await newSender(service(), { emailsPerHour: 0 })
    await sender.queue([letterTo('ada@example.com')])
    assert.deepEqual(await sender.deliver(), [{ channel: 'email', outcome: 'limited', reason: 'emailsPerHour' }])
  })

  test('of more nodes than a limit has room for, no more send than it allows', async () => {
    const sender = await newSender(service(), { emailsPerHour: 5 })
    const other = await openStore(service().database.url)
    for (let count = 0; count < 12; count++) await sender.queue([letterTo(`ada-${count}@example.com`)])
    const nodes = [service().core, { ...service().core, store: other }]
    const rounds = await Promise.all(nodes.map((core) => sender.deliver(core.courier, { core, most: 6 })))
    await other.close()
    const outcomes = rounds.flat().map(({ outcome }) => outcome)
    assert.deepEqual(outcomes.sort(), [...Array(7).fill('limited'), ...Array(5).fill('sent')])
  })

  test('what is tried again is counted once', async () => {
    const sender = await newSender(service(), { emailsPerHour: 1 })
    let down = true
    const { courier } = unreliable(() => (down ? new Error('away') : undefined))
    await sender.queue([letterTo('ada@example.com')])
    await sender.deliver(courier)
    down = false
    service().clock.advance(2 * second)
    assert.deepEqual(await sender.deliver(courier), [{ channel: 'email', outcome: 'sent' }])
  })

  test('what was counted is forgotten with its hour', async () => {
    const sender = await newSender(service())
    const { database } = service()
    const counts = () => database.query(`select id from message_counts where app_id = '${sender.appId}'`)
    await sender.queue([letterTo('ada@example.com')])
    await sender.deliver()
    await service().core.store.forgetExpired(service().clock.now())
    assert.equal((await counts()).length, 2)
    service().clock.advance(hour)
    await service().core.store.forgetExpired(service().clock.now())
    assert.deepEqual(await counts(), [])
  })
}
