import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mac, offerCodes } from '@thumbturn/service-harness/discovery.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { type ProxyPasskey, proxy, signedInBy } from '@thumbturn/service-harness/proxy.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  apiKey,
  app,
  assertRejected,
  createTransactionInput,
  deviceInfo,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  requestGrant,
  signUpUser,
  type TransactionInit,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'

type Running = ReturnType<typeof useService>

const notBegun = { status: 403, msg: 'The passkey was not registered. Start again.', msgCode: 'forbidden' }
const notSignedIn = { status: 403, msg: 'The sign-in was rejected. Start again.', msgCode: 'forbidden' }
const notConfirmed = {
  status: 403,
  msg: 'The transaction was rejected. Start again.',
  msgCode: 'forbidden',
}

/**
 * Tests the proxy API, where a backend relays the browser's calls. The service trusts the backend with nothing that
 * only the browser can attest.
 */
anyEngine('the proxy API', (fresh) => {
  const running = useService(fresh)
  registering(running)
  signingIn(running)
})

function registering(running: Running) {
  test('the browser behind the backend is recorded, and the response spells its ID deviceID', async () => {
    const service = running()
    const { post } = await proxy(service)
    const headers = { 'user-agent': 'backend/1.0' }
    const started = readBody<RegistrationInit>(
      await post('/reg/init', { app, deviceInfo: {}, userAgent: mac, user: { username: newName() } }, headers),
    )
    const device = newDevice()
    const creationResult = device.create(started.registrationRequestOptions)
    const tokens = readBody<Record<string, string>>(
      await post('/reg/complete', { session: started.session, creationResult }),
    )
    assert.deepEqual(Object.keys(tokens).sort(), ['deviceID', 'jwtAccess', 'passkeyId', 'userId'])
    const { text: token } = await apiKey(service, ['user:read'])
    const shown = await service.ask('GET', `/mgmt/devices/${tokens.deviceID}`, { token })
    assert.equal(readBody<{ name: string }>(shown).name, 'Safari on macOS')
    for (const spelled of ['deviceID', 'deviceId'])
      assert.equal((await signedInBy(service, device, { [spelled]: tokens.deviceID })).deviceID, tokens.deviceID)
  })

  for (const [what, requestToken, expected] of [
    ['no token', async () => undefined, 'signIn'],
    ['an empty token', async () => '', 'signIn'],
    ['the user’s access token', async (_: Service, { jwtAccess }: { jwtAccess: string }) => jwtAccess, 'proceed'],
    [
      'a grant',
      (service: Service, { username }: { username: string }) => requestGrant(service, username, ['reg:write']),
      'proceed',
    ],
  ] as const) {
    test(`for a taken username, the response says ${expected} if the backend sends ${what}`, async () => {
      const service = running()
      const user = await signUpUser(service)
      const { post } = await proxy(service)
      const body = {
        app: { ...app, token: await requestToken(service, user) },
        deviceInfo,
        user: { username: user.username },
      }
      const started = readBody<RegistrationInit>(await post('/reg/init', body))
      assert.equal(started.action, expected)
      const creationResult = newDevice().create(started.registrationRequestOptions)
      const done = await post('/reg/complete', { session: started.session, creationResult })
      if (expected === 'signIn') assertRejected(done, notBegun)
      else assert.equal(readBody<{ userId: string }>(done).userId, user.userId)
    })
  }

  for (const [what, requestToken, rejection] of [
    ['is garbage', async () => 'garbage', { status: 401, msg: 'The token is not valid', msgCode: 'not_authorized' }],
    [
      'lacks the scope',
      (service: Service, name: string) => requestGrant(service, name, ['passkey:read']),
      { status: 403, msg: 'The token lacks the scope reg:write', msgCode: 'forbidden' },
    ],
    [
      'is another user’s',
      async (service: Service) => (await signUpUser(service)).jwtAccess,
      { status: 403, msg: 'The token belongs to another user', msgCode: 'forbidden' },
    ],
    [
      'is the API key',
      async (service: Service) => (await apiKey(service, ['reg:write'])).text,
      { status: 401, msg: 'The token is not valid', msgCode: 'not_authorized' },
    ],
  ] as const) {
    test(`a registration whose token ${what} is rejected`, async () => {
      const service = running()
      const { username } = await signUpUser(service)
      const { post } = await proxy(service)
      const token = await requestToken(service, username)
      assertRejected(await post('/reg/init', { app: { ...app, token }, deviceInfo, user: { username } }), rejection)
    })
  }

  test('the API key authorizes the first passkey of a new user, but not a conditional create', async (t) => {
    const service = running()
    await withSettings(service, t, { registrationRequiresToken: true })
    const { post } = await proxy(service)
    const body = { app, deviceInfo, user: { username: newName() } }
    assert.equal(readBody<RegistrationInit>(await post('/reg/init', body)).action, 'proceed')
    const silent = await post('/reg/init', { ...body, passkeyOptions: { conditionalCreate: true } })
    assertRejected(silent, { status: 401, msg: /conditional create/, msgCode: 'not_authorized' })
  })
}

