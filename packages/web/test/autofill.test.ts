import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isConditionalUIAvailable, Thumbturn } from '../src/index.ts'
import { neverChosen, openPage, type PageOptions, signedCredential } from './browser.ts'
import { startRecorder, until } from './recorder.ts'

const webauthn = { isConditionalMediationAvailable: async () => true }
const aborted = { name: 'PasskeyError', code: 'ERROR_PASSKEY_ABORTED' }

/** Autofill waits until it is aborted; a dialog completes at once. */
const onlyDialogs: PageOptions['get'] = async (request) =>
  request.mediation === 'conditional' ? neverChosen(request) : signedCredential()

async function autofillPage(t: TestContext, options: PageOptions = {}) {
  const page = openPage({ webauthn, ...options })
  const service = await startRecorder(t)
  return { ...service, page, thumbturn: new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }) }
}

test('autofill requests any passkey with conditional mediation and signs in', async (t) => {
  const { thumbturn, page, requests } = await autofillPage(t)
  const { isAuthenticated } = await thumbturn.authenticateWithPasskeyAutofill()
  assert.equal(isAuthenticated, true)
  assert.equal(page.asked[0]!.mediation, 'conditional')
  assert.deepEqual((requests[0]!.body as { user: object }).user, { username: '', usernameType: 'other' })
  assert.deepEqual(
    requests.map(({ call }) => call),
    ['POST /fido2/v2/auth/init', 'POST /fido2/v2/auth/complete'],
  )
})

test('without browser support, autofill starts no ceremony', async (t) => {
  const { thumbturn, page, calls } = await autofillPage(t, { webauthn: {} })
  assert.equal(await isConditionalUIAvailable(), false)
  await assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), {
    code: 'ERROR_GENERAL_ERROR',
    message: /isConditionalUIAvailable/,
  })
  assert.deepEqual([page.asked, calls()], [[], []])
})

test('the caller’s signal aborts a waiting autofill', async (t) => {
  const { thumbturn, page } = await autofillPage(t, { get: neverChosen })
  const controller = new AbortController()
  const ended = assert.rejects(thumbturn.authenticateWithPasskeyAutofill({ signal: controller.signal }), aborted)
  await until(() => page.asked.length === 1)
  controller.abort()
  await ended
})

for (const [what, start] of [
  ['a sign-in', (thumbturn: Thumbturn) => thumbturn.authenticateWithPasskey('ada')],
  ['a sign-up', (thumbturn: Thumbturn) => thumbturn.createPasskey('ada')],
] as const) {
  test(`${what} aborts a waiting autofill and succeeds`, async (t) => {
    const { thumbturn, page, calls } = await autofillPage(t, { get: onlyDialogs })
    const ended = assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), aborted)
    await until(() => page.asked.length === 1)
    assert.equal((await start(thumbturn)).isAuthenticated, true)
    await ended
    assert.ok(!calls().includes('POST /client-events/submit'))
  })
}

test('a ceremony of another client on the same page aborts it too', async (t) => {
  const { thumbturn, page, baseUrl } = await autofillPage(t, { get: onlyDialogs })
  const ended = assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), aborted)
  await until(() => page.asked.length === 1)
  await new Thumbturn({ baseUrl, appId: 'other' }).authenticateWithPasskey()
  await ended
})

test('of two concurrent autofills, the later one waits until a sign-in aborts it', async (t) => {
  const { thumbturn, page } = await autofillPage(t, { get: onlyDialogs })
  const first = assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), aborted)
  const second = assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), aborted)
  await first
  await until(() => page.asked.length === 1)
  assert.equal(page.asked[0]!.signal!.aborted, false)
  await thumbturn.authenticateWithPasskey('ada')
  await second
})

test('a chosen passkey is completed even if another ceremony starts meanwhile', async (t) => {
  openPage({ webauthn })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let completions = 0
  const { baseUrl, calls } = await startRecorder(t, {
    'POST /fido2/v2/auth/complete': async () => {
      if (completions++ === 0) await held
      return { status: 200, body: { jwtAccess: 'x', userId: 'u' } }
    },
  })
  const thumbturn = new Thumbturn({ baseUrl, appId: 'demo' })
  const autofill = thumbturn.authenticateWithPasskeyAutofill()
  await until(() => calls().includes('POST /auth/complete'))
  await thumbturn.authenticateWithPasskey('ada')
  release()
  assert.equal((await autofill).isAuthenticated, true)
})

test('an autofill that waits too long requests a new challenge', async (t) => {
  let asked = 0
  const get: PageOptions['get'] = async (request) => (asked++ === 0 ? neverChosen(request) : signedCredential())
  const { thumbturn, calls } = await autofillPage(t, { get })
  const { isAuthenticated } = await thumbturn.authenticateWithPasskeyAutofill({ renewAfterMs: 10 })
  assert.equal(isAuthenticated, true)
  assert.deepEqual(calls(), ['POST /auth/init', 'POST /auth/init', 'POST /auth/complete'])
})
