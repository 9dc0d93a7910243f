import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDistributed } from '@thumbturn/service-harness/engines.ts'
import type { NewPasskey, PasskeyUse } from '@thumbturn/service-harness/store-batches.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import {
  event,
  named,
  newUser,
  passkey,
  rowCounts,
  signIn,
  signUp,
  user,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

const all = <Answer>(count: number, act: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

/** Requirements for users and passkeys on both engines. */
eachStore('passkeys', (opened) => {
  test('a sign-up is loaded as it was written', async (t) => {
    const { store } = await opened(t)
    assert.equal(await register(store, signUp('ann')), undefined)
    assert.deepEqual(await store.users.find('shop', 'user-ann'), user('ann'))
    const found = await store.passkeys.findWithUser('shop', 'credential-ann')
    const { createdAt: _, ...signedIn } = user('ann')
    const { rpId, transports, backedUp, userVerified, createdAt, lastUsedAt, ...used } = passkey('ann')
    assert.deepEqual(found, { user: signedIn, passkey: used, blocked: false })
    assert.deepEqual(await store.users.findWithPasskeys('shop', named('ann')), {
      user: user('ann'),
      passkeys: [passkey('ann')],
    })
    assert.deepEqual(await store.users.findWithCredentials('shop', named('ann')), {
      userId: 'user-ann',
      tokenEpoch: 0,
      credentials: [{ credentialId: 'credential-ann', transports: passkey('ann').transports }],
    })
    assert.deepEqual(await store.users.findWithPasskey('shop', 'user-ann', 'passkey-ann'), {
      user: user('ann'),
      hasPasskey: true,
    })
    assert.deepEqual(await store.events.list('shop', 9), [event('sign-up-ann', { type: 'fido2.passkey.reg.success' })])
  })

  test('what extensions said of a passkey is loaded as it was written, and stays when the passkey is used', async (t) => {
    const { store } = await opened(t)
    const client = { discoverable: true, prf: false }
    const said = {
      both: { client, authenticator: { credProtect: 3, minPinLength: 6, hmacSecret: true } },
      browser: { client },
      nothing: undefined,
    } as const
    for (const [name, extensions] of Object.entries(said)) {
      const registered = passkey(name, extensions && { extensions })
      assert.equal(await register(store, signUp(name, { passkey: registered })), undefined)
      assert.equal(await recordUse(store, signIn(registered, `use-${name}`)), undefined)
      const found = await store.passkeys.find('shop', `passkey-${name}`)
      assert.deepEqual(found?.extensions, extensions)
      assert.equal(found && 'extensions' in found, extensions !== undefined)
    }
  })

  test('an unknown user is undefined', async (t) => {
    const { store } = await opened(t)
    assert.equal(await store.users.find('shop', 'unknown'), undefined)
    assert.equal(await store.users.findByName('shop', named('unknown')), undefined)
    assert.equal(await store.users.findWithPasskeys('shop', named('unknown')), undefined)
    assert.equal(await store.users.findWithCredentials('shop', named('unknown')), undefined)
    assert.equal(await store.users.findWithPasskey('shop', 'unknown', 'none'), undefined)
    assert.equal(await store.passkeys.findWithUser('shop', 'none'), undefined)
    assert.deepEqual(await store.passkeys.listByUser('shop', 'unknown'), [])
  })

  test('a lookup finds a user without passkeys, and a user who has a different passkey', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([
      { deletePasskey: { appId: 'shop', userId: 'user-ann', id: 'passkey-ann' } },
      { append: event('removed') },
    ])
    assert.deepEqual(await store.users.findByName('shop', named('ann')), user('ann'))
    assert.deepEqual(await store.users.findWithPasskeys('shop', named('ann')), { user: user('ann'), passkeys: [] })
    assert.deepEqual(await store.users.findWithCredentials('shop', named('ann')), {
      userId: 'user-ann',
      tokenEpoch: 0,
      credentials: [],
    })
    assert.deepEqual(await store.users.findWithPasskey('shop', 'user-ann', 'passkey-ann'), {
      user: user('ann'),
      hasPasskey: false,
    })
  })

  test('passkeys are listed oldest first, with the device last used', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const older = passkey('ann', { id: 'older', credentialId: 'older', createdAt: 1_000 })
    const second = signUp('ann', { newUser: undefined, passkey: older })
    await register(store, { ...second, spending: { id: 's', expiresAt: 1 }, event: event('e') })
    await recordUse(store, signIn(passkey('ann'), 'first'))
    const listed = await store.passkeys.listByUser('shop', 'user-ann')
    assert.deepEqual(
      listed.map(({ id, lastUsedFrom }) => [id, lastUsedFrom]),
      [
        ['older', undefined],
        ['passkey-ann', { osName: 'macOS', screenWidth: 800 }],
      ],
    )
    const found = await store.users.findWithPasskeys('shop', named('ann'))
    assert.deepEqual(
      found?.passkeys.map(({ id }) => id),
      ['older', 'passkey-ann'],
    )
  })

  test('a use updates the passkey, its device, and the history together', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const events = [event('1'), event('2', { type: 'fido2.passkey.auth.counter', detail: { stored: 7, text: '"' } })]
    const use = signIn(passkey('ann'), 'session', { events })
    assert.equal(await recordUse(store, use), undefined)
    const again = signIn(passkey('ann'), 'later', {
      device: { id: 'device-other', description: {}, thumbprints: [], at: 9_000 },
    })
    assert.equal(await recordUse(store, again), undefined)
    const changed = { signCount: 1, backedUp: true, userVerified: true, lastUsedAt: 9_000 }
    assert.deepEqual(await store.passkeys.find('shop', 'passkey-ann'), {
      ...passkey('ann', changed),
      lastUsedFromDeviceId: 'device-other',
    })
    const [listed] = await store.passkeys.listByUser('shop', 'user-ann')
    assert.deepEqual(listed?.lastUsedFrom, {})
    const counts = { users: 1, passkeys: 1, devices: 2, spent_sessions: 3, events: 4, names: 1, device_keys: 0 }
    assert.partialDeepStrictEqual(await rowCounts(database), counts)
  })

  test('the stored counter and user verification never decrease, and the backup state follows the latest use', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann', { passkey: passkey('ann', { signCount: 5 }) }))
    const kept = async () => (await store.passkeys.find('shop', 'passkey-ann'))!
    await recordUse(store, signIn(passkey('ann'), '1', { signCount: 2 ** 32 - 1 }))
    assert.equal((await kept()).signCount, 4_294_967_295)
    const lower = { signCount: 3, userVerified: false, backedUp: false }
    await recordUse(store, signIn(passkey('ann'), '2', lower))
    const { signCount, userVerified, backedUp } = await kept()
    assert.deepEqual(
      { signCount, userVerified, backedUp },
      { signCount: 4_294_967_295, userVerified: true, backedUp: false },
    )
  })

  const additions: [what: string, addition: NewPasskey, response: string][] = [
    ['a spent session', signUp('bob', { spending: { id: 'sign-up-ann', expiresAt: 1 } }), 'session_spent'],
    ['a taken name', signUp('bob', { newUser: newUser('bob', { usernameKey: 'ann' }) }), 'username_taken'],
    [
      'a taken credential',
      signUp('bob', { passkey: passkey('bob', { credentialId: 'credential-ann' }) }),
      'credential_taken',
    ],
    ['a deleted user', signUp('bob', { newUser: undefined }), 'user_missing'],
    ['everything at once', { ...signUp('ann') }, 'session_spent'],
    ['a taken name and credential', signUp('ann', { spending: { id: 'new', expiresAt: 1 } }), 'username_taken'],
  ]
  for (const [what, addition, response] of additions) {
    test(`${what} makes a registration ${response} and writes nothing`, async (t) => {
      const { store, database } = await opened(t)
      await register(store, signUp('ann'))
      const before = await rowCounts(database)
      assert.equal(await register(store, addition), response)
      assert.deepEqual(await rowCounts(database), before)
    })
  }

  const uses: [what: string, use: PasskeyUse, response: string][] = [
    ['a spent session', signIn(passkey('ann'), 'sign-up-ann'), 'session_spent'],
    ['a deleted passkey', signIn(passkey('bob'), 'new'), 'passkey_missing'],
    ["another user's passkey", signIn(passkey('ann', { userId: 'user-bob' }), 'new'), 'passkey_missing'],
    ['a spent session and a deleted passkey', signIn(passkey('bob'), 'sign-up-ann'), 'session_spent'],
  ]
  for (const [what, use, response] of uses) {
    test(`${what} makes a sign-in ${response} and writes nothing`, async (t) => {
      const { store, database } = await opened(t)
      await register(store, signUp('ann'))
      const before = await rowCounts(database)
      assert.equal(await recordUse(store, use), response)
      assert.deepEqual(await rowCounts(database), before)
      assert.deepEqual(await store.passkeys.find('shop', 'passkey-ann'), passkey('ann'))
    })
  }

  test('of 40 parallel attempts to spend one session, one succeeds', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const responses = await all(40, (index) =>
      recordUse(store, signIn(passkey('ann'), 'one', { events: [event(`e${index}`)] })),
    )
    assert.deepEqual(responses.toSorted(), [...Array<string>(39).fill('session_spent'), undefined])
    const { spent_sessions, events } = await rowCounts(database)
    assert.deepEqual({ spent_sessions, events }, { spent_sessions: 2, events: 2 })
  })

  test('of 20 parallel sign-ups under one username, one succeeds', async (t) => {
    const { store, database } = await opened(t)
    const responses = await all(20, (index) => {
      const wanted = signUp(`ann${index}`)
      return register(store, { ...wanted, newUser: { ...wanted.newUser!, usernameKey: 'ann', addressKey: 'ann' } })
    })
    assert.deepEqual(responses.toSorted(), [...Array<string>(19).fill('username_taken'), undefined])
    const counts = { users: 1, passkeys: 1, devices: 1, spent_sessions: 1, events: 1, names: 1, device_keys: 0 }
    assert.partialDeepStrictEqual(await rowCounts(database), counts)
  })

  test('of 40 passkeys added to one user in parallel, only as many as allowed are stored, even after a deletion', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const add = (index: number) => {
      const further = passkey('ann', { id: `passkey-${index}`, credentialId: `credential-${index}` })
      const of = { newUser: undefined, passkey: further, most: 5, event: event(`further-${index}`) }
      return register(store, signUp('ann', { ...of, spending: { id: `session-${index}`, expiresAt: 300_000 } }))
    }
    const responses = await all(40, add)
    assert.deepEqual(responses.toSorted(), [
      ...Array<string>(36).fill('too_many'),
      ...Array<undefined>(4).fill(undefined),
    ])
    const [first] = await store.passkeys.listByUser('shop', 'user-ann')
    await store.commit([{ deletePasskey: first! }, { append: event('removed') }])
    assert.deepEqual([await add(50), await add(51)], [undefined, 'too_many'])
  })

  test('40 parallel sign-ins with one passkey are all recorded, and the highest counter is kept', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const responses = await all(40, (index) =>
      recordUse(store, signIn(passkey('ann'), `s${index}`, { signCount: (index * 7) % 40 })),
    )
    assert.deepEqual([...new Set(responses)], [undefined])
    assert.equal((await store.passkeys.findWithUser('shop', 'credential-ann'))?.passkey.signCount, 39)
  })

  test('passkeys deleted while sign-ins complete stay deleted, and the sign-ins fail', async (t) => {
    const { store, database } = await opened(t)
    for (const round of ['a', 'b', 'c', 'd', 'e']) {
      await register(store, signUp(round))
      const signingIn = all(12, (index) => recordUse(store, signIn(passkey(round), `${round}${index}`)))
      await database.query(`delete from users where id = 'user-${round}'`)
      for (const response of await signingIn) assert.match(String(response), /^(undefined|passkey_missing)$/)
      assert.equal(await recordUse(store, signIn(passkey(round), `${round}-late`)), 'passkey_missing')
    }
    const { users, passkeys, devices } = await rowCounts(database)
    assert.deepEqual({ users, passkeys, devices }, { users: 0, passkeys: 0, devices: 0 })
  })

  test('a passkey is renamed and deleted by its owner only, with an event only if it existed', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const mine = { appId: 'shop', userId: 'user-ann', id: 'passkey-ann' }
    for (const other of [{ userId: 'user-bob' }, { appId: 'bank' }, { id: 'none' }]) {
      assert.equal(
        await store.commit([{ renamePasskey: { ...mine, ...other, name: 'Stolen' } }, { append: event('x') }]),
        'passkey_missing',
      )
      assert.equal(
        await store.commit([{ deletePasskey: { ...mine, ...other } }, { append: event('x') }]),
        'passkey_missing',
      )
    }
    assert.equal(
      await store.commit([{ renamePasskey: { ...mine, name: 'Key' } }, { append: event('renamed') }]),
      undefined,
    )
    assert.equal((await store.passkeys.listByUser('shop', 'user-ann'))[0]?.name, 'Key')
    assert.equal(await store.commit([{ deletePasskey: mine }, { append: event('removed') }]), undefined)
    assert.equal(await store.commit([{ deletePasskey: mine }, { append: event('removed again') }]), 'passkey_missing')
    const ids = (await store.events.list('shop', 9)).map(({ id }) => id)
    assert.deepEqual(ids.toSorted(), ['removed', 'renamed', 'sign-up-ann'])
  })

  test("two applications can't see each other's data", async (t) => {
    const { store } = await opened(t)
    const inBank = signUp('ann', {
      newUser: newUser('ann', { appId: 'bank' }),
      passkey: passkey('ann', { appId: 'bank', rpId: 'bank.example', name: 'Bank' }),
      event: event('sign-up-ann', { appId: 'bank' }),
    })
    assert.deepEqual([await register(store, signUp('ann')), await register(store, inBank)], [undefined, undefined])
    const spent = [signIn(passkey('ann'), 'same'), signIn(inBank.passkey, 'same')]
    assert.deepEqual(await Promise.all(spent.map((use) => recordUse(store, use))), [undefined, undefined])
    assert.equal((await store.passkeys.findWithUser('shop', 'credential-ann'))?.passkey.name, 'Phone')
    assert.equal((await store.passkeys.findWithUser('bank', 'credential-ann'))?.passkey.name, 'Bank')
    assert.equal((await store.users.findWithPasskeys('bank', named('ann')))?.passkeys.length, 1)
    assert.equal((await store.passkeys.listByUser('shop', 'user-ann')).length, 1)
    await store.commit([
      { deletePasskey: { appId: 'bank', userId: 'user-ann', id: 'passkey-ann' } },
      { append: event('x', { appId: 'bank' }) },
    ])
    assert.equal((await store.passkeys.listByUser('shop', 'user-ann')).length, 1)
    assert.equal((await store.events.list('bank', 9)).length, 3)
  })

  // On a distributed database, the applications are on different servers.
  test('a credential is unique for its RP ID, across applications', { skip: isDistributed }, async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    const of = (rpId: string) =>
      signUp('bob', {
        newUser: newUser('bob', { appId: 'bank' }),
        passkey: passkey('bob', { appId: 'bank', rpId, credentialId: 'credential-ann' }),
      })
    assert.equal(await register(store, of('example.com')), 'credential_taken')
    assert.equal(await register(store, of('example.org')), undefined)
  })

  test('a failed batch undoes only its own writes', async (t) => {
    const { store, database } = await opened(t)
    await register(store, signUp('ann'))
    const responses = await Promise.allSettled([
      recordUse(store, signIn(passkey('ann'), '1')),
      recordUse(store, signIn(passkey('gone'), '2')),
      recordUse(store, signIn(passkey('ann'), '3', { events: [event('e'), event('e')] })),
      recordUse(store, signIn(passkey('ann'), '4')),
    ])
    const observed = responses.map((response) => (response.status === 'fulfilled' ? response.value : 'threw'))
    assert.deepEqual(observed, [undefined, 'passkey_missing', 'threw', undefined])
    const { spent_sessions, events } = await rowCounts(database)
    assert.deepEqual({ spent_sessions, events }, { spent_sessions: 3, events: 3 })
  })
})
