import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { storeToken } from '../src/client/token.ts'
import { ok, type Replies, signedIn, toErrorReply, token } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const replies: Replies = {
  'POST /fido2/v2/auth/otp': ok({ code: '012345', expiresAt: '2027-03-14T12:10:00.000Z' }),
  'POST /fido2/v2/auth/otp/email': { status: 204 },
  'POST /fido2/v2/auth/otp/sms': { status: 204 },
  'POST /fido2/v2/auth/otp/verify': ok(signedIn()),
}

const page = (t: TestContext, more: Replies = {}) => openSdkPage(t, { replies: { ...replies, ...more } })

test("a cross-device code is requested with the signed-in user's token and no body", async (t) => {
  const { thumbturn, requests } = await page(t)
  const mine = token()
  storeToken(thumbturn.client, mine)
  const code = await thumbturn.requestOtp()
  assert.deepEqual(code, { code: '012345', expiresAt: new Date('2027-03-14T12:10:00Z') })
  const { headers, body } = requests[0]!
  assert.deepEqual([headers.authorization, headers['content-type'], body], [mine, undefined, undefined])
})

for (const method of ['email', 'sms'] as const) {
  test(`a code is sent by ${method} without revealing whether the user exists`, async (t) => {
    const { thumbturn, requests } = await page(t)
    assert.equal(await thumbturn.requestAndSendOtp('ada@example.com', { method }), undefined)
    const { call, body } = requests[0]!
    assert.equal(call, `POST /fido2/v2/auth/otp/${method}`)
    assert.deepEqual(body, { app: { id: 'demo' }, user: { username: 'ada@example.com', usernameType: 'other' } })
  })
}

test('a valid code signs in, and its token creates the passkey', async (t) => {
  const { thumbturn, request } = await page(t)
  const { token: earned } = await thumbturn.validateOtp('ada', { code: ' 012 345 ' })
  assert.deepEqual(request('POST /auth/otp/verify')!.body, {
    app: { id: 'demo' },
    authCode: '012345',
    user: { username: 'ada', usernameType: 'other' },
  })
  await thumbturn.createPasskey('ada')
  assert.equal(request('POST /reg/init')!.headers.authorization, earned)
})

test('a wrong code is an ApiError and stores no token', async (t) => {
  const { thumbturn } = await page(t, { 'POST /fido2/v2/auth/otp/verify': toErrorReply(400, 'bad_request') })
  await assert.rejects(thumbturn.validateOtp('ada', { code: '000000' }), { name: 'ApiError', status: 400 })
  assert.equal(thumbturn.getSessionInfo(), undefined)
})
