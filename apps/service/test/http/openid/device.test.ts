import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  type Browser,
  issuer,
  type OpenidTokens,
  send,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'
import { findClientOfCode } from '../../../src/core/flows/authorization/device-letters.ts'
import { type DeviceFlow, sealDeviceCode } from '../../../src/core/flows/authorization/flow.ts'
import type { Write } from '../../../src/core/writes.ts'
import { callFromPage } from '../hosted/hosted-browser.ts'

function assertError({ status, body, text }: Answer, error: string, expected = 400) {
  assert.deepEqual([status, (body as { error?: string }).error], [expected, error], text)
}

const enter = (service: Service, userCode: string, browser?: Browser) =>
  callFromPage(service, ['GET', `/device?${new URLSearchParams({ userCode })}`], browser)

const unknown = { status: 404, msg: 'No device shows this code, or it has expired' }

function assertUnknown({ status, body }: Answer) {
  assert.deepEqual({ status, msg: (body as { msg?: string }).msg }, unknown)
}

/** A code whose letters are those of no client. */
async function findUnusedCode({ core, application }: Service): Promise<string> {
  for (const letters of ['BB', 'BC', 'BD', 'BF', 'BG', 'BH', 'BJ', 'BK', 'BL', 'BM', 'BN', 'BP', 'BQ', 'BR', 'BS']) {
    const code = `${letters}-BCDF-GHJK`
    if (!(await findClientOfCode(core, application, code.replaceAll('-', '')))) return code
  }
  throw new Error('Every code has a client')
}

