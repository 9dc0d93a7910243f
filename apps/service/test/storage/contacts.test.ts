import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register, setContact, toWrites } from '@thumbturn/service-harness/store-batches.ts'
import {
  code,
  contact,
  event,
  messageTask,
  newUser,
  passkey,
  rowCounts,
  signUp,
  user,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import type { Contact } from '../../src/core/model/contacts/contact.ts'

const nothing = { events: [], tasks: [] }
const phone = (name: string, changes: Partial<Contact> = {}) =>
  contact(name, { kind: 'phone', address: '+4915112345678', addressKey: '+4915112345678', ...changes })

/** Requirements for contacts on both engines. */
eachStore('contacts', (opened) => {
  testStoring(opened)
  testSearches(opened)
  testOwnership(opened)
})

function testStoring(opened: OpenStore) {
  test('a contact is loaded as it was stored, with everything written together with it', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const kept = contact('ann', { verifiedAt: undefined, messagingConsent: false })
    const observed = { events: [event('z')], tasks: [messageTask('m')] }
    assert.equal(await setContact(store, kept, observed), undefined)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [kept])
    assert.equal((await store.events.list('shop', 1))[0]?.id, 'z')
    assert.deepEqual(
      (await database.query('select id from messages')).map(({ id }) => id),
      ['m'],
    )
  })

  test('a deleted user gets no contact, and nothing is written', async (t) => {
    const { store, database } = await opened(t)
    assert.equal(
      await setContact(store, contact('ann'), { events: [event('z')], tasks: [messageTask('m')] }),
      'user_missing',
    )
    for (const table of ['contacts', 'events', 'messages'])
      assert.deepEqual(await database.query(`select * from ${table}`), [])
  })

  test('a pending contact replaces the previous pending one and keeps the verified one', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const verified = contact('ann')
    const waiting = (name: string) => contact('ann', { addressKey: name, verifiedAt: undefined, createdAt: 4_000 })
    for (const one of [verified, phone('ann', { verifiedAt: undefined }), waiting('a@x.org'), waiting('b@x.org')])
      await setContact(store, one, nothing)
    const keys = (await store.contacts.listByUser('shop', 'user-ann')).map(({ addressKey }) => addressKey)
    assert.deepEqual(keys.sort(), ['+4915112345678', 'ann@example.com', 'b@x.org'])
  })

  test('a verified contact replaces all others of its kind, and none of another kind', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const other = contact('ann', { address: 'new@x.org', addressKey: 'new@x.org' })
    const waiting = contact('ann', { addressKey: 'w@x.org', verifiedAt: undefined })
    for (const one of [contact('ann'), phone('ann'), waiting, other]) await setContact(store, one, nothing)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [phone('ann'), other])
  })

  test('a secondary contact is loaded as secondary, and replaces only secondary ones', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const secondary = (name: string, changes: Partial<Contact> = {}) =>
      contact('ann', { address: name, addressKey: name, secondary: true, ...changes })
    const waiting = secondary('w@x.org', { verifiedAt: undefined })
    for (const one of [contact('ann'), secondary('one@x.org'), waiting]) await setContact(store, one, nothing)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [
      contact('ann'),
      secondary('one@x.org'),
      waiting,
    ])
    await setContact(store, secondary('two@x.org'), nothing)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [contact('ann'), secondary('two@x.org')])
    await store.commit([{ removeContact: { appId: 'shop', userId: 'user-ann', kind: 'email' } }, ...toWrites(nothing)])
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [secondary('two@x.org')])
    const of = { appId: 'shop', userId: 'user-ann', kind: 'email', secondary: true } as const
    assert.equal(await store.commit([{ removeContact: of }, ...toWrites(nothing)]), undefined)
    assert.equal(await store.commit([{ removeContact: of }, ...toWrites(nothing)]), 'contact_missing')
  })

  test('the primary and secondary contact of a kind swap places, along with their event', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const second = contact('ann', { address: 'two@x.org', addressKey: 'two@x.org', secondary: true })
    const waiting = contact('ann', { addressKey: 'w@x.org', verifiedAt: undefined })
    for (const one of [contact('ann'), phone('ann'), second, waiting]) await setContact(store, one, nothing)
    const of = { appId: 'shop', userId: 'user-ann', kind: 'email' } as const
    assert.equal(
      await store.commit([{ swapContacts: of }, ...toWrites({ events: [event('z')], tasks: [messageTask('m')] })]),
      undefined,
    )
    const byKey = (one: Contact, other: Contact) => one.addressKey.localeCompare(other.addressKey)
    assert.deepEqual(
      (await store.contacts.listByUser('shop', 'user-ann')).sort(byKey),
      [phone('ann'), contact('ann', { secondary: true }), { ...second, secondary: undefined }, waiting]
        .map(({ secondary, ...one }) => (secondary ? { ...one, secondary } : one))
        .sort(byKey),
    )
    assert.equal((await store.events.list('shop', 1))[0]?.id, 'z')
    assert.equal(
      await store.commit([{ swapContacts: { ...of, userId: 'user-bob' } }, ...toWrites(nothing)]),
      'contact_missing',
    )
  })

  test('an address that another user verifies moves to that user, within the application', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    const inBank = { appId: 'bank', newUser: newUser('ann', { appId: 'bank' }) }
    const far = passkey('ann', { appId: 'bank', rpId: 'bank.example' })
    await register(store, signUp('ann', { ...inBank, passkey: far, event: event('b', { appId: 'bank' }) }))
    for (const one of [
      contact('ann'),
      contact('ann', { appId: 'bank' }),
      contact('bob', { addressKey: 'ann@example.com' }),
    ])
      assert.equal(await setContact(store, one, nothing), undefined)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [])
    assert.equal((await store.contacts.findContact('shop', 'email', 'ann@example.com'))?.userId, 'user-bob')
    assert.equal((await store.contacts.findContact('bank', 'email', 'ann@example.com'))?.userId, 'user-ann')
  })

  test('of 20 users who verify one address in parallel, all succeed, and one has it in the end', async (t) => {
    const { store, database } = await opened(t)
    const names = Array.from({ length: 20 }, (_, index) => `u${index}`)
    for (const name of names) await register(store, signUp(name))
    const put = (name: string) => setContact(store, contact(name, { addressKey: 'one@x.org' }), nothing)
    assert.ok((await Promise.all(names.map(put))).every((conflict) => conflict === undefined))
    assert.equal((await database.query('select * from contacts')).length, 1)
  })

  test('codes sent to a replaced contact are invalid, and others stay valid', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const codes = async () => {
      const all = await Promise.all(
        (['sign-in', 'contact'] as const).map((purpose) => store.codes.listByPurpose({ ...code('ann'), purpose })),
      )
      return all.flat().map(({ purpose, method }) => `${purpose} ${method}`)
    }
    const fill = async () => {
      for (const purpose of ['sign-in', 'contact'] as const)
        for (const method of ['email', 'sms'] as const)
          await store.commit([{ putCode: code('ann', { purpose, method }) }])
    }
    await fill()
    await setContact(store, contact('ann', { verifiedAt: undefined }), nothing)
    assert.deepEqual((await codes()).sort(), ['contact sms', 'sign-in email', 'sign-in sms'])
    await fill()
    await setContact(store, contact('ann'), nothing)
    assert.deepEqual((await codes()).sort(), ['contact sms', 'sign-in sms'])
    await fill()
    await setContact(store, phone('ann'), nothing)
    await store.commit([{ removeContact: { appId: 'shop', userId: 'user-ann', kind: 'phone' } }, ...toWrites(nothing)])
    assert.deepEqual((await codes()).sort(), ['contact email', 'sign-in email'])
  })

  test("a removed contact is deleted, pending or verified, and a missing one can't be removed", async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const waiting = contact('ann', { addressKey: 'w@x.org', verifiedAt: undefined })
    for (const one of [contact('ann'), waiting, phone('ann')]) await setContact(store, one, nothing)
    const mails = { appId: 'shop', userId: 'user-ann', kind: 'email' } as const
    assert.equal(
      await store.commit([{ removeContact: mails }, ...toWrites({ events: [event('gone')], tasks: [] })]),
      undefined,
    )
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [phone('ann')])
    assert.equal(
      await store.commit([
        { removeContact: mails },
        ...toWrites({ events: [event('late')], tasks: [messageTask('m')] }),
      ]),
      'contact_missing',
    )
    assert.deepEqual(await database.query('select * from messages'), [])
  })

  test('deleting a user deletes their contacts, codes, and failures', async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) {
      await register(store, signUp(name))
      await setContact(store, contact(name), nothing)
      await store.commit([{ putCode: code(name) }])
      await database.query(
        `insert into failures (app_id, account, method, user_id, count, last_at) values ('shop', 'user-${name}', 'email', 'user-${name}', 1, 1)`,
      )
    }
    await store.commit([
      { deleteUser: { appId: 'shop', userId: 'user-ann' } },
      { append: event('gone', { type: 'fido2.user.deleted' }) },
    ])
    for (const table of ['contacts', 'codes', 'failures'])
      assert.deepEqual(
        (await database.query(`select user_id from ${table}`)).map((row) => row.user_id),
        ['user-bob'],
      )
  })
}

