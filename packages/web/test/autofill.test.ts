import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { offerAutofill } from '../src/flows/autofill.ts'
import { isConditionalUIAvailable, Thumbturn, ThumbturnMfa } from '../src/index.ts'
import { neverChosen, openPage, type PageOptions, signedCredential } from './browser.ts'
import { ok, type Replies, requestOptions, startRecorder, until } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const webauthn = { isConditionalMediationAvailable: async () => true }
const aborted = { name: 'PasskeyError', code: 'ERROR_PASSKEY_ABORTED' }

/** Autofill waits until it is aborted; a dialog completes at once. */
const onlyDialogs: PageOptions['get'] = async (request) =>
  request.mediation === 'conditional' ? neverChosen(request) : signedCredential()

const autofillPage = (t: TestContext, { replies, ...page }: PageOptions & { replies?: Replies } = {}) =>
  openSdkPage(t, { replies, page: { webauthn, ...page } })

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

test('in a frame that cannot use passkeys, autofill is not available', async (t) => {
  const { thumbturn, calls } = await autofillPage(t)
  const allowsFeature = (feature: string) => feature !== 'publickey-credentials-get'
  Object.assign(document, { featurePolicy: { allowsFeature } })
  assert.equal(await isConditionalUIAvailable(), false)
  await assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), { code: 'ERROR_GENERAL_ERROR' })
  assert.deepEqual(calls(), [])
  Object.assign(document, { featurePolicy: {} })
  assert.equal(await isConditionalUIAvailable(), true)
})

const immediate = { ...webauthn, getClientCapabilities: async () => ({ immediateGet: true, conditionalCreate: true }) }

for (const [what, start] of [
  ['a sign-in', (thumbturn: Thumbturn) => thumbturn.authenticateWithPasskey('ada')],
  ['a sign-up', (thumbturn: Thumbturn) => thumbturn.createPasskey('ada')],
  ['an immediate sign-in', (thumbturn: Thumbturn) => thumbturn.signInImmediately()],
  [
    'a sign-in of another client on the same page',
    (_: Thumbturn, baseUrl: string) => new Thumbturn({ baseUrl, appId: 'other' }).authenticateWithPasskey(),
  ],
] as const) {
  test(`${what} aborts a waiting autofill and succeeds`, async (t) => {
    const { thumbturn, page, calls, baseUrl } = await autofillPage(t, { get: onlyDialogs, webauthn: immediate })
    const ended = assert.rejects(thumbturn.authenticateWithPasskeyAutofill(), aborted)
    await until(() => page.asked.length === 1)
    assert.equal((await start(thumbturn, baseUrl))?.isAuthenticated, true)
    await ended
    assert.ok(!calls().includes('POST /client-events/submit'))
  })
}

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

