import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backend } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  newDevice,
  readBody,
  type SignedUpUser,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { setContact } from '@thumbturn/service-harness/store-batches.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Contact } from '../../../src/core/model/contacts/contact.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createMessageTask } from '../../../src/core/use-cases/messages/queue.ts'

type ServiceWithDatabase = Service & { database: TestDatabase }

let addresses = 0
const newAddress = () => `grace-${++addresses}@example.com`
const newNumber = () => `+4915120${`${++addresses}`.padStart(6, '0')}`

/** A contact as stored when a code verifies it. */
async function withContact({ core, clock }: Service, { userId }: SignedUpUser, changes: Partial<Contact> = {}) {
  const at = clock.now()
  const address = changes.kind === 'phone' ? newNumber() : newAddress()
  const contact: Contact = {
    appId: 'demo',
    userId,
    kind: 'email',
    address,
    addressKey: address,
    verifiedAt: at,
    messagingConsent: true,
    createdAt: at,
    ...changes,
  }
  assert.equal(await setContact(core.store, contact, { events: [], tasks: [] }), undefined)
  return contact.address
}

/** Adds a passkey for a user who is signed in. */
async function furtherPasskey(service: Service, { username, jwtAccess }: SignedUpUser, passkeyName?: string) {
  const { session, registrationRequestOptions } = await startRegistration(service, username, { token: jwtAccess })
  const body = { session, creationResult: newDevice().create(registrationRequestOptions), passkeyName }
  return { body, tokens: readBody<Tokens>(await service.post('/reg/complete', body)) }
}

/** The outbox messages for an address, newest first, once everything was sent. */
async function receivedAt(service: Service, ...at: string[]) {
  while ((await service.deliver()).length > 0);
  const kept = await service.core.store.outbox.list('demo', 1_000)
  return kept.filter(({ to }) => at.includes(to))
}

const waiting = ({ database }: ServiceWithDatabase) => database.query('select kind from messages')

/** Notifications to users about changes to their account. */
eachEngine('notifications', (fresh) => {
  const service = useService(fresh)
  passkeyNotices(service)
  accountNotices(service)
})

function passkeyNotices(service: () => ServiceWithDatabase) {
  test('adding a passkey notifies every verified contact that accepts messages, and no other', async () => {
    const ada = await signUpUser(service())
    const email = await withContact(service(), ada)
    const phone = await withContact(service(), ada, { kind: 'phone' })
    const unproved = await withContact(service(), ada, { verifiedAt: undefined })
    const grace = await signUpUser(service())
    const silent = await withContact(service(), grace, { kind: 'phone', messagingConsent: false })
    await furtherPasskey(service(), ada, 'Work key <b>')
    await furtherPasskey(service(), grace)
    const [sms, mail, ...more] = (await receivedAt(service(), email, phone, unproved, silent)).sort((a, b) =>
      a.channel < b.channel ? 1 : -1,
    )
    assert.deepEqual([mail?.to, sms?.to, more], [email, phone, []])
    assert.match(mail!.text, /A new passkey was added[\s\S]*Passkey: Work key <b>\nDevice: Chrome on Linux\nWhen: /)
    assert.match(sms!.text, /A passkey was added to your Demo account/)
  })

  test('a sign-up sends no notification, as there is no contact yet', async () => {
    await receivedAt(service())
    await signUpUser(service())
    assert.deepEqual(await waiting(service()), [])
  })

  test('a passkey that was not stored causes no notification', async () => {
    const ada = await signUpUser(service())
    const email = await withContact(service(), ada)
    const { body } = await furtherPasskey(service(), ada)
    assert.equal((await receivedAt(service(), email)).length, 1)
    assert.equal((await service().post('/reg/complete', body)).status, 403)
    assert.deepEqual(await waiting(service()), [])
  })

  test('pending notifications are deleted with their user', async () => {
    await receivedAt(service())
    const ada = await signUpUser(service())
    await furtherPasskey(service(), ada)
    assert.equal((await waiting(service())).length, 1)
    const { removed } = await backend(service())
    await removed(`/users/${ada.userId}`)
    assert.deepEqual(await waiting(service()), [])
  })

  test('an application can turn notifications off', async () => {
    const { core } = service()
    const ada = await signUpUser(service())
    const email = await withContact(service(), ada)
    const change = async (notices: boolean) =>
      changeApplication(core, (await core.applications.findFresh('demo'))!, { settings: { notices } })
    await change(false)
    await furtherPasskey(service(), ada)
    assert.deepEqual(await waiting(service()), [])
    await core.store.messages.add(
      createMessageTask(core, { appId: 'demo', kind: 'recovered', about: { userId: ada.userId }, seconds: 60 }),
    )
    assert.deepEqual(await receivedAt(service(), email), [])
    await change(true)
  })

  test('a queue flooded by unauthenticated callers holds up no notification', async () => {
    const ada = await signUpUser(service())
    const email = await withContact(service(), ada)
    const later = service().clock.now() + 600_000
    const rows = Array.from(
      { length: 10_000 },
      (_, n) => `('demo', 'f${n}', null, 'code', '{}', 0, '[]', ${later}, ${later}, 0)`,
    )
    await service().database.query(`insert into messages values ${rows.join(',')}`)
    const public_ = createMessageTask(service().core, { appId: 'demo', kind: 'code', about: {}, seconds: 60 })
    assert.equal(await service().core.store.messages.add(public_), 'full')
    await furtherPasskey(service(), ada)
    assert.equal((await receivedAt(service(), email)).length, 1)
    await service().database.query(`delete from messages where id like 'f%'`)
  })
}

function accountNotices(service: () => ServiceWithDatabase) {
  const tell = async (kind: string, about: Record<string, string>) => {
    const { core } = service()
    assert.equal(
      await core.store.messages.add(createMessageTask(core, { appId: 'demo', kind, about, seconds: 60 })),
      'queued',
    )
  }

  test('a changed contact also notifies the old address, with only a hint of either', async () => {
    const ada = await signUpUser(service())
    const [before, after] = [newAddress(), await withContact(service(), ada)]
    await tell('contact-changed', { userId: ada.userId, kind: 'email', before, after })
    const observed = await receivedAt(service(), before, after)
    assert.deepEqual(observed.map(({ to }) => to).sort(), [before, after].sort())
    for (const { text } of observed) {
      const shown = text.replaceAll('\u200b', '')
      assert.match(shown, /Before: g…@example\.com\nNow: g…@example\.com/)
      assert.doesNotMatch(shown, /grace/)
    }
  })

  test('a changed number is notified by SMS, and only once if it is still a contact', async () => {
    const ada = await signUpUser(service())
    const before = newNumber()
    const after = await withContact(service(), ada, { kind: 'phone' })
    await tell('contact-changed', { userId: ada.userId, kind: 'phone', before, after })
    const observed = await receivedAt(service(), before, after)
    assert.deepEqual(
      observed.map(({ channel }) => channel),
      ['sms', 'sms'],
    )
    await tell('contact-changed', { userId: ada.userId, kind: 'phone', before: after })
    assert.equal((await receivedAt(service(), after)).length, 2)
  })

  test('a recovery notifies the verified contacts, and nothing is sent for a deleted user', async () => {
    const ada = await signUpUser(service())
    const email = await withContact(service(), ada)
    await tell('recovered', { userId: ada.userId })
    const [mail] = await receivedAt(service(), email)
    assert.match(mail!.text, /Your account was recovered/)
    await tell('recovered', { userId: 'unknown' })
    assert.deepEqual(
      (await service().deliver()).map(({ outcome }) => outcome),
      ['no-recipient'],
    )
  })
}
