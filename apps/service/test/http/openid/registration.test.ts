import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Nodes, useNodes } from '@thumbturn/service-harness/nodes.ts'
import { signInToClient } from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createApiKey } from '../../../src/core/use-cases/applications/keys.ts'
import { listSigningKeys } from '../../../src/core/use-cases/applications/signing-keys.ts'
import { createResource } from '../../../src/core/use-cases/protected-resources/manage.ts'

const native = {
  client_name: 'Example MCP Client',
  redirect_uris: ['http://127.0.0.1/callback'],
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
}
const web = { client_name: 'Web', redirect_uris: ['https://client.example/callback'] }

type Registration = Record<string, unknown> & { client_id: string; client_secret?: string }

const setMode = ({ core, application }: Service, mode: 'off' | 'token') =>
  changeApplication(core, application, { settings: { dynamicClientRegistration: mode } })

async function register(
  service: Service,
  metadata: object,
  scope: 'client:register' | 'user:read' = 'client:register',
) {
  const { text: token } = await createApiKey(service.core, service.application, { name: 'test', scopes: [scope] })
  return service.ask('POST', '//apps/demo/openid/register', { body: metadata, token: `Bearer ${token}` })
}

function readRegistered({ status, body, text }: Answer): Registration {
  assert.equal(status, 201, text)
  return body as Registration
}

const readError = ({ status, body }: Answer) => [status, (body as { error: string }).error]

