import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addProtectedResource,
  addPublicClient,
  authorize,
  issuer,
  open,
  requestOf,
  send,
} from '@thumbturn/service-harness/openid.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { Outage } from '../../../src/core/errors.ts'
import type { Store } from '../../../src/core/ports/store.ts'

const headers = { origin: 'https://spa.example' }
const grant = { grant_type: 'refresh_token', refresh_token: 'forged' }

anyEngine('the OpenID Provider during an outage', (fresh) => {
  const state = { isOut: false }
  const outage = () => Promise.reject(new Outage('The database is unavailable'))
  const wrap = (store: Store): Store => ({
    ...store,
    protectedResources: {
      find: (resource) => (state.isOut ? outage() : store.protectedResources.find(resource)),
      list: (appId) => (state.isOut ? outage() : store.protectedResources.list(appId)),
    },
    openidClients: {
      ...store.openidClients,
      find: (client) => (state.isOut ? outage() : store.openidClients.find(client)),
    },
  })
  const running = useService(fresh, { wrap })

  test('endpoints say temporarily_unavailable to pages of every origin, and users see that they can try again', async () => {
    const service = running()
    const client = await addPublicClient(service)
    state.isOut = true
    const response = await send(service, 'token', { client, fields: grant, headers })
    assert.deepEqual(
      [response.status, (response.body as { error: string }).error, response.headers['retry-after']],
      [503, 'temporarily_unavailable', '5'],
    )
    assert.ok(response.headers['access-control-allow-origin'])
    const page = await authorize(service, requestOf(client))
    assert.deepEqual([page.status, page.headers['retry-after']], [503, '5'])
    assert.match(page.text, /Try again in a moment/)
    state.isOut = false
  })

  test('the metadata lists the scopes of OpenID Connect, and is not kept', async () => {
    const service = running()
    await addProtectedResource(service, 'https://files.example.com')
    const read = async () => {
      const { status, headers: read, body } = await open(service, `${issuer}/.well-known/openid-configuration`)
      return [status, read['cache-control'], (body as { scopes_supported: string[] }).scopes_supported.length]
    }
    state.isOut = true
    assert.deepEqual(await read(), [200, 'no-store', 6])
    state.isOut = false
    assert.deepEqual(await read(), [200, 'public, max-age=300', 8])
  })
})

anyEngine('floods of the OpenID Provider', (fresh) => {
  const running = useService(fresh, { limits: { store: 'memory', factor: 0.001 } })

  test('calls of one network are rejected before any work, whatever client they name', async () => {
    const service = running()
    const { id } = await addPublicClient(service)
    const ask = (from: string, clientId: string) =>
      service.ask('POST', '//apps/demo/openid/token', {
        from,
        body: new URLSearchParams({ ...grant, client_id: clientId }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const statuses = []
    for (const clientId of [id, 'nothing', id, 'nothing', id]) statuses.push((await ask('192.0.2.1', clientId)).status)
    assert.deepEqual(statuses, [400, 401, 400, 429, 429])
    const { body } = await ask('192.0.2.1', id)
    assert.equal((body as { error: string }).error, 'temporarily_unavailable')
    assert.equal((await ask('192.0.2.2', id)).status, 400)
  })
})