test('a chosen passkey is completed even if another ceremony starts before that', async (t) => {
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

/** A dialog that stays open until a test ends it: with a passkey, or as the user closes it. */
function openDialog() {
  let close: (error: DOMException) => void = () => {}
  let choose: (credential: object) => void = () => {}
  const ended = new Promise<object>((resolve, reject) => {
    choose = resolve
    close = reject
  })
  return {
    ended,
    choose: () => choose(signedCredential()),
    close: () => close(new DOMException('', 'NotAllowedError')),
  }
}

const txOptions = { name: 'o', value: Buffer.from(JSON.stringify(requestOptions)).toString('base64url') }
const flow = {
  flow: 'signIn',
  session: 'session-of-a-flow',
  next: [{ action: { name: 'passkey:auth', label: '' }, options: [txOptions] }],
}

/** Every way for a user to open a dialog. */
const dialogs: Record<string, (thumbturn: Thumbturn, baseUrl: string) => Promise<unknown>> = {
  'a sign-in': (thumbturn) => thumbturn.authenticateWithPasskey('ada'),
  'a sign-in of another client': (_, baseUrl) => new Thumbturn({ baseUrl, appId: 'other' }).authenticateWithPasskey(),
  'an immediate sign-in': (thumbturn) => thumbturn.signInImmediately(),
  'a sign-up': (thumbturn) => thumbturn.createPasskey('ada'),
  'a transaction': (thumbturn) => thumbturn.confirmTransaction('ada', { txPayload: 'Pay' }),
  'a derived key': (thumbturn) => thumbturn.deriveKey({ purpose: 'notes', credentialIds: ['AQID'] }),
  'a step of a flow': async (_, baseUrl) => {
    const mfa = new ThumbturnMfa({ baseUrl, appId: 'demo' })
    await mfa.beginFlow()
    return mfa.performAction('passkey:auth')
  },
}

for (const [what, start] of Object.entries(dialogs)) {
  test(`${what} is not interrupted by an autofill, which starts once the dialog was closed`, async (t) => {
    const dialog = openDialog()
    const page = await autofillPage(t, {
      webauthn: immediate,
      create: () => dialog.ended,
      get: (request) => (request.mediation === 'conditional' ? neverChosen(request) : dialog.ended),
      replies: { 'POST /fido2/v2/mfa/begin': ok(flow) },
    })
    const asked = () => page.page.asked.filter(({ mediation }) => mediation === 'conditional').length
    const shown = () => page.page.created.length + page.page.asked.length
    const opened = start(page.thumbturn, page.baseUrl).catch(() => {})
    await until(() => shown() === 1)
    const controller = new AbortController()
    const autofill = assert.rejects(
      page.thumbturn.authenticateWithPasskeyAutofill({ signal: controller.signal }),
      aborted,
    )
    await page.thumbturn.listPasskeys()
    assert.equal(asked(), 0)
    assert.notEqual([...page.page.created, ...page.page.asked][0]!.signal?.aborted, true)
    dialog.close()
    await opened
    await until(() => asked() === 1)
    controller.abort()
    await autofill
  })
}

test('an autofill that waits for a dialog can be aborted, and the dialog continues', async (t) => {
  const dialog = openDialog()
  const { thumbturn, page } = await autofillPage(t, { get: () => dialog.ended })
  const opened = thumbturn.authenticateWithPasskey('ada')
  await until(() => page.asked.length === 1)
  const controller = new AbortController()
  const autofill = assert.rejects(thumbturn.authenticateWithPasskeyAutofill({ signal: controller.signal }), aborted)
  controller.abort()
  await autofill
  dialog.choose()
  assert.equal((await opened).isAuthenticated, true)
  assert.equal(page.asked.length, 1)
})

test('a passkey without a dialog waits for a dialog, too', async (t) => {
  const dialog = openDialog()
  const { thumbturn, page } = await autofillPage(t, { webauthn: immediate, get: () => dialog.ended })
  const opened = thumbturn.authenticateWithPasskey('ada')
  await until(() => page.asked.length === 1)
  const upgraded = thumbturn.upgradeToPasskey('ada', { token: 'granted' })
  await thumbturn.listPasskeys()
  assert.deepEqual([page.created.length, page.asked[0]!.signal!.aborted], [0, false])
  dialog.choose()
  assert.equal((await opened).isAuthenticated, true)
  assert.equal((await upgraded)?.isAuthenticated, true)
})

test('the autofill of a component is offered again after a dialog that was closed, also one of another client', async (t) => {
  const dialog = openDialog()
  const { thumbturn, page, baseUrl } = await autofillPage(t, {
    get: (request) => (request.mediation === 'conditional' ? neverChosen(request) : dialog.ended),
  })
  const controller = new AbortController()
  const offered = assert.rejects(offerAutofill(thumbturn.client, { signal: controller.signal }), aborted)
  await until(() => page.asked.length === 1)
  const opened = new Thumbturn({ baseUrl, appId: 'other' }).authenticateWithPasskey().catch(() => {})
  await until(() => page.asked.length === 2)
  dialog.close()
  await opened
  await until(() => page.asked.length === 3)
  assert.equal(page.asked[2]!.mediation, 'conditional')
  controller.abort()
  await offered
})

test('the autofill of a component ends with a dialog that signed the user in', async (t) => {
  const { thumbturn, page } = await autofillPage(t, { get: onlyDialogs })
  const offered = assert.rejects(offerAutofill(thumbturn.client, {}), aborted)
  await until(() => page.asked.length === 1)
  await thumbturn.authenticateWithPasskey('ada')
  await offered
  assert.equal(page.asked.length, 2)
})

test('of the autofills of two components, the later one stays', async (t) => {
  const { thumbturn, page } = await autofillPage(t, { get: neverChosen })
  const first = assert.rejects(offerAutofill(thumbturn.client, {}), aborted)
  await until(() => page.asked.length === 1)
  const controller = new AbortController()
  const second = assert.rejects(offerAutofill(thumbturn.client, { signal: controller.signal }), aborted)
  await first
  await until(() => page.asked.length === 2)
  assert.equal(page.asked[1]!.signal!.aborted, false)
  controller.abort()
  await second
})
