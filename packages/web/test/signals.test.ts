import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Thumbturn } from '../src/index.ts'
import { openPage, type PageOptions } from './browser.ts'
import { listed, ok, type Replies, signedIn, startRecorder, toErrorReply, token, userId } from './recorder.ts'

type Signal = { signal: string; [detail: string]: unknown }

/** A page whose browser records every signal; its passkeys are those of `list`. */
async function signalingPage(
  t: TestContext,
  { replies, list = [listed()], ...page }: PageOptions & { replies?: Replies; list?: object[] } = {},
) {
  const signals: Signal[] = []
  const record = (signal: string) => async (details: object) => void signals.push({ signal, ...details })
  const webauthn = {
    signalAllAcceptedCredentials: record('accepted'),
    signalCurrentUserDetails: record('details'),
    signalUnknownCredential: record('unknown'),
    ...page.webauthn,
  }
  openPage({ ...page, webauthn })
  const named = ok({ ...signedIn(token()), displayName: 'Ada Lovelace' })
  const service = await startRecorder(t, {
    'POST /fido2/v2/auth/complete': named,
    'POST /fido2/v2/reg/complete': named,
    'GET /fido2/v2/passkeys': ok(list),
    ...replies,
  })
  return { ...service, signals, thumbturn: new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }) }
}

const accepted = (...ids: string[]) => ({
  signal: 'accepted',
  rpId: 'localhost',
  userId,
  allAcceptedCredentialIds: ids,
})
const details = { signal: 'details', rpId: 'localhost', userId, name: 'ada', displayName: 'Ada Lovelace' }

test('a sign-in signals which passkeys are accepted, then the current names', async (t) => {
  const { thumbturn, signals } = await signalingPage(t)
  await thumbturn.authenticateWithPasskey('ada')
  assert.deepEqual(signals, [accepted('AQID'), details])
})

test('a registration signals the same, with the new passkey among the accepted ones', async (t) => {
  const { thumbturn, signals } = await signalingPage(t, {
    list: [listed({ id: 'p2', credentialId: 'BAUG' }), listed()],
  })
  await thumbturn.createPasskey('ada')
  assert.deepEqual(signals, [accepted('BAUG', 'AQID'), details])
})

test('a list that lacks the new passkey is not signaled after a registration', async (t) => {
  const { thumbturn, signals } = await signalingPage(t, { list: [listed({ id: 'p2', credentialId: 'BAUG' })] })
  await thumbturn.createPasskey('ada')
  assert.deepEqual(signals, [details])
})

test('an upgrade without a dialog keeps the browser in step, too', async (t) => {
  const webauthn = { getClientCapabilities: async () => ({ conditionalCreate: true }) }
  const { thumbturn, signals } = await signalingPage(t, { webauthn })
  await thumbturn.upgradeToPasskey('ada', { token: 'granted' })
  assert.deepEqual(signals, [accepted('AQID'), details])
})

test('an upgrade that the service rejects removes the new passkey, and no other', async (t) => {
  const webauthn = { getClientCapabilities: async () => ({ conditionalCreate: true }) }
  const replies = { 'POST /fido2/v2/reg/complete': toErrorReply(403, 'forbidden') }
  const { thumbturn, signals } = await signalingPage(t, { webauthn, replies })
  await assert.rejects(thumbturn.upgradeToPasskey('ada', { token: 'granted' }), { status: 403 })
  assert.deepEqual(signals, [{ signal: 'unknown', rpId: 'localhost', credentialId: 'AQID' }])
})

test('a rejected sign-in signals nothing, because the passkey may be a good one', async (t) => {
  const replies = { 'POST /fido2/v2/auth/complete': toErrorReply(404, 'forbidden') }
  const { thumbturn, signals } = await signalingPage(t, { replies })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { status: 404 })
  assert.deepEqual(signals, [])
})

test('imported passkeys get the names under their own user handle', async (t) => {
  const { thumbturn, signals } = await signalingPage(t, { list: [listed({ userHandle: 'b2xk' })] })
  await thumbturn.authenticateWithPasskey('ada')
  assert.deepEqual(
    signals.filter(({ signal }) => signal === 'details').map(({ userId }) => userId),
    ['b2xk', userId],
  )
})

test('a service that tells no display name leaves the names as they are', async (t) => {
  const { thumbturn, signals } = await signalingPage(t, {
    replies: { 'POST /fido2/v2/auth/complete': ok(signedIn(token())) },
  })
  await thumbturn.authenticateWithPasskey('ada')
  assert.deepEqual(signals, [accepted('AQID')])
})

test('signals that fail end no sign-in', async (t) => {
  const fail = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const webauthn = { signalAllAcceptedCredentials: fail, signalCurrentUserDetails: fail }
  const { thumbturn } = await signalingPage(t, { webauthn })
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
})

test('a signal that never settles, as in some versions of Safari, ends neither a sign-in nor a list', async (t) => {
  const never = () => new Promise<never>(() => {})
  const webauthn = { signalAllAcceptedCredentials: never, signalCurrentUserDetails: never }
  const { thumbturn } = await signalingPage(t, { webauthn })
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
  assert.equal((await thumbturn.listPasskeys()).length, 1)
})

test('a list that never arrives ends no sign-in', async (t) => {
  const never = () => new Promise<never>(() => {})
  const { thumbturn, signals } = await signalingPage(t, { replies: { 'GET /fido2/v2/passkeys': never } })
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
  assert.ok(signals.every(({ signal }) => signal !== 'accepted'))
})
