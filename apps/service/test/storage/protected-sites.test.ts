import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { browserSession } from '@thumbturn/service-harness/authorization-situations.ts'
import { protectedSite } from '@thumbturn/service-harness/sites.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { application, contact, signingKey, signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { Application } from '../../src/core/model/applications/application.ts'
import type { ProtectedSite } from '../../src/core/model/protected-sites/protected-site.ts'
import type { Store } from '../../src/core/ports/store.ts'

const find = async (store: Store, id: string): Promise<Application> =>
  (await store.applications.list()).find((one) => one.id === id)!

async function change(store: Store, write: 'addSite' | 'changeSite' | 'deleteSite', site: ProtectedSite) {
  const fact = { application: await find(store, site.appId), site }
  return store.commit([{ [write]: fact } as { addSite: typeof fact }])
}

/** Either of the two that a batch requires. */
const isConflict = /^(site|application)_changed$/

eachStore('protected sites', (opened) => {
  async function openWithApplications(t: TestContext) {
    const { store } = await opened(t)
    for (const id of ['shop', 'bank'])
      await store.commit([{ addApplication: { application: application(id), key: signingKey(id, id) } }])
    return store
  }

  test('sites are loaded as they were stored, by host, and only those of the application', async (t) => {
    const store = await openWithApplications(t)
    const sites = [protectedSite('wiki'), protectedSite('chat', { disabled: true, allowedGroups: ['staff'] })]
    const other = protectedSite('wiki', { appId: 'bank', host: 'bank.example.com' })
    for (const site of [...sites, other]) assert.equal(await change(store, 'addSite', site), undefined)
    assert.deepEqual(await store.protectedSites.list({ appId: 'shop' }), sites.toReversed())
    assert.deepEqual(await store.protectedSites.find({ appId: 'bank', id: 'wiki' }), other)
    assert.equal(await store.protectedSites.find({ appId: 'bank', id: 'chat' }), undefined)
  })

  test('a host belongs to one site of an application, and no other application can occupy it', async (t) => {
    const store = await openWithApplications(t)
    await change(store, 'addSite', protectedSite('wiki'))
    const same = protectedSite('another', { host: 'wiki.example.com' })
    assert.equal(await change(store, 'addSite', same), 'site_exists')
    await change(store, 'addSite', { ...same, host: 'free.example.com' })
    assert.equal(await change(store, 'changeSite', same), 'site_exists')
    assert.equal(await change(store, 'addSite', { ...same, appId: 'bank' }), undefined)
    assert.equal(await change(store, 'deleteSite', protectedSite('wiki')), undefined)
    assert.equal(await change(store, 'changeSite', same), undefined)
  })

  test('a change requires the versions of the site and of the application, and raises both', async (t) => {
    const store = await openWithApplications(t)
    const site = protectedSite('wiki')
    const before = await find(store, 'shop')
    await change(store, 'addSite', site)
    assert.equal(await store.commit([{ changeSite: { application: before, site } }]), 'application_changed')
    const changed = { ...site, name: 'Docs', createdAt: 9_000, updatedAt: 2_000 }
    assert.equal(await change(store, 'changeSite', changed), undefined)
    assert.match((await change(store, 'changeSite', changed)) ?? '', isConflict)
    const found = await store.protectedSites.find({ appId: 'shop', id: 'wiki' })
    assert.deepEqual(found, { ...changed, version: 2, createdAt: 1_000 })
    assert.ok((await find(store, 'shop')).version > before.version + 1)
    assert.equal(await change(store, 'deleteSite', site), undefined)
    assert.match((await change(store, 'deleteSite', site)) ?? '', isConflict)
  })

  test('a visitor is read with name, verified primary email address, and groups', async (t) => {
    const store = await openWithApplications(t)
    for (const name of ['ann', 'bob']) await register(store, signUp(name))
    for (const name of ['ann', 'bob']) await store.commit([{ addBrowserSession: browserSession(name) }])
    const read = (name: string) => store.protectedSites.findVisitor({ appId: 'shop', sessionId: `session-${name}` })
    const bare = await read('ann')
    assert.deepEqual([bare?.user.id, bare?.name, bare?.email, bare?.groups], ['user-ann', undefined, undefined, []])
    assert.deepEqual(bare?.session, browserSession('ann'))
    for (const name of ['staff', 'admins'])
      await store.commit([
        {
          addUserGroup: {
            appId: 'shop',
            id: name,
            name,
            nameKey: name,
            claims: {},
            version: 1,
            createdAt: 1,
            updatedAt: 1,
          },
        },
        { addUserGroupMember: { appId: 'shop', groupId: name, userId: 'user-ann' } },
      ])
    const addresses = [
      contact('ann', { address: 'second@example.com', secondary: true, createdAt: 1 }),
      contact('ann', { address: 'ann@example.com', createdAt: 2 }),
    ]
    for (const one of addresses)
      await store.commit([{ setContact: { ...one, addressKey: one.address, verifiedAt: 3 } }])
    await store.commit([
      { putProfile: { appId: 'shop', userId: 'user-ann', name: 'Ann Lee', claims: {}, version: 0, updatedAt: 1 } },
    ])
    const visitor = await read('ann')
    assert.deepEqual([visitor?.name, visitor?.email], ['Ann Lee', 'ann@example.com'])
    assert.deepEqual(
      visitor?.groups.map(({ name }) => name),
      ['admins', 'staff'],
    )
    assert.deepEqual((await read('bob'))?.groups, [])
    await store.commit([{ signOutUser: { appId: 'shop', userId: 'user-ann' } }])
    assert.equal(await read('ann'), undefined)
    await store.commit([{ setUserStatus: { appId: 'shop', userId: 'user-bob', status: 'inactive', at: 4 } }])
    assert.equal(await read('bob'), undefined)
  })
})
