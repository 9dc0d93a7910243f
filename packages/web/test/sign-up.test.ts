import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Thumbturn } from '../src/index.ts'
import { createdCredential, neverChosen, openPage, signedCredential } from './browser.ts'
import {
  creationOptions,
  ok,
  requestOptions,
  session,
  startRecorder,
  toErrorReply,
  token,
  until,
  userId,
} from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

/** A page that records the credentials signaled as unknown. */
function listening() {
  const signalled: unknown[] = []
  const signalUnknownCredential = async (unknown: unknown) => void signalled.push(unknown)
  const webauthn = { signalUnknownCredential, signalAllAcceptedCredentials: async () => {} }
  return { signalled, page: { webauthn } }
}

test('a first passkey takes two calls with the bodies of the contract', async (t) => {
  const { thumbturn, requests } = await openSdkPage(t)
  await thumbturn.createPasskey('ada', { displayName: 'Ada', passkeyName: 'My phone', usernameType: 'email' })
  const [init, complete] = requests
  assert.equal(requests.length, 2)
  assert.equal(init!.call, 'POST /fido2/v2/reg/init')
  assert.deepEqual(init!.body, {
    app: { id: 'demo' },
    deviceInfo: { clientType: 'browser', screenHeight: 1080, screenWidth: 1920 },
    user: { username: 'ada', usernameType: 'email', displayName: 'Ada' },
    passkeyOptions: {},
  })
  assert.equal(complete!.call, 'POST /fido2/v2/reg/complete')
  assert.deepEqual(complete!.body, {
    session,
    passkeyName: 'My phone',
    creationResult: {
      clientDataJSON: 'e30',
      attestationObject: 'oA',
      credentialId: 'AQID',
      authenticatorData: 'CQk',
      publicKey: 'MFk',
      publicKeyAlgorithm: -7,
      transports: ['internal', 'hybrid'],
      clientExtensionResults: {},
    },
  })
})

test('without a token there is no Authorization header', async (t) => {
  const { thumbturn, requests } = await openSdkPage(t)
  await thumbturn.createPasskey('ada')
  for (const { headers } of requests) {
    assert.equal(headers.authorization, undefined)
    assert.equal(headers.accept, 'application/json')
    assert.equal(headers['content-type'], 'application/json')
  }
})

test('the result is stored: token in the cookie, device ID in localStorage and in the next call', async (t) => {
  const { thumbturn, page, requests } = await openSdkPage(t)
  const { token: jwt, ...rest } = await thumbturn.createPasskey('ada')
  assert.deepEqual(rest, { isAuthenticated: true, userId, passkeyId: 'p1', deviceId: 'd1' })
  assert.match(page.cookieWrites[0]!, new RegExp(`^thumbturn_demo_token=${jwt};`))
  assert.equal(page.storage.get('thumbturn_demo_device-id'), 'd1')
  await thumbturn.createPasskey('ada')
  assert.equal((requests[2]!.body as { deviceInfo: { deviceId: string } }).deviceInfo.deviceId, 'd1')
})

for (const [what, stored, given, sent] of [
  ['the stored token is sent raw for the same user', { username: 'ada' }, undefined, 'stored'],
  ['the stored token of another user is not sent', { username: 'bob' }, undefined, undefined],
  ['an expired token is not sent', { username: 'ada', exp: 1 }, undefined, undefined],
  ['a granted token takes precedence over the stored one', { username: 'ada' }, 'granted', 'granted'],
] as const) {
  test(what, async (t) => {
    const { thumbturn, requests } = await openSdkPage(t)
    const jwt = token(stored)
    thumbturn.client.tokenStore.set(jwt)
    await thumbturn.createPasskey('ada', { token: given })
    assert.equal(requests[0]!.headers.authorization, sent === 'stored' ? jwt : sent)
    assert.equal(requests[1]!.headers.authorization, undefined)
  })
}

for (const [action, code] of [
  ['signIn', 'ERROR_SIGN_IN_REQUIRED'],
  ['fail', 'ERROR_REGISTRATION_REJECTED'],
] as const) {
  test(`if the service responds with ${action}, no passkey is created`, async (t) => {
    const replies = {
      'POST /fido2/v2/reg/init': ok({ session, action, registrationRequestOptions: creationOptions }),
    }
    const { thumbturn, page, calls } = await openSdkPage(t, { replies })
    await assert.rejects(thumbturn.createPasskey('ada'), { name: 'PasskeyError', code })
    assert.deepEqual(page.created, [])
    assert.deepEqual(calls(), ['POST /reg/init'])
  })
}

test('a conditional create is requested from the service and the browser', async (t) => {
  const webauthn = { getClientCapabilities: async () => ({ conditionalCreate: true }) }
  const { thumbturn, page, requests } = await openSdkPage(t, { page: { webauthn } })
  await thumbturn.createPasskey('ada', { conditionalCreate: true })
  const body = requests[0]!.body as { passkeyOptions: object; deviceInfo: { webauthnCapabilities: string } }
  assert.deepEqual(body.passkeyOptions, { conditionalCreate: true })
  assert.equal(body.deviceInfo.webauthnCapabilities, '{"conditionalCreate":true}')
  assert.equal(page.created[0]!.mediation, 'conditional')
})

