import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { userProfile } from '@thumbturn/service-harness/group-situations.ts'
import { openRollUpWorker } from '@thumbturn/service-harness/roll-ups.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import {
  application,
  contact,
  event,
  newUser,
  passkey,
  signIn,
  signingKey,
  signUp,
} from '@thumbturn/service-harness/store-situations.ts'
import { eachStore, type OpenStore } from '@thumbturn/service-harness/stores.ts'
import { firstIdAt } from '../../src/core/model/events/ids.ts'
import { passkeyRanges, type UserSearch } from '../../src/core/model/users/user.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { toTrigrams } from '../../src/storage/tables/trigrams.ts'

const now = Date.UTC(2027, 2, 14, 12)

/** An event of a user, which the index follows. */
const changeOf = (userId: string, n: number) => ({
  append: event(`${firstIdAt(now).slice(0, -4)}${String(n).padStart(4, '0')}`, {
    type: 'fido2.user.profile_changed' as const,
    userId,
    at: now,
  }),
})

eachStore('the search for users', (opened) => {
  async function prepare(t: Parameters<OpenStore>[0]) {
    const { store, database } = await opened(t)
    for (const id of ['shop', 'bank'])
      await store.commit([{ addApplication: { application: application(id), key: signingKey(id, `${id} one`) } }])
    return { store, database, index: () => openRollUpWorker(store, () => now).run() }
  }

  const search = async (store: Store, changes: Partial<UserSearch>, appId = 'shop') => {
    const { users, ...rest } = await store.users.search(appId, { order: 'username', limit: 10, ...changes })
    return { names: users.map(({ usernameKey }) => usernameKey), ...rest }
  }

  const find = async (store: Store, text: string, appId?: string) => (await search(store, { text }, appId)).names

  /** More users than a page looks at without the index. */
  async function addCrowd(store: Store, most = 1_200) {
    const names = Array.from({ length: most }, (_, at) => `crowd-${String(at).padStart(5, '0')}@example.com`)
    for (let from = 0; from < most; from += 200)
      await store.commit(
        names.slice(from, from + 200).map((name, at) => ({ addUser: newUser(name, { createdAt: from + at }) })),
      )
  }

  async function addAda(store: Store) {
    const user = newUser('zoe@work.example', {
      id: 'ada-id-4711',
      username: 'Zoe@work.example',
      displayName: 'Ada Baker',
    })
    const address = contact('user', {
      userId: user.id,
      address: 'Private@Home.example',
      addressKey: 'private@home.example',
    })
    await store.commit([{ addUser: { ...user, contacts: [address] } }])
    await store.commit([
      {
        putProfile: {
          ...userProfile('ada'),
          userId: user.id,
          name: 'Ada B. Lovelace',
          givenName: 'Ada',
          familyName: 'Byron',
        },
      },
    ])
    return user
  }

  for (const size of ['few', 'many'] as const) {
    test(`a user is found by any part of a name, a contact, or the ID among ${size}`, async (t) => {
      const { store, index } = await prepare(t)
      await addAda(store)
      await store.commit([{ addUser: newUser('zoe@work.example', { id: 'other', appId: 'bank' }) }])
      if (size === 'many') await addCrowd(store)
      await index()
      for (const text of ['work.ex', 'a baker', 'lovelace', 'ada byron', 'ate@home', 'id-4711'])
        assert.deepEqual(await find(store, text), ['zoe@work.example'], text)
      assert.deepEqual(await find(store, 'zoe@'), ['zoe@work.example'])
      for (const text of ['baker lovelace', 'z%work', 'z_e@', '"zoe"', 'ada\\', 'bakers'])
        assert.deepEqual(await find(store, text), [], text)
      assert.deepEqual(await find(store, 'baker', 'bank'), [])
    })
  }

  test('a text of one or two characters is found wherever the page looks', async (t) => {
    const { store, index } = await prepare(t)
    await store.commit([{ addUser: newUser('zz', { displayName: '王伟' }) }])
    await addCrowd(store)
    await index()
    assert.deepEqual(await search(store, { text: '王' }), { names: ['zz'], next: undefined, total: 1 })
    assert.deepEqual(await find(store, '王伟'), ['zz'])
  })

  test('a change of a user, their deletion, and that of the application take effect in the index', async (t) => {
    const { store, database, index } = await prepare(t)
    const { id } = await addAda(store)
    await addCrowd(store)
    await index()
    const profile = (await store.profiles.find({ appId: 'shop', userId: id }))!.profile!
    await store.commit([{ putProfile: { ...profile, name: 'Augusta' } }, changeOf(id, 1)])
    await index()
    assert.deepEqual([await find(store, 'lovelace'), await find(store, 'augusta')], [[], ['zoe@work.example']])
    await store.commit([{ deleteUser: { appId: 'shop', userId: id } }, changeOf(id, 2)])
    assert.deepEqual(await find(store, 'augusta'), [])
    await index()
    const left = await database.query(`select * from user_search_texts where user_id = '${id}'`)
    assert.equal(left.length, 0)
    await store.deletions.purge('shop', { isOver: () => false })
    assert.equal((await database.query('select * from user_search_texts')).length, 0)
  })

  test('a user of this moment is in the list, and found by the username before the index has them', async (t) => {
    const { store } = await prepare(t)
    await store.commit([{ addUser: newUser('late@example.com') }])
    assert.deepEqual(await find(store, 'late'), ['late@example.com'])
    assert.deepEqual((await search(store, {})).names, ['late@example.com'])
  })

  test('pages follow each other in both orders, with a text and without one', async (t: TestContext) => {
    const { store, index } = await prepare(t)
    await addCrowd(store)
    await index()
    const read = async (changes: Partial<UserSearch>) => {
      const pages = [await search(store, changes)]
      for (let page = pages[0]!; page.next !== undefined; ) {
        page = await search(store, { ...changes, after: page.next })
        pages.push(page)
      }
      return pages.map(({ names }) => names)
    }
    for (const text of [undefined, 'crowd-0000', 'example.com']) {
      const byName = (await read({ text, limit: 100 })).flat()
      assert.deepEqual(byName, byName.toSorted())
      assert.equal(byName.length, text === 'crowd-0000' ? 10 : 1_200)
      assert.deepEqual((await read({ text, limit: 100, order: 'newest' })).flat(), byName.toReversed())
    }
  })

  test('a page that looked at its share of users says where the next one starts, even without a result', async (t) => {
    const { store, index } = await prepare(t)
    await addCrowd(store, 2_500)
    await store.commit([
      { setUserStatus: { appId: 'shop', userId: 'user-crowd-02400@example.com', status: 'inactive', at: 1 } },
    ])
    await index()
    const first = await search(store, { status: 'inactive' })
    assert.deepEqual(first, { names: [], next: 'crowd-01999@example.com', total: undefined })
  })

  test('users are filtered by status, passkeys, last sign-in, and creation', async (t) => {
    const { store, index } = await prepare(t)
    await register(store, signUp('ann'))
    await register(store, signUp('bob'))
    await store.commit([{ addUser: newUser('cid', { status: 'inactive', createdAt: 9_000 }) }])
    const use = signIn(passkey('ann'), 'one')
    await recordUse(store, use)
    await index()
    const { users } = await store.users.search('shop', { order: 'username', limit: 10 })
    const [ann, bob, cid] = users
    assert.deepEqual([ann!.passkeys, bob!.passkeys, cid!.passkeys], [1, 1, 0])
    assert.ok(ann!.lastSignInAt! > bob!.lastSignInAt!)
    assert.equal(cid!.lastSignInAt, undefined)
    const expected: [Partial<UserSearch>, string[]][] = [
      [{ status: 'inactive' }, ['cid']],
      [{ status: 'active' }, ['ann', 'bob']],
      [{ passkeys: passkeyRanges.none }, ['cid']],
      [{ passkeys: passkeyRanges.one }, ['ann', 'bob']],
      [{ passkeys: passkeyRanges.several }, []],
      [{ signedInSince: ann!.lastSignInAt! }, ['ann']],
      [{ notSignedInSince: ann!.lastSignInAt! }, ['bob', 'cid']],
      [{ createdSince: 9_000 }, ['cid']],
      [{ createdBefore: 9_000 }, ['ann', 'bob']],
    ]
    for (const [filter, names] of expected)
      for (const order of ['username', 'newest'] as const) {
        const found = await search(store, { ...filter, order })
        assert.deepEqual([found.names.toSorted(), found.total], [names, names.length], JSON.stringify(filter))
      }
  })
})

test('a trigram is three characters, however many code units they have', () => {
  assert.deepEqual(toTrigrams('a😀bc'), ['a😀b', '😀bc'])
  assert.deepEqual(toTrigrams('aaaa'), ['aaa'])
  assert.deepEqual(toTrigrams('ab'), [])
})
