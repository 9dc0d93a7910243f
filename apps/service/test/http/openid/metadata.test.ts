import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'

type Metadata = Readonly<Record<string, unknown>> & { issuer: string; jwks_uri: string }

anyEngine('metadata of the OpenID Provider', (fresh) => {
  const running = useService(fresh)
  const issuer = `${origin}/apps/demo`

  for (const path of [
    '//apps/demo/.well-known/openid-configuration',
    '//apps/demo/.well-known/oauth-authorization-server',
    '//.well-known/openid-configuration/apps/demo',
    '//.well-known/oauth-authorization-server/apps/demo',
    '//.well-known/oauth-authorization-server/apps/demo?from=test',
  ])
    test(`${path.slice(1)} has the issuer demo, and every page can read it`, async () => {
      const response = await running().ask('GET', path, { headers: { origin: 'https://elsewhere.example' } })
      assert.equal(readBody<Metadata>(response).issuer, issuer)
      assert.equal(response.headers['access-control-allow-origin'], '*')
      assert.equal(response.headers['cache-control'], 'public, max-age=300')
    })

  test('the keys are where the metadata says, and every page can read them', async () => {
    const service = running()
    const { jwks_uri: address } = readBody<Metadata>(
      await service.ask('GET', '//apps/demo/.well-known/openid-configuration'),
    )
    const headers = { origin: 'https://spa.example' }
    const response = await service.ask('GET', `/${new URL(address).pathname}`, { headers })
    assert.ok(readBody<{ keys: object[] }>(response).keys.length > 0)
    assert.equal(response.headers['access-control-allow-origin'], '*')
  })

  test('a caller who has the metadata already gets 304', async () => {
    const service = running()
    const path = '//apps/demo/.well-known/openid-configuration'
    const { etag } = (await service.ask('GET', path)).headers
    assert.equal((await service.ask('GET', path, { headers: { 'if-none-match': String(etag) } })).status, 304)
  })

  test('an application with an address of its own is the issuer of that address', async () => {
    const service = running()
    const shop = await createApplication(service.core, {
      id: 'shop',
      name: 'Shop',
      rpId: 'localhost',
      origins: [origin],
    })
    await changeApplication(service.core, shop, { baseUrl: 'https://id.example.com' })
    const headers = { host: 'id.example.com' }
    for (const path of ['//.well-known/openid-configuration', '//.well-known/oauth-authorization-server'])
      assert.equal(readBody<Metadata>(await service.ask('GET', path, { headers })).issuer, 'https://id.example.com')
  })

  test('it says whether clients that are known by their document can ask, which MCP clients read first', async () => {
    const service = running()
    const read = async () =>
      readBody<Metadata>(await service.ask('GET', '//.well-known/oauth-authorization-server/apps/demo'))
    assert.equal('client_id_metadata_document_supported' in (await read()), false)
    await changeApplication(service.core, service.application, { settings: { clientIdMetadataDocuments: 'on' } })
    const metadata = await read()
    assert.equal(metadata.client_id_metadata_document_supported, true)
    assert.ok((metadata.token_endpoint_auth_methods_supported as string[]).includes('none'))
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
    assert.equal(metadata.authorization_response_iss_parameter_supported, true)
    assert.ok((metadata.scopes_supported as string[]).includes('offline_access'))
  })

  test("the installation's own application, whose users are members, is no provider", async () => {
    const service = running()
    await ensureOwnApplication(service.core, origin)
    const path = '//apps/thumbturn/.well-known/openid-configuration'
    assert.equal((await service.ask('GET', path)).status, 404)
  })

  for (const path of [
    '//.well-known/openid-configuration/apps/nothing',
    '//apps/nothing/.well-known/openid-configuration',
  ])
    test(`${path.slice(1)} is not found`, async () => {
      const { status, body } = await running().ask('GET', path)
      assert.deepEqual([status, (body as { error: string }).error], [404, 'invalid_request'])
    })

  test('an unknown path of the provider is not found, in the format of its errors', async () => {
    const { status, body } = await running().ask('GET', '//apps/demo/openid/nothing')
    assert.deepEqual([status, Object.keys(body as object).sort()], [404, ['error', 'error_description']])
  })
})
