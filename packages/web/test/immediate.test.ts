import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isImmediateSignInAvailable } from '../src/index.ts'
import type { PageOptions } from './browser.ts'
import { type Replies, toErrorReply } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const webauthn = { getClientCapabilities: async () => ({ immediateGet: true }) }
const noPasskey = () => Promise.reject(new DOMException('no', 'NotAllowedError'))

const immediatePage = (t: TestContext, { replies, ...page }: PageOptions & { replies?: Replies } = {}) =>
  openSdkPage(t, { replies, page: { webauthn, ...page } })

test('an immediate sign-in asks for any passkey of this device, without a signal', async (t) => {
  const { thumbturn, page, requests } = await immediatePage(t)
  assert.equal(await isImmediateSignInAvailable(), true)
  assert.equal((await thumbturn.signInImmediately())?.isAuthenticated, true)
  const [{ uiMode, publicKey, ...request }] = page.asked as [CredentialRequestOptions & { uiMode: string }]
  assert.equal(uiMode, 'immediate')
  assert.deepEqual(publicKey!.allowCredentials, [])
  assert.deepEqual(request, {})
  const { user, mediation } = requests[0]!.body as { user: object; mediation: string }
  assert.deepEqual({ user, mediation }, { user: { username: '', usernameType: 'other' }, mediation: 'immediate' })
})

test('without a passkey on this device, an immediate sign-in resolves to undefined and reports nothing', async (t) => {
  const { thumbturn, calls, page } = await immediatePage(t, { get: noPasskey })
  assert.equal(await thumbturn.signInImmediately(), undefined)
  await thumbturn.listPasskeys()
  assert.deepEqual(calls(), ['POST /auth/init', 'GET /passkeys'])
  assert.deepEqual(page.cookieWrites, [])
})

for (const [what, capabilities] of [
  ['that reports no such mode', { getClientCapabilities: async () => ({ conditionalGet: true }) }],
  ['that reports nothing', {}],
  ['whose report fails', { getClientCapabilities: () => Promise.reject(new Error('no')) }],
] as const) {
  test(`in a browser ${what}, an immediate sign-in makes no call and opens no dialog`, async (t) => {
    const { thumbturn, calls, page } = await immediatePage(t, { webauthn: capabilities })
    assert.equal(await isImmediateSignInAvailable(), false)
    assert.equal(await thumbturn.signInImmediately(), undefined)
    assert.deepEqual([calls(), page.asked], [[], []])
  })
}

test('on a page without WebAuthn, an immediate sign-in resolves to undefined', async (t) => {
  const { thumbturn } = await immediatePage(t, { webauthn: false })
  assert.equal(await thumbturn.signInImmediately(), undefined)
})

test('an immediate sign-in that the service rejects is an ApiError', async (t) => {
  const replies = { 'POST /fido2/v2/auth/complete': toErrorReply(404, 'forbidden') }
  const { thumbturn } = await immediatePage(t, { replies })
  await assert.rejects(thumbturn.signInImmediately(), { name: 'ApiError', status: 404, code: 'forbidden' })
})

test('an immediate sign-in on the wrong domain is an error', async (t) => {
  const get = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const { thumbturn } = await immediatePage(t, { get })
  await assert.rejects(thumbturn.signInImmediately(), { code: 'ERROR_DOMAIN_MISMATCH' })
})