eachEngine('devices that show a code', (fresh) => {
  const running = useService(fresh)

  test('a device gets the tokens that it asked for once the user has allowed it, and keeps access', async () => {
    const service = running()
    const [client, { browser, userId }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { device_code, user_code, ...started } = await startDevice(service, client)
    assert.match(user_code, /^[B-DF-HJ-NP-TV-XZ]{2}(?:-[B-DF-HJ-NP-TV-XZ]{4}){2}$/)
    const page = `${issuer}/device/`
    const complete = `${page}?user_code=${user_code}`
    const times = { expires_in: 600, interval: 5 }
    assert.deepEqual(started, { verification_uri: page, verification_uri_complete: complete, ...times })
    assertError(await poll(service, client, device_code), 'authorization_pending')
    const shown = readBody<{ scopes: object[] }>(await enter(service, user_code.toLowerCase(), browser))
    const scopes = client.scopes.map((name) => ({ name, isNew: true }))
    assert.deepEqual(shown, { client: { name: client.name }, userCode: user_code, scopes, resources: [] })
    const decision = { userCode: user_code, decision: 'allow' }
    assert.equal((await callFromPage(service, ['POST', '/device', decision], browser)).status, 204)
    service.clock.advance(5_000)
    const tokens = readBody<OpenidTokens>(await poll(service, client, device_code))
    const { aud, sub, acr, sid } = readClaims(tokens.id_token)
    assert.deepEqual(
      { aud, sub, acr, sid, scope: tokens.scope },
      { aud: client.id, sub: userId, acr: 'phrh', sid: undefined, scope: 'openid offline_access' },
    )
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    readBody(await send(service, 'token', { client, fields: refresh }))
    const consent = await service.core.store.consents.find({ appId: 'demo', userId, clientId: client.id })
    assert.deepEqual(consent?.scopes, ['openid', 'offline_access'])
    const events = await service.core.store.events.list('demo', 10)
    for (const type of ['device_allowed', 'consent_granted', 'signed_in'])
      assert.ok(
        events.some((event) => event.type === `fido2.openid.${type}` && event.userId === userId),
        type,
      )
  })

  test('starting, waiting, and entering a code write nothing', async () => {
    const service = running()
    const [client, { browser }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const before = await rowCounts(service.database)
    const { device_code, user_code } = await startDevice(service, client)
    assertError(await poll(service, client, device_code), 'authorization_pending')
    readBody(await enter(service, user_code, browser))
    assert.deepEqual(await rowCounts(service.database), before)
  })

  test('a device that the user denies gets access_denied', async () => {
    const service = running()
    const [client, { browser, userId }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { device_code, user_code: userCode } = await startDevice(service, client)
    await decide(service, { browser, userCode, decision: 'deny' })
    assertError(await poll(service, client, device_code), 'access_denied')
    const events = await service.core.store.events.list('demo', 10)
    assert.ok(events.some((event) => event.type === 'fido2.openid.device_denied' && event.userId === userId))
  })

  test('a device code works once, for its client and application, and for ten minutes', async () => {
    const service = running()
    const [client, another] = [await addDeviceClient(service), await addDeviceClient(service)]
    const { browser } = await signUpInBrowser(service)
    const { device_code, user_code: userCode } = await startDevice(service, client)
    await decide(service, { browser, userCode })
    assertError(await poll(service, another, device_code), 'invalid_grant')
    readBody(await poll(service, client, device_code))
    assertError(await poll(service, client, device_code), 'invalid_grant')
    const late = await startDevice(service, client)
    await decide(service, { browser, userCode: late.user_code })
    service.clock.advance(600_000)
    assertError(await poll(service, client, late.device_code), 'expired_token')
    service.clock.advance(600_000)
    assertError(await poll(service, client, late.device_code), 'invalid_grant')
    const { core, application } = service
    const content = { clientId: client.id, userCode: 'BBBBBBBBBB', scopes: ['openid'] }
    const foreign = sealDeviceCode(core, { ...application, id: 'other' }, content)
    assertError(await poll(service, client, foreign), 'invalid_grant')
  })

  const wrong: readonly [what: string, change: Record<string, string>, error: string][] = [
    ['no device code', { device_code: '' }, 'invalid_request'],
    ['a forged device code', { device_code: 'forged' }, 'invalid_grant'],
    ['a device code that is too long', { device_code: 'a'.repeat(20_000) }, 'invalid_request'],
    ['a device code as an authorization code', { grant_type: 'authorization_code', code: 'a' }, 'unauthorized_client'],
  ]
  for (const [what, change, error] of wrong)
    test(`${what} gets ${error}, and the device still gets its tokens`, async () => {
      const service = running()
      const [client, { browser }] = [await addDeviceClient(service), await signUpInBrowser(service)]
      const { device_code, user_code: userCode } = await startDevice(service, client)
      await decide(service, { browser, userCode })
      const fields = { grant_type: deviceCodeGrant, device_code, ...change }
      assertError(await send(service, 'token', { client, fields }), error)
      const twice: [string, string][] = [...Object.entries(fields), ['device_code', device_code]]
      assertError(await send(service, 'token', { client, fields: twice }), 'invalid_request')
      readBody(await poll(service, client, device_code))
    })

  const ends: Readonly<Record<string, (user: { appId: string; userId: string }) => Write>> = {
    'is signed out everywhere': (user) => ({ signOutUser: user }),
    'is deactivated': (user) => ({ setUserStatus: { ...user, status: 'inactive', at: 8_000 } }),
    'loses the passkey': (user) => ({ deletePasskeys: user }),
  }
  for (const [what, end] of Object.entries(ends))
    test(`a device gets nothing if the user ${what} after allowing it`, async () => {
      const service = running()
      const [client, { browser, userId }] = [await addDeviceClient(service), await signUpInBrowser(service)]
      const { device_code, user_code: userCode } = await startDevice(service, client)
      await decide(service, { browser, userCode })
      assert.equal(await service.core.store.commit([end({ appId: 'demo', userId })]), undefined)
      assertError(await poll(service, client, device_code), 'invalid_grant')
    })

  test('only users whom the client is for can allow a device, and a client gets no scopes that it lost', async () => {
    const service = running()
    const [client, { browser }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const change = async (changes: object) => {
      const found = await service.core.store.openidClients.find({ appId: 'demo', clientId: client.id })
      assert.equal(await service.core.store.commit([{ changeClient: { ...found!, ...changes } }]), undefined)
    }
    const { device_code, user_code: userCode } = await startDevice(service, client)
    await change({ allowedGroups: ['staff'] })
    const decision = { userCode, decision: 'allow' }
    assert.equal((await callFromPage(service, ['POST', '/device', decision], browser)).status, 403)
    await change({ allowedGroups: [] })
    await decide(service, { browser, userCode })
    await change({ allowedGroups: ['staff'] })
    assertError(await poll(service, client, device_code), 'invalid_grant')
    await change({ allowedGroups: [], scopes: ['openid'] })
    const tokens = readBody<OpenidTokens>(await poll(service, client, device_code))
    assert.deepEqual([tokens.scope, tokens.refresh_token], ['openid', undefined])
  })

  test('the first decision about a code counts, of whichever user', async () => {
    const service = running()
    const [client, one] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const other = await signUpInBrowser(service)
    const { device_code, user_code: userCode } = await startDevice(service, client)
    await decide(service, { ...one, userCode, decision: 'deny' })
    for (const { browser } of [one, other])
      assertUnknown(await callFromPage(service, ['POST', '/device', { userCode, decision: 'allow' }], browser))
    assertError(await poll(service, client, device_code), 'access_denied')
  })

  test('a decision that is older than the code does not count', async () => {
    const service = running()
    const [client, { browser }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { core, application } = service
    const { device_code, user_code } = await startDevice(service, client)
    await decide(service, { browser, userCode: user_code })
    service.clock.advance(121_000)
    const { clientId, userCode, scopes } = core.sessions.open<DeviceFlow>('deviceCode', device_code)
    const later = sealDeviceCode(core, application, { clientId, userCode, scopes })
    assertError(await poll(service, client, later), 'invalid_grant')
    readBody(await poll(service, client, device_code))
  })

  test('the letters of a code name its client, and codes of no client, or a disabled one, are unknown', async () => {
    const service = running()
    const [client, disabled] = [await addDeviceClient(service), await addDeviceClient(service)]
    const { browser } = await signUpInBrowser(service)
    const [{ user_code }, of] = [await startDevice(service, client), await startDevice(service, disabled)]
    assert.notEqual(user_code.slice(0, 2), of.user_code.slice(0, 2))
    await service.core.store.commit([{ changeClient: { ...disabled, disabled: true } }])
    const none = await findUnusedCode(service)
    const incomplete = user_code.slice(0, -1)
    for (const code of [of.user_code, none, incomplete, `${user_code}B`, `${incomplete}A`, '-'])
      assertUnknown(await enter(service, code, browser))
    for (const code of [user_code.replaceAll('-', ''), ` ${user_code.replaceAll('-', ' – ').toLowerCase()} `])
      assert.equal(readBody<{ userCode: string }>(await enter(service, code, browser)).userCode, user_code)
  })

  test('codes are entered and decided only by users who are signed in', async () => {
    const service = running()
    const { user_code: userCode } = await startDevice(service, await addDeviceClient(service))
    assert.equal((await enter(service, userCode)).status, 401)
    assert.equal((await callFromPage(service, ['POST', '/device', { userCode, decision: 'allow' }])).status, 401)
  })

  const rejected: readonly [what: string, fields: Record<string, string>, error: string, status?: number][] = [
    ['no scope', {}, 'invalid_scope'],
    ['a scope of another client', { scope: 'admin' }, 'invalid_scope'],
    ['a malformed scope', { scope: 'open"id' }, 'invalid_scope'],
    ['a scope that is too long', { scope: 'a'.repeat(4_201) }, 'invalid_request'],
    ['a resource of another client', { scope: 'openid', resource: 'https://api.example.com' }, 'invalid_target'],
    ['an unknown client', { scope: 'openid', client_id: 'nothing' }, 'invalid_client', 401],
    ['no client', { scope: 'openid', client_id: '' }, 'invalid_client', 401],
  ]
  for (const [what, fields, error, status] of rejected)
    test(`a request for a device with ${what} gets ${error}`, async () => {
      const service = running()
      const { id: client_id } = await addDeviceClient(service)
      assertError(await send(service, 'device-authorization', { fields: { client_id, ...fields } }), error, status)
    })

  test('clients without the grant type, and those that do not authenticate as they must, start no device', async () => {
    const service = running()
    const fields = { scope: 'openid' }
    const without = await addOpenidClient(service)
    assertError(await send(service, 'device-authorization', { client: without, fields }), 'unauthorized_client')
    const confidential = await addOpenidClient(service, { grantTypes: [deviceCodeGrant] })
    const withoutSecret = { client_id: confidential.id, ...fields }
    assertError(await send(service, 'device-authorization', { fields: withoutSecret }), 'invalid_client', 401)
    readBody(await send(service, 'device-authorization', { client: confidential, fields }))
  })
})

anyEngine('limits of devices that show a code', (fresh) => {
  const running = useService(fresh, { limits: { store: 'memory', factor: 1 } })

  test('a device that does not wait between its calls must slow down', async () => {
    const service = running()
    const client = await addDeviceClient(service)
    const [{ device_code }, other] = [await startDevice(service, client), await startDevice(service, client)]
    for (const error of ['authorization_pending', 'authorization_pending', 'slow_down', 'slow_down'])
      assertError(await poll(service, client, device_code), error)
    assertError(await poll(service, client, other.device_code), 'authorization_pending')
    service.clock.advance(5_000)
    assertError(await poll(service, client, device_code), 'authorization_pending')
  })

  test('a user enters and decides at most thirty codes a minute', async () => {
    const service = running()
    const [client, { browser }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { user_code: userCode } = await startDevice(service, client)
    for (let at = 0; at < 30; at++) readBody(await enter(service, userCode, browser))
    assert.equal((await enter(service, userCode, browser)).status, 429)
    const decision = ['POST', '/device', { userCode, decision: 'allow' }] as const
    assert.equal((await callFromPage(service, decision, browser)).status, 429)
  })
})