test('without browser support, a conditional create starts no ceremony', async (t) => {
  const { thumbturn, page, calls } = await openSdkPage(t)
  await assert.rejects(thumbturn.createPasskey('ada', { conditionalCreate: true }), {
    code: 'ERROR_GENERAL_ERROR',
    message: /No conditional create/,
  })
  assert.deepEqual([page.created, calls()], [[], []])
})

test('the option securityKey requests a security key', async (t) => {
  const { thumbturn, requests } = await openSdkPage(t)
  await thumbturn.createPasskey('ada', { securityKey: true })
  assert.deepEqual((requests[0]!.body as { passkeyOptions: object }).passkeyOptions, { securityKey: true })
})

test('an existing passkey has its own code and is reported with the session', async (t) => {
  const cause = new DOMException('excluded', 'InvalidStateError')
  const { thumbturn, request, calls } = await openSdkPage(t, { page: { create: () => Promise.reject(cause) } })
  await assert.rejects(thumbturn.createPasskey('ada'), { code: 'ERROR_PASSKEY_EXISTS', cause })
  await until(() => calls().length === 2)
  const { headers, body } = request('POST /client-events/submit')!
  const { event, isError } = body as { event: string; isError: boolean }
  assert.equal(headers.authorization, session)
  assert.match(event, /^ERROR_PASSKEY_EXISTS - .+ - InvalidStateError - excluded$/)
  assert.equal(isError, true)
})

test('a canceled ceremony has its own code and is not reported', async (t) => {
  const cause = new DOMException('cancelled', 'NotAllowedError')
  const { thumbturn, calls } = await openSdkPage(t, { page: { create: () => Promise.reject(cause) } })
  await assert.rejects(thumbturn.createPasskey('ada'), { code: 'ERROR_PASSKEY_ABORTED', cause })
  await thumbturn.listPasskeys()
  assert.deepEqual(calls(), ['POST /reg/init', 'GET /passkeys'])
})

test('nothing is reported with analytics disabled', async (t) => {
  openPage({ create: () => Promise.reject(new DOMException('no', 'SecurityError')) })
  const { baseUrl, calls } = await startRecorder(t)
  const thumbturn = new Thumbturn({ baseUrl, appId: 'demo', disableAnalytics: true })
  await assert.rejects(thumbturn.createPasskey('ada'), { code: 'ERROR_DOMAIN_MISMATCH' })
  await thumbturn.listPasskeys()
  assert.deepEqual(calls(), ['POST /reg/init', 'GET /passkeys'])
})

test('a rejected registration lets the browser remove the new passkey, and no other', async (t) => {
  const { signalled, page } = listening()
  const replies = {
    'POST /fido2/v2/reg/complete': toErrorReply(403, 'forbidden', { msg: 'Unknown or expired session' }),
  }
  const { thumbturn } = await openSdkPage(t, { replies, page })
  await assert.rejects(thumbturn.createPasskey('ada'), { name: 'ApiError', status: 403, msgCode: 'forbidden' })
  assert.deepEqual(signalled, [{ rpId: 'localhost', credentialId: 'AQID' }])
})

test('a failing signal does not hide the error', async (t) => {
  const signalUnknownCredential = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const webauthn = { signalUnknownCredential, signalAllAcceptedCredentials: async () => {} }
  const replies = { 'POST /fido2/v2/reg/complete': toErrorReply(403, 'forbidden') }
  const { thumbturn } = await openSdkPage(t, { replies, page: { webauthn } })
  await assert.rejects(thumbturn.createPasskey('ada'), { name: 'ApiError', status: 403 })
})

test('a ceremony aborted by the page is not reported, whatever the reason', async (t) => {
  const { thumbturn, page, calls } = await openSdkPage(t, { page: { create: neverChosen } })
  const controller = new AbortController()
  const ended = assert.rejects(thumbturn.createPasskey('ada', { signal: controller.signal }), {
    code: 'ERROR_PASSKEY_ABORTED',
    cause: 'left the page',
  })
  await until(() => page.created.length === 1)
  controller.abort('left the page')
  await ended
  await thumbturn.listPasskeys()
  assert.deepEqual(calls(), ['POST /reg/init', 'GET /passkeys'])
})

for (const [what, reply, error] of [
  ['a lost response', { status: 0 }, { status: 0, msgCode: 'unreachable' }],
  [
    'a session that an earlier attempt used up',
    toErrorReply(403, 'forbidden', { reason: 'session_used' }),
    { status: 403, reason: 'session_used' },
  ],
  ['an outage of the service', toErrorReply(503, 'internal_error'), { status: 503 }],
  [
    "a gateway's response",
    { status: 502, body: '<h1>Bad gateway</h1>', type: 'text/html' },
    { status: 502, code: 'not_a_service' },
  ],
] as const) {
  test(`${what} removes no passkey, because it may be registered`, async (t) => {
    const { signalled, page } = listening()
    const { thumbturn } = await openSdkPage(t, { replies: { 'POST /fido2/v2/reg/complete': reply }, page })
    await assert.rejects(thumbturn.createPasskey('ada'), { name: 'ApiError', ...error })
    assert.deepEqual(signalled, [])
  })
}

