import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { admin, newMember } from '@thumbturn/service-harness/members.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { apiKey as newKey } from '@thumbturn/service-harness/store-situations.ts'
import { recordCounts } from '../../../src/cli/upkeep.ts'
import type { ApiKey } from '../../../src/core/model/applications/api-key.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createApiKey, listExpiringKeys } from '../../../src/core/use-cases/applications/keys.ts'

type Key = { id: string; key: string; createdAt: string; lastUsedAt?: string; expiresAt?: string }

const hour = 3_600_000
const day = 24 * hour
const rejected = { status: 401, msg: /API key/, msgCode: 'unauthorized' }

eachEngine('API keys', (fresh) => {
  const service = useService(fresh)
  const ahead = (ms: number) => new Date(service().clock.now() + ms).toISOString()
  const create = async (body: object): Promise<Key> =>
    readBody(await (await newMember(service())).ask('POST', '/applications/demo/api-keys', { body }))
  const find = async ({ id }: Pick<Key, 'id'>) => (await service().core.store.apiKeys.find(id))!
  const use = (token: string) => service().ask('GET', '/mgmt/aaguids/blacklist', { token })

  test('a key that expired is rejected like an unknown one', async () => {
    const { key, ...made } = await create({ scopes: ['passkey:read'], expiresAt: ahead(2 * hour) })
    assert.equal(made.expiresAt, ahead(2 * hour))
    readBody(await use(key))
    service().clock.advance(2 * hour)
    const expired = await use(key)
    assertRejected(expired, rejected)
    assert.deepEqual(expired.body, (await use(`ttk_0000000000000000.${'A'.repeat(43)}`)).body)
  })

  test('an application has at most 500 keys in use, and a list has a thousand, with all of them', async () => {
    const { core } = service()
    await createApplication(core, { id: 'many', rpId: 'many.example', origins: ['https://many.example'] })
    const dashboard = await newMember(service())
    const add = async (count: number, changes: Partial<ApiKey>) => {
      const keys = Array.from({ length: count }, () => newKey(core.random.uuid(), { appId: 'many', ...changes }))
      await core.store.commit(keys.map((addApiKey) => ({ addApiKey })))
      return keys.map(({ id }) => id)
    }
    const inUse = await add(500, { createdAt: 1_000 })
    await add(5, { createdAt: 1_000, expiresAt: 2_000 })
    await add(700, { createdAt: 2_000, revokedAt: 3_000 })
    const path = '/applications/many/api-keys'
    const create = () => dashboard.ask('POST', path, { body: { scopes: ['user:read'] } })
    assertRejected(await create(), { status: 400, msg: /500 API keys in use/, msgCode: 'bad_request' })
    const { apiKeys } = readBody<{ apiKeys: Key[] }>(await dashboard.ask('GET', path))
    assert.equal(apiKeys.length, 1_000)
    assert.equal(new Set(inUse).difference(new Set(apiKeys.map(({ id }) => id))).size, 0)
    assert.equal((await dashboard.ask('DELETE', `${path}/${inUse[0]}`)).status, 204)
    readBody(await create())
  })

  test('a key without a time of expiry works for years', async () => {
    const { key, ...made } = await create({ scopes: ['passkey:read'] })
    assert.equal(made.expiresAt, undefined)
    service().clock.advance(800 * day)
    readBody(await use(key))
  })

  test('a key must not have expired when it is created', async () => {
    const dashboard = await newMember(service())
    for (const expiresAt of [ahead(0), ahead(-day), 'tomorrow'])
      assertRejected(await dashboard.ask('POST', '/applications/demo/api-keys', { body: { expiresAt } }), {
        status: 400,
        msg: /expire/,
        msgCode: 'bad_request',
      })
  })

  test('the audit log says when a new key expires', async () => {
    const dashboard = await newMember(service())
    const body = { scopes: ['user:read'], expiresAt: ahead(day) }
    readBody(await dashboard.ask('POST', '/applications/demo/api-keys', { body }))
    const [entry] = readBody<{ entries: { after: object }[] }>(
      await dashboard.ask('GET', '/audit?action=apiKey.created'),
    ).entries
    assert.deepEqual(entry?.after, { name: 'unnamed', ...body })
  })

  test('the last use of a key is written once an hour, behind the calls', async () => {
    const { key, text } = await apiKey(service(), ['passkey:read'])
    const usedAt = service().clock.now()
    const before = await stored(service().database)
    for (let call = 0; call < 3; call++) readBody(await use(text))
    assert.deepEqual(await stored(service().database), before)
    await recordCounts(service().core)
    assert.equal((await find(key)).lastUsedAt, usedAt)
    service().clock.advance(hour - 1)
    await use(text)
    await recordCounts(service().core)
    assert.equal((await find(key)).lastUsedAt, usedAt)
    service().clock.advance(1)
    await use(text)
    await recordCounts(service().core)
    assert.equal((await find(key)).lastUsedAt, usedAt + hour)
  })

  test('a rejected secret is no use of the key', async () => {
    const { key } = await apiKey(service(), ['passkey:read'])
    assertRejected(await use(`ttk_${key.id}.${'A'.repeat(43)}`), rejected)
    await recordCounts(service().core)
    assert.equal((await find(key)).lastUsedAt, undefined)
  })

  test('a node whose clock is behind never moves the last use back', async () => {
    const { key } = await apiKey(service())
    const { store } = service().core
    for (const at of [2_000, 1_000]) await store.commit([{ useApiKey: { id: key.id, appId: 'demo', at } }])
    assert.equal((await find(key)).lastUsedAt, 2_000)
  })

  test('the list shows when keys were used and when they expire', async () => {
    const { core } = service()
    const dashboard = await newMember(service())
    const { key, ...made } = await create({ name: 'lists', scopes: ['passkey:read'], expiresAt: ahead(day) })
    await use(key)
    await recordCounts(core)
    const { apiKeys } = readBody<{ apiKeys: Key[] }>(await dashboard.ask('GET', '/applications/demo/api-keys'))
    assert.deepEqual(
      apiKeys.find(({ id }) => id === made.id),
      { ...made, lastUsedAt: ahead(0) },
    )
    assert.equal((await service().ask('GET', `${admin}/applications`, { token: key })).status, 403)
  })

  test('keys are announced from two weeks before they expire to a month afterward, unless they are revoked', async () => {
    const { core, clock } = service()
    const request = { id: 'keys', name: 'Shop', rpId: 'localhost', origins: ['http://localhost:4300'] }
    const application = await createApplication(core, request)
    const make = async (name: string, days: number) => {
      const expiresAt = clock.now() + days * day
      return (await createApiKey(core, application, { name, scopes: ['user:read'], expiresAt })).key.id
    }
    const soon = await make('soon', 10)
    await make('late', 30)
    const list = async () => (await listExpiringKeys(core, application)).map(({ name }) => name)
    assert.deepEqual(await list(), ['soon'])
    clock.advance(20 * day)
    assert.deepEqual((await list()).toSorted(), ['late', 'soon'])
    await core.store.commit([{ revokeApiKey: { appId: application.id, id: soon, at: clock.now() } }])
    assert.deepEqual(await list(), ['late'])
    clock.advance(50 * day)
    assert.deepEqual(await list(), [])
  })
})
