import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { membership, userGroup, userProfile } from '@thumbturn/service-harness/group-situations.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { application, contact, signingKey, signUp, user } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

const shop = { appId: 'shop', after: '', limit: 10 }
const ann = { appId: 'shop', userId: 'user-ann' }

const complete = userProfile('ann', {
  name: 'Ann Example',
  givenName: 'Ann',
  familyName: 'Example',
  nickname: 'annie',
  picture: 'https://example.com/ann.png',
  website: 'https://ann.example',
  locale: 'de-DE',
  zoneinfo: 'Europe/Berlin',
  claims: { department: 'Sales', levels: [1, { of: 2 }] },
})

eachStore('groups of users', (opened) => {
  test('groups are listed by name, page by page, and only those of the application', async (t) => {
    const { store } = await opened(t)
    const groups = ['Admins', 'editors', 'Writers'].map((name) => userGroup(name))
    groups[0] = userGroup('Admins', { description: 'They can do everything', claims: { level: 9 } })
    for (const group of [...groups.toReversed(), userGroup('admins', { appId: 'bank' })])
      assert.equal(await store.commit([{ addUserGroup: group }]), undefined)
    assert.deepEqual(await store.groups.list(shop), groups)
    assert.deepEqual(await store.groups.list({ ...shop, after: 'admins', limit: 1 }), [groups[1]])
    assert.deepEqual(await store.groups.find({ appId: 'shop', id: 'group-admins' }), groups[0])
    assert.deepEqual(await store.groups.findByName({ appId: 'shop', nameKey: 'writers' }), groups[2])
    assert.equal(await store.groups.find({ appId: 'bank', id: 'group-writers' }), undefined)
    assert.deepEqual([await store.groups.count('shop'), await store.groups.count('none')], [3, 0])
  })

  test('two groups of an application cannot have one name', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ addUserGroup: userGroup('admins') }, { addUserGroup: userGroup('writers') }])
    assert.equal(await store.commit([{ addUserGroup: userGroup('ADMINS', { id: 'other' }) }]), 'user_group_exists')
    const renamed = { ...userGroup('writers'), name: 'Admins', nameKey: 'admins' }
    assert.equal(await store.commit([{ changeUserGroup: renamed }]), 'user_group_exists')
  })

  test('a change requires the version that was read, and keeps ID and time of creation', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ addUserGroup: userGroup('admins') }])
    const changed = { ...userGroup('staff'), id: 'group-admins', claims: { a: 1 }, createdAt: 9_000, updatedAt: 2_000 }
    const changes = await Promise.all([1, 2, 3].map(() => store.commit([{ changeUserGroup: changed }])))
    assert.deepEqual(changes.toSorted(), ['user_group_changed', 'user_group_changed', undefined])
    const found = await store.groups.find({ appId: 'shop', id: 'group-admins' })
    assert.deepEqual(found, { ...changed, version: 2, createdAt: 1_000 })
    assert.equal(await store.commit([{ changeUserGroup: { ...found!, appId: 'bank' } }]), 'user_group_changed')
  })

  /** Ann is in two groups, and Bob in one of them. */
  async function openWithMembers(t: TestContext) {
    const { store, database } = await opened(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    for (const name of ['writers', 'admins']) await store.commit([{ addUserGroup: userGroup(name) }])
    const pairs = [
      ['writers', 'ann'],
      ['admins', 'ann'],
      ['writers', 'bob'],
    ] as const
    for (const [group, name] of pairs)
      assert.equal(await store.commit([{ addUserGroupMember: membership(group, name) }]), undefined)
    return { store, database }
  }

  test('members are listed page by page, and groups by their members', async (t) => {
    const { store } = await openWithMembers(t)
    const toMember = (name: string) => {
      const { id: userId, username, displayName, status } = user(name)
      return { userId, username, displayName, status }
    }
    const writers = { ...shop, id: 'group-writers' }
    assert.deepEqual(await store.groups.listMembers(writers), [toMember('ann'), toMember('bob')])
    assert.deepEqual(await store.groups.listMembers({ ...writers, after: 'user-ann', limit: 1 }), [toMember('bob')])
    assert.deepEqual(await store.groups.listMembers({ ...writers, appId: 'bank' }), [])
    assert.equal(await store.groups.countMembers(writers), 2)
    assert.deepEqual(
      (await store.groups.listByUser(ann)).map(({ name }) => name),
      ['admins', 'writers'],
    )
    assert.equal(await store.groups.isMember(membership('admins', 'ann')), true)
    assert.equal(await store.groups.isMember(membership('admins', 'bob')), false)
  })

  test('a member is added once, requires user and group, and is removed once', async (t) => {
    const { store } = await openWithMembers(t)
    assert.equal(await store.commit([{ addUserGroupMember: membership('admins', 'ann') }]), undefined)
    assert.equal(await store.groups.countMembers({ appId: 'shop', id: 'group-admins' }), 1)
    assert.equal(await store.commit([{ addUserGroupMember: membership('admins', 'eve') }]), 'user_missing')
    const unknown = await store.commit([{ addUserGroupMember: membership('none', 'ann') }])
    assert.match(String(unknown), /^user(_group)?_missing$/)
    const removals = await Promise.all(
      [1, 2].map(() => store.commit([{ removeUserGroupMember: membership('admins', 'ann') }])),
    )
    assert.deepEqual(removals.toSorted(), ['membership_missing', undefined])
  })

  test('deleting a group deletes its memberships only', async (t) => {
    const { store } = await openWithMembers(t)
    assert.equal(
      await store.commit([{ deleteUserGroup: { appId: 'bank', id: 'group-writers' } }]),
      'user_group_changed',
    )
    assert.equal(await store.commit([{ deleteUserGroup: { appId: 'shop', id: 'group-writers' } }]), undefined)
    assert.deepEqual(
      (await store.groups.listByUser(ann)).map(({ name }) => name),
      ['admins'],
    )
  })

  test('a user is described with profile, groups, and verified contacts, in their application only', async (t) => {
    const { store } = await openWithMembers(t)
    const verified = contact('ann', { verifiedAt: 3_000 })
    await store.commit([{ putProfile: complete }, { setContact: verified }])
    await store.commit([{ setContact: contact('new', { userId: 'user-ann', verifiedAt: undefined }) }])
    await store.commit([{ changeUserGroup: userGroup('admins', { claims: { level: 9 } }) }])
    assert.deepEqual(await store.profiles.find(ann), {
      user: user('ann'),
      profile: { ...complete, version: 1 },
      groups: [
        { id: 'group-admins', name: 'admins', nameKey: 'admins', claims: { level: 9 } },
        { id: 'group-writers', name: 'writers', nameKey: 'writers', claims: {} },
      ],
      contacts: [verified],
    })
    assert.deepEqual(await store.profiles.find({ appId: 'shop', userId: 'user-bob' }), {
      user: user('bob'),
      profile: undefined,
      groups: [{ id: 'group-writers', name: 'writers', nameKey: 'writers', claims: {} }],
      contacts: [],
    })
    assert.equal(await store.profiles.find({ ...ann, appId: 'bank' }), undefined)
  })

  test('a profile is set for a user who exists, of the version that was read', async (t) => {
    const { store } = await openWithMembers(t)
    const first = await Promise.all([1, 2].map(() => store.commit([{ putProfile: complete }])))
    assert.deepEqual(first.toSorted(), ['profile_changed', undefined])
    const bare = userProfile('ann', { version: 1, updatedAt: 3_000 })
    const second = await Promise.all([1, 2].map(() => store.commit([{ putProfile: bare }])))
    assert.deepEqual(second.toSorted(), ['profile_changed', undefined])
    assert.deepEqual((await store.profiles.find(ann))?.profile, { ...bare, version: 2 })
    assert.equal(await store.commit([{ putProfile: userProfile('eve') }]), 'user_missing')
  })

  test('a deleted user, and a deleted application, leave nothing behind', async (t) => {
    const { store, database } = await openWithMembers(t)
    await store.commit([{ putProfile: complete }])
    await store.commit([{ putProfile: userProfile('bob') }])
    const tables = ['profiles', 'user_group_members', 'user_groups']
    const count = async () =>
      (await database.queryEach(tables.map((table) => `select count(*) as n from ${table}`))).map(([row]) =>
        Number(row?.n),
      )
    assert.deepEqual(await count(), [2, 3, 2])
    await store.commit([{ deleteUser: ann }])
    assert.deepEqual(await count(), [1, 1, 2])
    await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
    const [stored] = await store.applications.list()
    await store.commit([{ deleteApplication: { application: stored!, at: 9_000 } }])
    assert.ok(await store.deletions.purge('shop', { isOver: () => false }))
    assert.deepEqual(await count(), [0, 0, 0])
  })
})
