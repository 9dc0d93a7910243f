import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeToken } from '../src/client/token.ts'
import { bytes, signedCredential } from './browser.ts'
import {
  listed,
  ok,
  type Replies,
  requestOptions,
  session,
  signedIn,
  toErrorReply,
  token,
  until,
  userId,
} from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

/** A page that records the credentials signaled as accepted. */
function listening() {
  const signalled: unknown[] = []
  const webauthn = { signalAllAcceptedCredentials: async (accepted: unknown) => void signalled.push(accepted) }
  return { signalled, page: { webauthn } }
}

const instead = (response: object): Replies => ({
  'POST /fido2/v2/auth/init': ok({ session, assertionOptions: requestOptions, ...response }),
})

test('a sign-in takes two calls with the bodies of the contract', async (t) => {
  const get = async () => signedCredential({ userHandle: bytes(1) })
  const { thumbturn, requests } = await openSdkPage(t, { page: { get } })
  await thumbturn.authenticateWithPasskey('ada', { usernameType: 'email' })
  const [init, complete] = requests
  assert.equal(requests.length, 2)
  assert.equal(init!.call, 'POST /fido2/v2/auth/init')
  assert.deepEqual(init!.body, {
    app: { id: 'demo' },
    deviceInfo: { clientType: 'browser', screenHeight: 1080, screenWidth: 1920 },
    user: { username: 'ada', usernameType: 'email' },
  })
  assert.equal(complete!.call, 'POST /fido2/v2/auth/complete')
  assert.deepEqual(complete!.body, {
    session,
    assertionResult: {
      clientDataJSON: 'e30',
      authenticatorData: 'CQk',
      credentialId: 'AQID',
      signature: '__4',
      userHandle: 'AQ',
    },
  })
})

test('without a username, the passkey identifies the user', async (t) => {
  const { thumbturn, page, requests } = await openSdkPage(t)
  await thumbturn.authenticateWithPasskey()
  assert.deepEqual((requests[0]!.body as { user: object }).user, { username: '', usernameType: 'other' })
  assert.deepEqual(page.asked[0]!.publicKey!.allowCredentials, [])
  assert.equal(page.asked[0]!.mediation, undefined)
})

test('a sign-in sends no token, even if one is stored, and replaces it', async (t) => {
  const fresh = token({ username: 'bob' })
  const { thumbturn, requests } = await openSdkPage(t, {
    replies: { 'POST /fido2/v2/auth/complete': ok(signedIn(fresh)) },
  })
  storeToken(thumbturn.client, token())
  const result = await thumbturn.authenticateWithPasskey('bob')
  assert.deepEqual(result, { isAuthenticated: true, token: fresh, userId, passkeyId: 'p1', deviceId: 'd1' })
  assert.ok(requests.every(({ headers }) => headers.authorization === undefined))
  assert.equal(thumbturn.getSessionInfo()?.username, 'bob')
})

test('a missing action means to proceed', async (t) => {
  const { thumbturn } = await openSdkPage(t, { replies: instead({}) })
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
})

test('crossAuth calls back with the methods and starts no ceremony', async (t) => {
  const observed: unknown[] = []
  const response = { action: 'crossAuth', crossAuthMethods: ['otp', 'otp:email'], fallbackMethods: ['ciam'] }
  const { thumbturn, page, calls } = await openSdkPage(t, { replies: instead(response) })
  const onCrossAuth = (...given: unknown[]) => void observed.push(given)
  const onFallback = () => assert.fail('onFallback was called')
  const result = await thumbturn.authenticateWithPasskey('ada', { callbacks: { onCrossAuth, onFallback } })
  assert.deepEqual(result, { isAuthenticated: false, action: 'crossAuth' })
  assert.deepEqual(observed, [['ada', ['otp', 'otp:email', 'ciam']]])
  assert.deepEqual([page.asked, calls()], [[], ['POST /auth/init']])
})

