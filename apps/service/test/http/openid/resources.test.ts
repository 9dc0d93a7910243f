import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import { membership, userGroup } from '@thumbturn/service-harness/group-situations.ts'
import {
  addOpenidClient,
  addProtectedResource,
  addPublicClient,
  authorize,
  type Browser,
  exchangeOf,
  type OpenidTokens,
  readPage,
  readRedirect,
  requestCode,
  requestOf,
  send,
  signInToClient,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import { deleteResource } from '../../../src/core/use-cases/protected-resources/manage.ts'
import { callFromPage } from '../hosted/hosted-browser.ts'

const [files, mail] = ['https://files.example.com/mcp', 'https://mail.example.com']
const clientScopes = ['openid', 'email', 'offline_access', 'invoices']

function assertError({ status, body, text }: Answer, error: string) {
  assert.deepEqual([status, (body as { error?: string }).error], [400, error], text)
}

type ShownPage = {
  scopes: { name: string; isNew: boolean }[]
  resource?: { name?: string; host: string; scopes: { name: string; description: string; isNew: boolean }[] }
}

eachEngine('protected resources at the authorization server', (fresh) => {
  const running = useService(fresh)

  const isRegistered = async ({ core }: Service, uri: string) =>
    (await core.store.protectedResources.find({ appId: 'demo', forms: [uri] })) !== undefined

  /** A service with both resources, of which clients list the first one. */
  async function prepare(changes: Partial<Client> = {}) {
    const service = running()
    for (const uri of [files, mail]) if (!(await isRegistered(service, uri))) await addProtectedResource(service, uri)
    const client = await addOpenidClient(service, { scopes: clientScopes, resources: [files], ...changes })
    return { service, client }
  }

  const redirect = async (
    service: Service,
    { client, browser }: { client: Client; browser: Browser },
    change: Record<string, string>,
  ) => readRedirect(await authorize(service, { ...requestOf(client), ...change }, browser))

  /** A new user's tokens, and what their access token says. */
  async function signInFor(service: Service, client: Client, change: Record<string, string>) {
    const { tokens, ...user } = await signInToClient(service, client, { resource: files, ...change })
    return { tokens, access: readClaims(tokens.access_token), ...user }
  }

  test('a token is for the resource alone, and has its scopes alone', async () => {
    const { service, client } = await prepare()
    const scope = 'openid email files:read'
    const { tokens, access, userId } = await signInFor(service, client, { scope })
    assert.deepEqual([access.aud, access.scope, access.sub], [files, 'files:read', userId])
    assert.deepEqual([tokens.scope, readClaims(tokens.id_token).aud], [scope, client.id])
    const without = await signInFor(service, client, { scope: 'files:write files:read' })
    assert.deepEqual([without.access.scope, without.tokens.id_token], ['files:write files:read', undefined])
    const userinfo = await service.ask('GET', '//apps/demo/openid/userinfo', { token: tokens.access_token })
    assert.equal(userinfo.status, 401)
  })

  test('without a scope, a client asks for all of a resource, which can have none', async () => {
    const { service, client } = await prepare()
    const plain = 'https://plain.example.com'
    await addProtectedResource(service, plain, { scopes: [] })
    const both = await addOpenidClient(service, { resources: [files, plain] })
    for (const [resource, scope] of [
      [files, 'files:read files:write'],
      [plain, ''],
    ] as const) {
      const { access } = await signInFor(service, both, { resource, scope: '' })
      assert.deepEqual([access.aud, access.scope], [resource, scope])
    }
    const { browser } = await signUpInBrowser(service)
    const request = { scope: '' }
    assert.equal((await redirect(service, { client, browser }, request)).error, 'invalid_scope')
  })

  test('a client can ask for every scope that a resource can have', async () => {
    const { service } = await prepare()
    const uri = 'https://large.example.com'
    const scopes = Array.from({ length: 64 }, (_, at) => ({
      name: `${at}:${'s'.repeat(61)}`,
      description: 'One of many',
    }))
    await addProtectedResource(service, uri, { scopes })
    const client = await addOpenidClient(service, { resources: [uri] })
    const scope = scopes.map(({ name }) => name).join(' ')
    assert.equal((await signInFor(service, client, { resource: uri, scope })).access.scope, scope)
  })

  for (const [asked, registered] of [
    ['HTTPS://Files.Example.com/mcp', files],
    [`${mail}/`, mail],
  ] as const)
    test(`${asked} names ${registered}, which is the audience`, async () => {
      const { service, client } = await prepare({ resources: [files, mail] })
      const { browser } = await signUpInBrowser(service)
      const code = await requestCode(service, { client, browser }, { scope: 'files:read', resource: asked })
      const fields = { ...exchangeOf(client, code), resource: asked }
      const { access_token } = readBody<OpenidTokens>(await send(service, 'token', { client, fields }))
      assert.equal(readClaims(access_token).aud, registered)
    })

  const rejected: readonly [what: string, change: Record<string, string>, error: string][] = [
    ['an unknown resource', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['a resource that the client does not list', { resource: mail }, 'invalid_target'],
    ['another path of the resource', { resource: `${files}/` }, 'invalid_target'],
    ['a path in capitals', { resource: files.toUpperCase() }, 'invalid_target'],
    ['a fragment', { resource: `${files}#part` }, 'invalid_target'],
    ['a scope that the resource does not have', { scope: 'files:read files:delete' }, 'invalid_scope'],
    ['a scope that only the client has', { scope: 'files:read invoices' }, 'invalid_scope'],
    ['scopes that the client cannot ask for', { scope: 'profile phone' }, 'invalid_scope'],
    ['a malformed scope', { scope: 'files"read' }, 'invalid_scope'],
  ]
  for (const [what, change, error] of rejected)
    test(`a request with ${what} gets ${error}, also if it is pushed`, async () => {
      const { service, client } = await prepare()
      const { browser } = await signUpInBrowser(service)
      const request = { resource: files, scope: 'files:read', ...change }
      assert.equal((await redirect(service, { client, browser }, request)).error, error)
      assertError(await send(service, 'par', { client, fields: { ...requestOf(client), ...request } }), error)
    })

  test('a scope of a resource is unknown without the resource, and one that the client may not ask for is left out', async () => {
    const { service, client } = await prepare()
    const { browser } = await signUpInBrowser(service)
    assert.equal((await redirect(service, { client, browser }, { scope: 'files:read' })).error, 'invalid_scope')
    const { tokens } = await signInFor(service, client, { scope: 'files:read profile' })
    assert.equal(tokens.scope, 'files:read')
  })

  test('a code yields tokens for the resource that was granted, and for no other', async () => {
    const { service, client } = await prepare({ resources: [files, mail] })
    const { browser } = await signUpInBrowser(service)
    const code = await requestCode(service, { client, browser }, { scope: 'files:read', resource: files })
    const plain = await requestCode(service, { client, browser }, { scope: 'openid' })
    for (const [one, resource] of [
      [code, mail],
      [code, 'https://other.example.com'],
      [plain, files],
    ] as const)
      assertError(
        await send(service, 'token', { client, fields: { ...exchangeOf(client, one), resource } }),
        'invalid_target',
      )
    const { access_token } = readBody<OpenidTokens>(
      await send(service, 'token', { client, fields: { ...exchangeOf(client, code), resource: files } }),
    )
    assert.equal(readClaims(access_token).aud, files)
  })

  test('a refreshed token has what the resource still has, and none once it was deleted', async () => {
    const { service, client } = await prepare()
    const uri = 'https://changing.example.com'
    const created = await addProtectedResource(service, uri)
    const own = await addOpenidClient(service, { scopes: clientScopes, resources: [uri] })
    const request = { resource: uri, scope: 'openid offline_access files:read files:write' }
    const { tokens } = await signInFor(service, own, request)
    const refresh = (change: object = {}) =>
      send(service, 'token', {
        client: own,
        fields: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...change },
      })
    const read = async (change: object = {}) => {
      const { access_token, scope } = readBody<OpenidTokens>(await refresh(change))
      return [readClaims(access_token).aud, readClaims(access_token).scope, scope]
    }
    assert.deepEqual(await read(), [uri, 'files:read files:write', request.scope])
    assert.deepEqual(await read({ scope: 'files:read', resource: `${uri}/` }), [uri, 'files:read', 'files:read'])
    assertError(await refresh({ resource: files }), 'invalid_target')
    const scopes = [{ name: 'files:write', description: 'Change your files' }]
    await service.core.store.commit([{ changeResource: { ...created, scopes } }])
    assert.deepEqual(await read(), [uri, 'files:write', 'openid offline_access files:write'])
    await deleteResource(service.core, service.application, uri)
    assertError(await refresh(), 'invalid_target')
    const { browser } = await signUpInBrowser(service)
    assert.equal((await redirect(service, { client: own, browser }, request)).error, 'invalid_target')
    assert.equal(
      (await redirect(service, { client, browser }, { resource: files, scope: 'files:read' })).error,
      undefined,
    )
  })

  test('only members of its groups get access to a resource, also after they left one', async () => {
    const { service } = await prepare()
    const uri = 'https://staff.example.com'
    await addProtectedResource(service, uri, { allowedGroups: ['Staff'] })
    const client = await addOpenidClient(service, { scopes: clientScopes, resources: [uri] })
    const { browser, userId } = await signUpInBrowser(service)
    const request = { resource: uri, scope: 'offline_access files:read' }
    assert.equal((await redirect(service, { client, browser }, request)).error, 'access_denied')
    const member = { ...membership('Staff', ''), appId: 'demo', userId }
    await service.core.store.commit([{ addUserGroup: userGroup('Staff', { appId: 'demo' }) }])
    assert.equal(await service.core.store.commit([{ addUserGroupMember: member }]), undefined)
    const code = await requestCode(service, { client, browser }, request)
    const fields = exchangeOf(client, code)
    const { refresh_token } = readBody<OpenidTokens>(await send(service, 'token', { client, fields }))
    assert.equal(await service.core.store.commit([{ removeUserGroupMember: member }]), undefined)
    const again = { grant_type: 'refresh_token', refresh_token }
    assertError(await send(service, 'token', { client, fields: again }), 'invalid_grant')
    assert.equal((await redirect(service, { client, browser }, { scope: 'openid' })).error, undefined)
  })

  const show = async (service: Service, request: string, browser: Browser) =>
    readBody<ShownPage>(await callFromPage(service, ['GET', `/request?${new URLSearchParams({ request })}`], browser))

  test('the user reads the name and the host of a resource, and what its scopes mean', async () => {
    const { service, client } = await prepare({ consent: 'ask' })
    const { browser } = await signUpInBrowser(service)
    const change = { resource: files, scope: 'openid files:read' }
    const { page, request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
    assert.equal(page, 'consent')
    const { scopes, resource } = await show(service, request, browser)
    assert.deepEqual(scopes, [{ name: 'openid', isNew: true }])
    assert.deepEqual(resource, {
      name: 'Files',
      host: 'files.example.com',
      scopes: [{ name: 'files:read', isNew: true, description: 'Read your files' }],
    })
  })

  test('what a user allowed at one resource is not allowed at another with scopes of the same names', async () => {
    const { service, client } = await prepare({ consent: 'ask', resources: [files, mail] })
    const { browser } = await signUpInBrowser(service)
    const ask = async (resource: string, scope: string) => {
      const response = await authorize(service, { ...requestOf(client), resource, scope }, browser)
      if (readRedirect(response).code !== undefined) return 'done'
      const { request } = readPage(response)
      const shown = await show(service, request, browser)
      readBody(await callFromPage(service, ['POST', '/consent', { request, decision: 'allow' }], browser))
      return shown.resource?.scopes.map(({ name, isNew }) => `${name}${isNew ? '!' : ''}`).join(' ')
    }
    assert.equal(await ask(files, 'files:read'), 'files:read!')
    assert.equal(await ask(files, 'files:read'), 'done')
    assert.equal(await ask(mail, 'files:read files:write'), 'files:read! files:write!')
    assert.equal(await ask(files, 'files:read files:write'), 'files:read files:write!')
    assert.equal(await ask(mail, 'files:write'), 'done')
  })

  test('a resource that is deleted while the user reads the page returns them to the client', async () => {
    const { service } = await prepare()
    const uri = 'https://short.example.com'
    await addProtectedResource(service, uri)
    const client = await addOpenidClient(service, { consent: 'ask', resources: [uri] })
    const { browser } = await signUpInBrowser(service)
    const change = { resource: uri, scope: 'files:read' }
    const { request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
    await deleteResource(service.core, service.application, uri)
    const decided = await callFromPage(service, ['POST', '/consent', { request, decision: 'allow' }], browser)
    const { location } = readBody<{ location: string }>(decided)
    assert.equal(new URL(location).searchParams.get('error'), 'invalid_target')
    assert.equal((await show(service, request, browser)).resource, undefined)
  })

  test('a device gets tokens for the resource that it asked for, of which the user reads all scopes', async () => {
    const { service } = await prepare()
    const client = await addDeviceClient(service, { scopes: clientScopes, resources: [files] })
    const { browser } = await signUpInBrowser(service)
    const asked = { resource: files, scope: 'openid files:read' }
    const { device_code, user_code: userCode } = await startDevice(service, client, asked)
    const entered = await callFromPage(service, ['GET', `/device?${new URLSearchParams({ userCode })}`], browser)
    const { resources } = readBody<{ resources: NonNullable<ShownPage['resource']>[] }>(entered)
    assert.deepEqual(
      resources.map(({ host, scopes }) => [host, scopes.map(({ description }) => description)]),
      [['files.example.com', ['Read your files', 'Change your files']]],
    )
    await decide(service, { browser, userCode })
    const other = { grant_type: deviceCodeGrant, device_code, resource: mail }
    assertError(await send(service, 'token', { client, fields: other }), 'invalid_target')
    const { access_token, scope } = readBody<OpenidTokens>(await poll(service, client, device_code))
    const { aud, scope: granted } = readClaims(access_token)
    assert.deepEqual([aud, granted, scope], [files, 'files:read', asked.scope])
  })

  test('a device gets access_denied for a user who is in none of the groups of the resource', async () => {
    const { service } = await prepare()
    const uri = 'https://devices.example.com'
    await addProtectedResource(service, uri, { allowedGroups: ['Board'] })
    const client = await addDeviceClient(service, { resources: [uri] })
    const { browser } = await signUpInBrowser(service)
    const { device_code, user_code: userCode } = await startDevice(service, client, { resource: uri })
    await decide(service, { browser, userCode })
    assertError(await poll(service, client, device_code), 'access_denied')
  })

  test('a machine gets those of the scopes of a resource that its client lists, for one resource', async () => {
    const { service } = await prepare()
    const type = { type: 'machine', grantTypes: ['client_credentials'] } as const
    const client = await addOpenidClient(service, { ...type, scopes: ['files:read', 'other'], resources: [files] })
    const ask = (as: Client, change: Record<string, string> = {}) =>
      send(service, 'token', { client: as, fields: { grant_type: 'client_credentials', ...change } })
    const changes: Record<string, string>[] = [{}, { resource: files }, { scope: 'files:read' }]
    for (const change of changes) {
      const { access_token } = readBody<OpenidTokens>(await ask(client, change))
      const { aud, scope } = readClaims(access_token)
      assert.deepEqual([aud, scope], [files, 'files:read'])
    }
    assertError(await ask(client, { scope: 'files:write' }), 'invalid_scope')
    assertError(await ask(client, { scope: 'other' }), 'invalid_scope')
    assertError(await ask(client, { resource: mail }), 'invalid_target')
    const several = await addOpenidClient(service, { ...type, scopes: [], resources: [files, 'https://a.example'] })
    assertError(await ask(several), 'invalid_target')
    assert.equal(readClaims(readBody<OpenidTokens>(await ask(several, { resource: files })).access_token).aud, files)
  })

  test('a resource of another application is unknown', async () => {
    const { service } = await prepare()
    const uri = 'https://elsewhere.example.com'
    await addProtectedResource(service, uri, { appId: 'elsewhere' })
    const client = await addPublicClient(service, { consent: 'ask', resources: [uri], scopes: clientScopes })
    const { browser } = await signUpInBrowser(service)
    const change = { resource: uri, scope: 'files:read' }
    assert.equal((await redirect(service, { client, browser }, change)).error, 'invalid_scope')
  })

  test('a token is inactive once its resource was deleted', async () => {
    const { service } = await prepare()
    const uri = 'https://ended.example.com'
    await addProtectedResource(service, uri)
    const client = await addOpenidClient(service, { scopes: clientScopes, resources: [uri] })
    const { tokens } = await signInFor(service, client, { resource: uri, scope: 'files:read' })
    const isActive = async () =>
      readBody<{ active: boolean }>(
        await send(service, 'introspect', { client, fields: { token: tokens.access_token } }),
      ).active
    assert.equal(await isActive(), true)
    await deleteResource(service.core, service.application, uri)
    assert.equal(await isActive(), false)
  })
})

anyEngine('the metadata of protected resources', (fresh) => {
  const running = useService(fresh)

  test('scopes_supported lists the scopes of OpenID Connect, and those of all resources once', async () => {
    const service = running()
    const { store } = service.core
    for (const uri of [files, mail]) await addProtectedResource(service, uri)
    await addProtectedResource(service, files, { appId: 'elsewhere', scopes: [{ name: 'x', description: 'X' }] })
    const path = '//apps/demo/.well-known/oauth-authorization-server'
    const { scopes_supported } = readBody<{ scopes_supported: string[] }>(await service.ask('GET', path))
    assert.deepEqual(scopes_supported.slice(5), ['offline_access', 'files:read', 'files:write'])
    assert.equal((await store.protectedResources.list('demo')).length, 2)
  })
})
