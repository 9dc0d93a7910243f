import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherPasskey } from '@thumbturn/service-harness/backend.ts'
import { cases, offerCodes } from '@thumbturn/service-harness/discovery.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type ProxyPasskey, proxy, signedInBy } from '@thumbturn/service-harness/proxy.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  deviceInfo,
  newName,
  readBody,
  signUpUser,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Running = ReturnType<typeof useService>

const notSignedIn = { status: 403, msg: 'The sign-in was rejected. Start again.', msgCode: 'forbidden' }
const unknownPasskey = { status: 404, msg: 'This application has no such passkey', msgCode: 'not_found' }

/** Tests the lookups of users and passkeys through the proxy API, and its errors. */
anyEngine('proxy API lookups', (fresh) => {
  const running = useService(fresh)
  discovering(running)
  passkeys(running)
  errors(running)
})

function discovering(running: Running) {
  for (const { what, rule, match, codes, certainOnly, asking } of cases) {
    test(`${match} by ${rule}: ${what}`, async (t) => {
      const service = running()
      const { username, userAgent = '', deviceInfo = {}, trustItems } = await asking(service)
      await offerCodes(service, codes ?? false)
      t.after(() => offerCodes(service, false))
      const { post } = await proxy(service)
      const body = { app, username, userAgent, deviceInfo, trustItems, ...(certainOnly && { rule: 'device' }) }
      const found = readBody<{ match: string; matchDevice?: ProxyPasskey }>(await post('/discovery', body))
      assert.equal(found.match, match)
      assert.equal(found.matchDevice !== undefined, match !== 'no')
    })
  }

  test('the expected passkey is the last one used, with its device', async () => {
    const service = running()
    const user = await signUpUser(service)
    service.clock.advance(1000)
    await anotherPasskey(service, user.jwtAccess)
    service.clock.advance(1000)
    const { deviceID } = await signedInBy(service, user.device, { clientName: 'Firefox', osName: 'Linux' })
    const { post } = await proxy(service)
    for (const rule of [undefined, '', 'anything', 'Device']) {
      const body = { app, username: user.username, userAgent: '', deviceInfo: { deviceId: deviceID }, rule }
      const found = readBody<{ match: string; matchDevice: ProxyPasskey }>(await post('/discovery', body))
      assert.deepEqual(
        [found.match, found.matchDevice.id, found.matchDevice.device],
        ['yes', user.passkeyId, 'Firefox on Linux'],
      )
    }
  })
}