function signingIn(running: Running) {
  test('the origin is verified in what the browser signed, whatever the backend sends', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { post } = await proxy(service)
    const begin = async () =>
      readBody<AuthenticationInit>(
        await post('/auth/init', { app, deviceInfo, user: { username }, origin: 'https://evil.example' }),
      )
    const started = await begin()
    const headers = { origin: 'https://evil.example', referer: 'https://evil.example' }
    const assertionResult = device.get(started.assertionOptions, { origin: 'https://evil.example' })
    assertRejected(await post('/auth/complete', { session: started.session, assertionResult }, headers), notSignedIn)
    const right = { session: started.session, assertionResult: device.get(started.assertionOptions) }
    readBody(await post('/auth/complete', right, headers))
    assertRejected(await post('/auth/complete', right), notSignedIn)
  })

  test('starting with an unknown username looks like a user without passkeys, as in the current API', async (t) => {
    const service = running()
    await offerCodes(service, true)
    t.after(() => offerCodes(service, false))
    const { post } = await proxy(service)
    const unknown = { app, deviceInfo, user: { username: newName('unknown') } }
    const ours = readBody<AuthenticationInit>(await post('/auth/init', unknown))
    const theirs = readBody<AuthenticationInit>(await service.post('/auth/init', unknown))
    const observed = ({ action, crossAuthMethods, fallbackMethods, assertionOptions }: AuthenticationInit) => ({
      action,
      crossAuthMethods,
      fallbackMethods,
      allow: assertionOptions.allowCredentials,
    })
    assert.deepEqual(observed(ours), observed(theirs))
    assert.equal(ours.action, 'crossAuth')
  })

  test('a confirmed transaction names the passkey in the format of this API', async () => {
    const service = running()
    const { username, device, passkeyId } = await signUpUser(service)
    const { post } = await proxy(service)
    const wanted = createTransactionInput(username)
    const started = readBody<TransactionInit>(await post('/tx/init', wanted))
    const done = readBody<Record<string, unknown>>(await post('/tx/complete', transactionAnswer(device, started)))
    const { authCred, jwtAccess, token, txHash, lNonce, ...rest } = done
    assert.deepEqual(rest, { txId: started.txId, credentialId: device.credentials[0]!.id, nonce: wanted.nonce })
    assert.ok(jwtAccess === token && txHash && lNonce)
    assert.deepEqual(Object.keys(authCred as object).sort(), ['createdAt', 'credentialSynced', 'device', 'id', 'name'])
    assert.equal((authCred as ProxyPasskey).id, passkeyId)
    assertRejected(await post('/tx/complete', transactionAnswer(device, started)), notConfirmed)
  })
}
