import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Store } from '../core/store.ts'
import { accessCodesContract } from './access-codes.contract.ts'
import { blacklistContract } from './blacklist.contract.ts'
import { clientKeysContract } from './client-keys.contract.ts'
import { codesContract } from './codes.contract.ts'
import { contactsContract } from './contacts.contract.ts'
import { credentialsContract } from './credentials.contract.ts'
import { deletionsContract } from './deletions.contract.ts'
import { devicesContract } from './devices.contract.ts'
import { eventsContract } from './events.contract.ts'
import { messagesContract } from './messages.contract.ts'
import { openStore } from './open.ts'
import { passkeysContract } from './passkeys.contract.ts'
import { rateLimitsContract } from './rate-limits.contract.ts'
import { signingKeysContract } from './signing-keys.contract.ts'
import {
  apiKey,
  application,
  event,
  passkey,
  rowCounts,
  signIn,
  signingKey,
  signUp,
  type TestDatabase,
  user,
} from './store.situations.ts'

/** A store on an empty database, closed after the test. */
export type Opened = (t: TestContext) => Promise<{ store: Store; database: TestDatabase }>

/** What a store must do, whatever the engine; `freshDatabase` makes an empty one. */
export function storeContract(engine: string, freshDatabase: () => Promise<TestDatabase>) {
  const opened: Opened = async (t) => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    t.after(async () => {
      await store.close()
      await database.drop()
    })
    return { store, database }
  }
  describe(`passkeys in ${engine}`, () => passkeysContract(opened))
  describe(`deletions in ${engine}`, () => deletionsContract(opened))
  describe(`devices in ${engine}`, () => devicesContract(opened))
  describe(`blocked models in ${engine}`, () => blacklistContract(opened))
  describe(`events in ${engine}`, () => eventsContract(opened))
  describe(`counted calls in ${engine}`, () => rateLimitsContract(opened))
  describe(`messages in ${engine}`, () => messagesContract(opened, freshDatabase))
  describe(`contacts in ${engine}`, () => contactsContract(opened))
  describe(`codes in ${engine}`, () => codesContract(opened))
  describe(`client keys in ${engine}`, () => clientKeysContract(opened))
  describe(`credentials in ${engine}`, () => credentialsContract(opened))
  describe(`codes for other devices in ${engine}`, () => accessCodesContract(opened))
  describe(`applications in ${engine}`, () => applicationsContract(opened))
  describe(`signing keys in ${engine}`, () => signingKeysContract(opened))
  describe(`text in ${engine}`, () => textContract(opened))
  describe(`upkeep of ${engine}`, () => upkeepContract(opened, freshDatabase))
}

function applicationsContract(opened: Opened) {
  test('an application is kept with its first key and event', async (t) => {
    const { store } = await opened(t)
    const shop = application('shop', { baseUrl: 'https://id.example.com' })
    const created = event('1', { type: 'fido2.application.created' })
    assert.equal(await store.applications.add(shop, signingKey('shop', 'k1'), created), true)
    assert.deepEqual(await store.applications.changedSince(0), [shop])
    assert.deepEqual(await store.applications.signingKeys('shop'), [signingKey('shop', 'k1')])
    assert.deepEqual(await store.events.list('shop', 1), [created])
  })

  test('an id that is taken stays with its owner, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    await store.applications.add(application('shop'), signingKey('shop', 'k1'), event('1'))
    const before = await rowCounts(database)
    const second = application('shop', { name: 'Thief' })
    assert.equal(await store.applications.add(second, signingKey('shop', 'k2'), event('2')), false)
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await store.applications.changedSince(0), [application('shop')])
  })

  test('a change replaces everything but the id and the creation', async (t) => {
    const { store, database } = await opened(t)
    await store.applications.add(application('shop'), signingKey('shop', 'k1'), event('1'))
    const changed = application('shop', { name: 'Shop', rpId: 'example.org', origins: [], updatedAt: 2_000 })
    assert.equal(await store.applications.change({ ...changed, createdAt: 9 }, event('2')), true)
    assert.deepEqual(await store.applications.changedSince(0), [changed])
    const before = await rowCounts(database)
    assert.equal(await store.applications.change(application('none'), event('3')), false)
    assert.deepEqual(await rowCounts(database), before)
  })

  test('what changed since a time comes oldest change first, that very time included', async (t) => {
    const { store } = await opened(t)
    for (const [id, updatedAt] of [['c', 3] as const, ['a', 1] as const, ['b', 2] as const])
      await store.applications.add(application(id, { updatedAt }), signingKey(id, id), event(id))
    const since = async (time: number) => (await store.applications.changedSince(time)).map(({ id }) => id)
    assert.deepEqual(await since(0), ['a', 'b', 'c'])
    assert.deepEqual(await since(2), ['b', 'c'])
    assert.deepEqual(await since(4), [])
  })

  test('an API key is found until it is revoked, and after that says when', async (t) => {
    const { store } = await opened(t)
    await store.apiKeys.add(apiKey('old'), event('added'))
    await store.apiKeys.add(apiKey('new', { createdAt: 2_000 }), event('added-too'))
    assert.deepEqual(await store.apiKeys.find('old'), apiKey('old'))
    assert.equal(await store.apiKeys.find('none'), undefined)
    assert.equal(await store.apiKeys.revoke({ appId: 'bank', id: 'old', at: 3_000 }, event('1')), false)
    assert.equal(await store.apiKeys.revoke({ appId: 'shop', id: 'old', at: 3_000 }, event('revoked')), true)
    assert.equal(await store.apiKeys.revoke({ appId: 'shop', id: 'old', at: 4_000 }, event('2')), false)
    assert.deepEqual(await store.apiKeys.list('shop'), [
      apiKey('new', { createdAt: 2_000 }),
      apiKey('old', { revokedAt: 3_000 }),
    ])
    assert.deepEqual(await store.apiKeys.list('bank'), [])
    await assert.rejects(store.apiKeys.add(apiKey('old'), event('3')))
    const told = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(told, ['revoked', 'added-too', 'added'])
  })

  test('events come newest first, as many as asked for', async (t) => {
    const { store } = await opened(t)
    const ids = { userId: 'u', passkeyId: 'p', deviceId: 'd', traceId: 't' }
    const detail = { ok: true, count: 2, text: 'x' }
    const full = event('2', { ...ids, address: '2001:db8::1', duration: 2 ** 40, reason: 'spent', detail })
    for (const one of [event('1'), full, event('3'), event('4', { appId: 'bank' })]) await store.events.append(one)
    assert.deepEqual(await store.events.list('shop', 2), [event('3'), full])
    assert.deepEqual(await store.events.list('shop', 9), [event('3'), full, event('1')])
  })
}