test('hints reach the browser, in a sign-up and in a sign-in', async (t) => {
  const { thumbturn, page } = await openSdkPage(t)
  await thumbturn.createPasskey('ada', { hints: ['security-key'] })
  await thumbturn.authenticateWithPasskey('ada', { hints: ['hybrid', 'client-device'] })
  assert.deepEqual((page.created[0]!.publicKey as { hints?: string[] }).hints, ['security-key'])
  assert.deepEqual((page.asked[0]!.publicKey as { hints?: string[] }).hints, ['hybrid', 'client-device'])
})

test('without hints of the call, those of the application reach the browser', async (t) => {
  const hints = ['hybrid']
  const replies = {
    'POST /fido2/v2/reg/init': ok({
      session,
      action: 'proceed',
      registrationRequestOptions: { ...creationOptions, hints },
    }),
    'POST /fido2/v2/auth/init': ok({ session, assertionOptions: { ...requestOptions, hints } }),
  }
  const { thumbturn, page } = await openSdkPage(t, { replies })
  await thumbturn.createPasskey('ada')
  await thumbturn.authenticateWithPasskey('ada')
  await thumbturn.authenticateWithPasskey('ada', { hints: [] })
  assert.deepEqual((page.created[0]!.publicKey as { hints?: string[] }).hints, hints)
  assert.deepEqual((page.asked[0]!.publicKey as { hints?: string[] }).hints, hints)
  assert.deepEqual((page.asked[1]!.publicKey as { hints?: string[] }).hints, [])
})

test('extensions of the application reach the browser, and the service gets their results without secrets', async (t) => {
  const extensions = { credProps: true, largeBlob: { support: 'preferred' }, prf: {} }
  const replies = {
    'POST /fido2/v2/reg/init': ok({
      session,
      action: 'proceed',
      registrationRequestOptions: { ...creationOptions, extensions },
    }),
  }
  const results = {
    credProps: { rk: true },
    largeBlob: { supported: false },
    prf: { enabled: true, results: { first: Uint8Array.of(1, 2, 3) } },
    appidExclude: true,
  }
  const create = async () => ({ ...createdCredential(), getClientExtensionResults: () => results })
  const { thumbturn, page, request } = await openSdkPage(t, { replies, page: { create } })
  await thumbturn.createPasskey('ada')
  assert.deepEqual(page.created[0]!.publicKey!.extensions, extensions)
  const { creationResult } = request('POST /reg/complete')!.body as { creationResult: Record<string, unknown> }
  assert.deepEqual(creationResult.clientExtensionResults, {
    credProps: { rk: true },
    largeBlob: { supported: false },
    prf: { enabled: true },
    appidExclude: true,
  })
})

test('data that is stored with the passkey stays in the page', async (t) => {
  const blob = Uint8Array.of(7).buffer
  const get = async () => ({ ...signedCredential(), getClientExtensionResults: () => ({ largeBlob: { blob } }) })
  const { thumbturn, request } = await openSdkPage(t, { page: { get } })
  const signedIn = await thumbturn.authenticateWithPasskey('ada')
  assert.equal('largeBlob' in signedIn && signedIn.largeBlob, blob)
  assert.ok(!JSON.stringify(request('POST /auth/complete')!.body).includes('largeBlob'))
})

const conditional = { getClientCapabilities: async () => ({ conditionalCreate: true }) }

test('an upgrade creates a passkey without a dialog, if the browser can', async (t) => {
  const { thumbturn, page } = await openSdkPage(t, { page: { webauthn: conditional } })
  assert.equal((await thumbturn.upgradeToPasskey('ada', { token: 'granted' }))?.isAuthenticated, true)
  assert.equal(page.created[0]!.mediation, 'conditional')
})

test('without browser support, an upgrade makes no call', async (t) => {
  const { thumbturn, calls } = await openSdkPage(t)
  assert.equal(await thumbturn.upgradeToPasskey('ada'), undefined)
  assert.deepEqual(calls(), [])
})

for (const name of ['NotAllowedError', 'InvalidStateError', 'ConstraintError']) {
  test(`an upgrade that ends with ${name} resolves to undefined`, async (t) => {
    const create = () => Promise.reject(new DOMException('no', name))
    const { thumbturn } = await openSdkPage(t, { page: { webauthn: conditional, create } })
    assert.equal(await thumbturn.upgradeToPasskey('ada'), undefined)
  })
}

test('an upgrade that the service rejects is an ApiError', async (t) => {
  const replies = { 'POST /fido2/v2/reg/init': toErrorReply(401, 'unauthorized') }
  const { thumbturn } = await openSdkPage(t, { replies, page: { webauthn: conditional } })
  await assert.rejects(thumbturn.upgradeToPasskey('ada'), { name: 'ApiError', code: 'unauthorized' })
})
