import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consent, openidClient, protectedResource } from '@thumbturn/service-harness/authorization-situations.ts'
import { register } from '@thumbturn/service-harness/store-batches.ts'
import { signUp } from '@thumbturn/service-harness/store-situations.ts'
import { eachStore } from '@thumbturn/service-harness/stores.ts'

const [files, mail] = ['https://files.example.com', 'https://mail.example.com/mcp']

eachStore('protected resources', (opened) => {
  test('resources are loaded as they were stored, by name, and only those of the application', async (t) => {
    const { store } = await opened(t)
    const resources = [
      protectedResource(files, { allowedGroups: ['staff'] }),
      protectedResource(mail, { name: 'A mailbox', scopes: [] }),
      protectedResource(files, { appId: 'bank', name: 'Vault' }),
    ]
    for (const resource of resources) assert.equal(await store.commit([{ addResource: resource }]), undefined)
    assert.deepEqual(await store.protectedResources.list('shop'), [resources[1], resources[0]])
    const find = (appId: string, ...forms: [string, ...string[]]) => store.protectedResources.find({ appId, forms })
    assert.deepEqual(await find('bank', files), resources[2])
    assert.deepEqual(await find('shop', `${files}/`, files), resources[0])
    assert.equal(await find('shop', `${files}/`), undefined)
    assert.equal(await find('bank', mail), undefined)
    assert.equal(await store.commit([{ addResource: protectedResource(files) }]), 'resource_exists')
  })

  test('a change and a deletion require what was read, and a change keeps URI and time of creation', async (t) => {
    const { store } = await opened(t)
    await store.commit([{ addResource: protectedResource(files) }])
    const changed = protectedResource(files, { name: 'Documents', scopes: [], createdAt: 9_000, updatedAt: 2_000 })
    const changes = await Promise.all([1, 2].map(() => store.commit([{ changeResource: changed }])))
    assert.deepEqual(changes.toSorted(), ['resource_changed', undefined])
    const found = await store.protectedResources.find({ appId: 'shop', forms: [files] })
    assert.deepEqual(found, { ...changed, version: 2, createdAt: 1_000 })
    const key = { appId: 'shop', uri: files }
    assert.equal(await store.commit([{ deleteResource: { ...key, appId: 'bank' } }]), 'resource_changed')
    assert.equal(await store.commit([{ deleteResource: key }]), undefined)
    assert.equal(await store.commit([{ deleteResource: key }]), 'resource_changed')
  })

  test('a consent keeps the scopes of each resource apart', async (t) => {
    const { store } = await opened(t)
    await register(store, signUp('ann'))
    await store.commit([{ addClient: openidClient('wiki') }])
    const given = consent('ann', 'wiki', { resourceScopes: { [files]: ['read'], [mail]: ['read', 'write'] } })
    assert.equal(await store.commit([{ addConsent: given }]), undefined)
    assert.deepEqual(await store.consents.find({ appId: 'shop', userId: 'user-ann', clientId: 'wiki' }), given)
  })
})