function textContract(opened: Opened) {
  for (const text of [
    `'; drop table users; --`,
    '"double" `back` \\',
    '👩🏽‍💻 ナ e\u0301 \u{10ffff}',
    '$1 ? %s :x',
    '',
    '\u0001\n\t',
  ]) {
    test(`${JSON.stringify(text)} comes back as it went in`, async (t) => {
      const { store } = await opened(t)
      const person = user('ann', { username: text, usernameKey: text, displayName: text })
      const mine = passkey('ann', { name: text, transports: [text], credentialId: `c${text}` })
      assert.equal(await store.passkeys.add(signUp('ann', { newUser: person, passkey: mine })), 'stored')
      assert.deepEqual(await store.users.findWithPasskeys('shop', text), { user: person, passkeys: [mine] })
    })
  }

  for (const [what, text, message] of [
    ['U+0000', 'a\0b', /U\+0000/],
    ['half a surrogate pair', 'a\ud800b', /well-formed/],
  ] as const) {
    test(`${what} is refused as a bad request, in what is read and in what is written`, async (t) => {
      const { store, database } = await opened(t)
      await store.passkeys.add(signUp('ann'))
      const before = await rowCounts(database)
      const refusal = { name: 'AppError', code: 'bad_request', message }
      await assert.rejects(store.users.findWithPasskeys('shop', text), refusal)
      await assert.rejects(store.passkeys.findWithUser(text, 'x'), refusal)
      const mine = { appId: 'shop', userId: 'user-ann', id: 'passkey-ann' }
      await assert.rejects(store.passkeys.rename(mine, text, event('x')), refusal)
      await assert.rejects(store.passkeys.add(signUp('bob', { newUser: user('bob', { username: text }) })), refusal)
      assert.deepEqual(await rowCounts(database), before)
    })
  }

  test('U+0000 inside JSON comes back as it went in', async (t) => {
    const { store } = await opened(t)
    const odd = event('1', { detail: { text: 'a\0b' } })
    await store.events.append(odd)
    assert.deepEqual(await store.events.list('shop', 1), [odd])
  })
}

function upkeepContract(opened: Opened, freshDatabase: () => Promise<TestDatabase>) {
  test('several nodes may start at once on an empty database, and again later', async () => {
    const database = await freshDatabase()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(database.url)))
    assert.equal(await stores[0]?.passkeys.add(signUp('ann')), 'stored')
    for (const store of stores) await store.close()
    const later = await openStore(database.url)
    assert.equal((await later.users.find('shop', 'user-ann'))?.username, 'ANN')
    await later.close()
    await database.drop()
  })

  test('a database of a newer version is refused', async () => {
    const database = await freshDatabase()
    await (await openStore(database.url)).close()
    await database.query(`insert into migrations (name) values ('9999-from-the-future')`)
    await assert.rejects(openStore(database.url), /newer version \(it has 9999-from-the-future\)/)
    await database.drop()
  })

  test('sessions are forgotten once their own life ended, however many there are', async (t) => {
    const { store, database } = await opened(t)
    const rows = Array.from({ length: 2_500 }, (_, index) => `('shop', 's${index}', ${index})`)
    await database.query(`insert into spent_sessions (app_id, id, expires_at) values ${rows.join(', ')}`)
    assert.equal(await store.forgetExpired(2_400), 2_400)
    assert.equal(await store.forgetExpired(2_400), 0)
    assert.equal((await rowCounts(database)).spent_sessions, 100)
  })

  test('a session stays spent until its own life ended', async (t) => {
    const { store } = await opened(t)
    await store.passkeys.add(signUp('ann'))
    await store.forgetExpired(300_000)
    assert.equal(await store.passkeys.recordUse(signIn(passkey('ann'), 'sign-up-ann')), 'session_spent')
  })

  test('ping answers while the store is open, and throws after', async () => {
    const database = await freshDatabase()
    const store = await openStore(database.url)
    await store.ping()
    await store.close()
    await assert.rejects(store.ping())
    await database.drop()
  })
}