function passkeys(running: Running) {
  test("a user's passkeys are listed by any spelling of the username, renamed, and deleted", async () => {
    const service = running()
    const { username, passkeyId, jwtAccess } = await signUpUser(service)
    const createdAt = new Date(service.clock.now()).toISOString()
    service.clock.advance(1)
    await anotherPasskey(service, jwtAccess)
    const { ask, list } = await proxy(service)
    assert.equal((await ask('PUT', `/passkeys/${passkeyId}`, { body: { name: ' Work laptop ' } })).status, 204)
    const [first, second, ...more] = await list(` ${username.toUpperCase()}`)
    assert.deepEqual(first, {
      id: passkeyId,
      name: 'Work laptop',
      device: 'Chrome on Linux',
      createdAt,
      credentialSynced: false,
    })
    assert.equal(more.length, 0)
    const removed = await ask('DELETE', `/passkeys/${passkeyId}`)
    assert.deepEqual([removed.status, removed.text], [204, ''])
    assert.deepEqual(await list(username), [second])
    assertRejected(await ask('DELETE', `/passkeys/${passkeyId}`), unknownPasskey)
    assertRejected(await ask('PUT', `/passkeys/${passkeyId}`, { body: { name: 'x' } }), unknownPasskey)
    const blank = { status: 400, msg: 'The name of a passkey must not be empty', msgCode: 'bad_request' }
    assertRejected(await ask('PUT', `/passkeys/${second!.id}`, { body: { name: '  ' } }), blank)
  })

  test('an unknown username returns 404, and a missing one is a bad request', async () => {
    const { ask } = await proxy(running())
    const unknown = { status: 404, msg: 'This application has no such user', msgCode: 'not_found' }
    assertRejected(await ask('GET', `/passkeys?username=${newName('unknown')}`), unknown)
    for (const query of ['', '?username=', '?username=%20', '?username=a&username=b', '?user=ada'])
      assert.equal((await ask('GET', `/passkeys${query}`)).status, 400, query)
  })

  test('every provider has a name and icons for light and dark backgrounds', async () => {
    const service = running()
    const { text: token } = await apiKey(service, [])
    const response = await service.ask('GET', '/proxy/passkey/providers', { token })
    const providers = readBody<Record<string, string>[]>(response)
    assert.ok(providers.length > 10)
    for (const provider of providers) {
      assert.deepEqual(Object.keys(provider), ['id', 'name', 'iconLight', 'iconDark', 'icon_light', 'icon_dark'])
      assert.deepEqual([provider.iconLight, provider.iconDark], [provider.icon_light, provider.icon_dark])
      assert.match(provider.icon_dark!, /^data:image\//)
      assert.match(provider.icon_light!, /^data:image\//)
    }
  })
}

function errors(running: Running) {
  test('another application’s passkeys, users, and sessions are unknown and unchanged', async () => {
    const service = running()
    const user = await signUpUser(service)
    const other = await createApplication(service.core, { id: 'other', rpId: 'localhost', origins: [origin] })
    const { text: token } = await apiKey(
      service,
      ['reg:write', 'auth:write', 'passkey:read', 'passkey:write', 'user:read'],
      other,
    )
    const ask = (method: string, path: string, body?: unknown) =>
      service.ask(method, `//fido2/v2/proxy${path}`, { token, body })
    const started = await startSignIn(service, user.username)
    const before = await stored(service.database)
    assertRejected(await ask('DELETE', `/passkeys/${user.passkeyId}`), unknownPasskey)
    assertRejected(await ask('PUT', `/passkeys/${user.passkeyId}`, { name: 'x' }), unknownPasskey)
    assert.equal((await ask('GET', `/passkeys?username=${user.username}`)).status, 404)
    const assertionResult = user.device.get(started.assertionOptions)
    assertRejected(await ask('POST', '/auth/complete', { session: started.session, assertionResult }), notSignedIn)
    const asked = { app: { id: 'other' }, username: user.username, userAgent: '', deviceInfo: {} }
    assert.deepEqual(readBody(await ask('POST', '/discovery', asked)), { match: 'no' })
    const mixed = await ask('POST', '/auth/init', { app: { id: 'demo' }, deviceInfo })
    assertRejected(mixed, { status: 400, msg: /names application demo/, msgCode: 'bad_request' })
    const token401 = { status: 401, msg: 'The token is not valid', msgCode: 'not_authorized' }
    const foreign = { app: { id: 'other', token: user.jwtAccess }, deviceInfo, user: { username: user.username } }
    assertRejected(await ask('POST', '/reg/init', foreign), token401)
    assert.deepEqual(await stored(service.database), before)
  })

  test('errors have the codes of this API', async () => {
    const service = running()
    const { post, ask } = await proxy(service)
    const missing = 'This call needs an API key in the Authorization header'
    assertRejected(await service.post('/proxy/auth/init', {}), { status: 401, msg: missing, msgCode: 'not_authorized' })
    assertRejected(await service.post('/proxy/auth/init', {}, { token: 'x' }), {
      status: 401,
      msg: 'The API key is not valid',
      msgCode: 'not_authorized',
    })
    const { text: token } = await apiKey(service, ['passkey:read'])
    const lacks = { status: 403, msg: 'The API key lacks the scope auth:write', msgCode: 'forbidden' }
    for (const path of ['/auth/init', '/auth/complete', '/tx/init', '/tx/complete'])
      assertRejected(await service.post(`/proxy${path}`, {}, { token }), lacks)
    assertRejected(await post('/auth/init', { app }), { status: 400, msg: /deviceInfo/, msgCode: 'bad_request' })
    assertRejected(await ask('DELETE', '/passkeys/x'), unknownPasskey)
  })

  test('an internal failure returns serious_error without details', async (t) => {
    const { post } = await proxy(running())
    t.mock.method(running().core.sessions, 'seal', () => {
      throw new Error('a bug')
    })
    const response = await post('/auth/init', { app, deviceInfo, user: { username: 'ada' } })
    assertRejected(response, { status: 500, msg: 'Internal server error', msgCode: 'serious_error' })
  })
}