function testSearches(opened: OpenStore) {
  test('a username finds its user with all contacts, and so does an address the user verified', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    const waiting = contact('ann', { addressKey: 'w@x.org', verifiedAt: undefined, createdAt: 9_000 })
    for (const one of [contact('ann'), waiting, contact('bob')]) await setContact(store, one, nothing)
    const ann = { user: user('ann'), contacts: [contact('ann'), waiting] }
    const find = (usernameKey: string, addressKey = usernameKey) =>
      store.contacts.findAccount('shop', { usernameKey, addressKey })
    assert.deepEqual(await find('ann'), ann)
    assert.deepEqual(await find('ann@example.com'), ann)
    assert.deepEqual(await store.contacts.findAccount('shop', { userId: 'user-ann' }), ann)
    assert.equal(await store.contacts.findAccount('shop', { userId: 'unknown' }), undefined)
    assert.equal(await find('w@x.org'), undefined)
    assert.equal(await find('unknown'), undefined)
    assert.equal(await store.contacts.findAccount('bank', { usernameKey: 'ann', addressKey: 'ann' }), undefined)
  })

  test('a user without contacts is found with none', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const found = await store.contacts.findAccount('shop', { usernameKey: 'ann', addressKey: 'ann' })
    assert.deepEqual(found, { user: user('ann'), contacts: [] })
  })

  test('a username takes precedence over a contact, and a contact over another spelling of a username', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann', { newUser: { ...newUser('ann'), addressKey: 'bob@example.com' } }))
    await register(store, signUp('bob'))
    const find = async (usernameKey: string) => {
      const account = await store.contacts.findAccount('shop', { usernameKey, addressKey: 'bob@example.com' })
      return account?.user.id
    }
    assert.equal(await find('BOB'), 'user-ann')
    // Written by an earlier version, which allowed both.
    await database.query(`insert into contacts (app_id, user_id, kind, address, address_key, verified_at, messaging_consent, created_at)
      values ('shop', 'user-bob', 'email', 'bob@example.com', 'bob@example.com', 1, 1, 1)`)
    assert.equal(await find('BOB'), 'user-bob')
    assert.equal(await find('ann'), 'user-ann')
  })
}