eachEngine('dynamic client registration', (fresh) => {
  const running = useService(fresh)

  test('a program with a key registers itself as a client that members see, and signs users in', async () => {
    const service = running()
    await setMode(service, 'token')
    await createResource(service.core, service.application, { uri: 'https://mcp.example.com/mcp', name: 'Files' })
    const answer = await register(service, native)
    const { client_id, client_id_issued_at, ...registered } = readRegistered(answer)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(client_id_issued_at, Math.floor(service.clock.now() / 1000))
    assert.deepEqual(registered, {
      ...native,
      response_types: ['code'],
      scope: 'openid profile email phone groups offline_access',
    })
    const client = (await service.core.store.openidClients.list('demo')).find(({ id }) => id === client_id)!
    assert.deepEqual([client.consent, client.requirePkce, client.type], ['ask', true, 'native'])
    assert.deepEqual(client.resources, ['https://mcp.example.com/mcp'])
    const events = await service.core.store.events.list('demo', 10)
    assert.ok(events.some(({ type, detail }) => type.endsWith('client_created') && detail?.clientId === client_id))
  })

  test('a web program gets a secret with which it signs users in', async () => {
    const service = running()
    await setMode(service, 'token')
    const { client_id, client_secret, ...others } = readRegistered(await register(service, web))
    assert.ok(client_secret)
    assert.deepEqual(
      [others.client_secret_expires_at, others.token_endpoint_auth_method, others.grant_types],
      [0, 'client_secret_basic', ['authorization_code']],
    )
    assert.ok(client_id)
  })

  const replaced: readonly [what: string, metadata: object, registered: object][] = [
    [
      'a loopback address makes a program native',
      { redirect_uris: ['http://localhost:3000/cb'] },
      { application_type: 'native', token_endpoint_auth_method: 'none' },
    ],
    [
      'a native program gets no secret',
      { ...native, token_endpoint_auth_method: 'client_secret_post' },
      { token_endpoint_auth_method: 'none' },
    ],
    [
      'a page without a secret stays without one',
      { ...web, token_endpoint_auth_method: 'none' },
      { application_type: 'web', token_endpoint_auth_method: 'none' },
    ],
    [
      'grant types that need no user are left out',
      { ...web, grant_types: ['authorization_code', 'client_credentials'] },
      { grant_types: ['authorization_code'] },
    ],
    ['scopes that the service lacks are left out', { ...web, scope: 'openid admin' }, { scope: 'openid' }],
    [
      'a program that sends no name has that of its host',
      { redirect_uris: web.redirect_uris },
      { client_name: 'client.example' },
    ],
  ]

  for (const [what, metadata, expected] of replaced)
    test(`${what}, and the response says so`, async () => {
      const service = running()
      await setMode(service, 'token')
      const registered = readRegistered(await register(service, metadata))
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, registered[name]])), expected)
    })

  const wrong: readonly [what: string, metadata: object, error: string][] = [
    ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['http', { redirect_uris: ['http://client.example/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://client.example/cb#a'] }, 'invalid_redirect_uri'],
    ['a wildcard', { redirect_uris: ['https://*.client.example/cb'] }, 'invalid_redirect_uri'],
    ['the implicit grant', { ...web, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['a response type of its own', { ...web, response_types: ['token'] }, 'invalid_client_metadata'],
    ['an unknown authentication', { ...web, token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
    [
      'private_key_jwt without keys',
      { ...web, token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    ['a name of two lines', { ...web, client_name: 'a\nb' }, 'invalid_client_metadata'],
    ['a home page that is a script', { ...web, client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
  ]

  for (const [what, metadata, error] of wrong)
    test(`${what} is rejected with ${error}`, async () => {
      const service = running()
      await setMode(service, 'token')
      const before = (await service.core.store.openidClients.list('demo')).length
      assert.deepEqual(readError(await register(service, metadata)), [400, error])
      assert.equal((await service.core.store.openidClients.list('demo')).length, before)
    })

  test('a key needs the scope, must be of the application, and works only while the setting is on', async () => {
    const service = running()
    await setMode(service, 'token')
    assert.deepEqual(readError(await register(service, native, 'user:read')), [403, 'access_denied'])
    const other = await createApplication(service.core, {
      id: 'other',
      name: 'Other',
      rpId: 'localhost',
      origins: ['http://localhost:4300'],
    })
    const { text } = await createApiKey(service.core, other, { name: 'test', scopes: ['client:register'] })
    for (const token of [undefined, `Bearer ${text}`, 'Bearer made-up']) {
      const answer = await service.ask('POST', '//apps/demo/openid/register', {
        body: native,
        ...(token !== undefined && { token }),
      })
      assert.deepEqual(readError(answer), [401, 'invalid_token'])
    }
    await setMode(service, 'off')
    assert.deepEqual(readError(await register(service, native)), [403, 'access_denied'])
  })

  test('the metadata has the endpoint only while the setting is on', async () => {
    const service = running()
    const read = async () =>
      readBody<{ registration_endpoint?: string }>(
        await service.ask('GET', '//apps/demo/.well-known/openid-configuration'),
      ).registration_endpoint
    await setMode(service, 'off')
    assert.equal(await read(), undefined)
    await setMode(service, 'token')
    assert.equal(await read(), 'http://localhost:4300/apps/demo/openid/register')
  })

  test('a registered client signs a user in', async () => {
    const service = running()
    await setMode(service, 'token')
    const { client_id: clientId } = readRegistered(
      await register(service, { ...web, token_endpoint_auth_method: 'none' }),
    )
    const client = (await service.core.store.openidClients.find({ appId: 'demo', clientId }))!
    await service.core.store.commit([{ changeClient: { ...client, consent: 'skip' } }])
    assert.equal((await signInToClient(service, client)).tokens.scope, 'openid')
  })
})

const callers = 64

/** Registers clients with one key at both nodes at the same time. */
async function registerInParallel({ near, far }: Nodes) {
  const { text } = await createApiKey(near.core, near.application, { name: 'test', scopes: ['client:register'] })
  const ask = (at: number) => {
    const body = { client_name: `Program ${at}`, redirect_uris: [`https://client-${at}.example/callback`] }
    return (at % 2 === 0 ? near : far).ask('POST', '//apps/demo/openid/register', { body, token: `Bearer ${text}` })
  }
  return Promise.all(Array.from({ length: callers }, (_, at) => ask(at)))
}

eachEngine('parallel client registrations on two nodes', (fresh) => {
  const running = useNodes(fresh, { dynamicClientRegistration: 'token' })

  test('with one key get a client each, and one key for all of their ID tokens', async () => {
    const { near } = running()
    const registered = (await registerInParallel(running())).map(readRegistered)
    for (const part of ['client_id', 'client_secret', 'client_name'] as const)
      assert.equal(new Set(registered.map((client) => client[part])).size, callers)
    const names = new Map((await near.core.store.openidClients.list('demo')).map(({ id, name }) => [id, name]))
    for (const { client_id, client_name } of registered) assert.equal(names.get(client_id), client_name)
    const keys = await listSigningKeys(near.core, near.application)
    assert.equal(keys.filter(({ alg }) => alg === 'RS256').length, 1)
  })
})