for (const action of ['crossAuth', 'fallback'] as const) {
  test(`${action} calls onFallback if it is the only callback`, async (t) => {
    const observed: unknown[] = []
    const { thumbturn } = await openSdkPage(t, { replies: instead({ action, fallbackMethods: ['ciam'] }) })
    const onFallback = async (...given: unknown[]) => void observed.push(given)
    const result = await thumbturn.authenticateWithPasskey('ada', { callbacks: { onFallback } })
    assert.deepEqual(result, { isAuthenticated: false, action })
    assert.deepEqual(observed, [['ada', ['ciam']]])
  })
}

for (const action of ['crossAuth', 'fallback', 'unheard-of']) {
  test(`${action} without a callback rejects`, async (t) => {
    const { thumbturn, page } = await openSdkPage(t, { replies: instead({ action }) })
    await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { code: 'ERROR_NO_PASSKEY' })
    assert.deepEqual(page.asked, [])
  })
}

test('a callback can start another ceremony', async (t) => {
  const replies: Replies = {
    'POST /fido2/v2/auth/init': (body) => {
      const { username } = (body as { user: { username: string } }).user
      return ok({ session, action: username ? 'fallback' : 'proceed', assertionOptions: requestOptions })
    },
  }
  const { thumbturn } = await openSdkPage(t, { replies })
  const onFallback = async () => {
    assert.equal((await thumbturn.authenticateWithPasskey()).isAuthenticated, true)
  }
  await thumbturn.authenticateWithPasskey('ada', { callbacks: { onFallback } })
})

test('the accepted passkeys are signaled after a sign-in', async (t) => {
  const { signalled, page } = listening()
  const fresh = token({ username: 'bob' })
  const list = [listed(), listed({ id: 'p2', credentialId: 'BAUG' })]
  const replies = { 'POST /fido2/v2/auth/complete': ok(signedIn(fresh)), 'GET /fido2/v2/passkeys': ok(list) }
  const { thumbturn, request } = await openSdkPage(t, { replies, page })
  await thumbturn.authenticateWithPasskey('bob')
  assert.equal(request('GET /passkeys')!.headers.authorization, fresh)
  assert.deepEqual(signalled, [{ rpId: 'localhost', userId, allAcceptedCredentialIds: ['AQID', 'BAUG'] }])
})

for (const [what, reply] of [
  ['a list without the passkey just used', ok([listed({ id: 'p2', credentialId: 'BAUG' })])],
  ['an empty list', ok([])],
  ['a list with an item without credentialId', ok([listed(), listed({ credentialId: undefined })])],
  ['a list with an empty credentialId', ok([listed(), listed({ credentialId: '' })])],
  ['a response that is not a list', ok({ passkeys: [] })],
  ['a rejected list', toErrorReply(403, 'forbidden')],
] as const) {
  test(`${what} is not signaled after a sign-in, which succeeds`, async (t) => {
    const { signalled, page } = listening()
    const { thumbturn } = await openSdkPage(t, { replies: { 'GET /fido2/v2/passkeys': reply }, page })
    assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
    assert.deepEqual(signalled, [])
  })
}

test('a failed assertion is reported with the session', async (t) => {
  const get = () => Promise.reject(new DOMException('broken', 'UnknownError'))
  const { thumbturn, request, calls } = await openSdkPage(t, { page: { get } })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR' })
  await until(() => calls().length === 2)
  assert.equal(request('POST /client-events/submit')!.headers.authorization, session)
})

test('a rejected sign-in is an ApiError and stores nothing', async (t) => {
  const body = { msg: 'Sign-in failed', msgCode: 'forbidden' }
  const { thumbturn, page } = await openSdkPage(t, {
    replies: { 'POST /fido2/v2/auth/complete': { status: 404, body } },
  })
  const wanted = { name: 'ApiError', message: 'Sign-in failed', status: 404, ...body, body }
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), wanted)
  assert.deepEqual(page.cookieWrites, [])
})