function testOwnership(opened: OpenStore) {
  const address = { addressKey: 'one@x.org', address: 'one@x.org' }
  const under = (name: string, key: string) => signUp(name, { newUser: newUser(name, { usernameKey: key }) })

  test("a verified contact can't become another user's username, or a username another user's contact", async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    assert.equal(await setContact(store, contact('ann', address), nothing), undefined)
    const before = await rowCounts(database)
    assert.equal(await register(store, under('eve', 'one@x.org')), 'username_taken')
    assert.equal(
      await store.commit([{ addUser: newUser('eve', { usernameKey: 'one@x.org' }) }, { append: event('made') }]),
      'username_taken',
    )
    const spelled = { ...newUser('eve'), addressKey: 'one@x.org' }
    assert.equal(await store.commit([{ addUser: spelled }, { append: event('made-too') }]), 'username_taken')
    assert.equal(await setContact(store, contact('ann', { addressKey: 'bob' }), nothing), 'name_taken')
    assert.deepEqual(await rowCounts(database), before)
    assert.deepEqual(await store.contacts.listByUser('shop', 'user-ann'), [contact('ann', address)])
  })

  test('when a contact is removed, replaced, or taken over, its name becomes free or moves with it', async (t) => {
    const { store } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    await setContact(store, contact('ann', address), nothing)
    await setContact(store, contact('bob', address), nothing)
    await setContact(store, contact('ann', { addressKey: 'two@x.org' }), nothing)
    await setContact(store, contact('ann', { addressKey: 'three@x.org' }), nothing)
    assert.equal(await register(store, under('cat', 'two@x.org')), undefined)
    assert.equal(await register(store, under('dan', 'one@x.org')), 'username_taken')
    await store.commit([{ removeContact: { appId: 'shop', userId: 'user-bob', kind: 'email' } }, ...toWrites(nothing)])
    assert.equal(await register(store, under('dan', 'one@x.org')), undefined)
    await store.commit([
      { deleteUser: { appId: 'shop', userId: 'user-ann' } },
      { append: event('gone', { type: 'fido2.user.deleted' }) },
    ])
    assert.equal(await register(store, under('eve', 'three@x.org')), undefined)
  })

  test('a user can verify the address that is their own username, and keeps the username without the contact', async (t) => {
    const { store } = await opened(t)
    await register(store, under('ann', 'one@x.org'))
    await register(store, signUp('bob'))
    assert.equal(await setContact(store, contact('ann', address), nothing), undefined)
    await store.commit([{ removeContact: { appId: 'shop', userId: 'user-ann', kind: 'email' } }, ...toWrites(nothing)])
    assert.equal(await setContact(store, contact('bob', address), nothing), 'name_taken')
  })

  test('a verified contact is found if it is also the username of another user', async (t) => {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    await database.query(`insert into contacts (app_id, user_id, kind, address, address_key, verified_at, messaging_consent, created_at)
      values ('shop', 'user-ann', 'phone', 'bob', 'bob', 1, 1, 1)`)
    const bob = await store.contacts.findAccount('shop', { usernameKey: 'bob', addressKey: 'bob' })
    assert.equal(bob?.user.id, 'user-bob')
    const collision = { address: 'bob', contactOwner: 'user-ann', username: 'BOB', usernameOwner: 'user-bob' }
    assert.deepEqual(await store.contacts.collisions('shop', 9), [collision])
    assert.deepEqual(await store.contacts.collisions('bank', 9), [])
  })

  test('of a parallel sign-up and verification under one name, exactly one succeeds', async (t) => {
    const { store } = await opened(t)
    for (let round = 0; round < 16; round++) {
      const [name, other] = [`ann${round}`, `bob${round}`]
      const mine = { addressKey: `${round}@x.org`, address: `${round}@x.org` }
      await register(store, signUp(name))
      const [kept, stored] = await Promise.all([
        setContact(store, contact(name, mine), nothing),
        register(store, under(other, `${round}@x.org`)),
      ])
      const outcome = `${kept} ${stored}`
      assert.match(outcome, /^(undefined username_taken|name_taken undefined)$/)
    }
  })
}
