import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMemoryTokenStore, Thumbturn, ThumbturnMfa } from '../src/index.ts'
import { createdCredential, openPage, type PageOptions, signedCredential } from './browser.ts'
import {
  confirmed,
  creationOptions,
  ok,
  type Replies,
  type Reply,
  requestOptions,
  session,
  signedIn,
  startRecorder,
  token,
  until,
} from './recorder.ts'

// Neither browsers nor password managers nor replaced versions of fetch have to react to an abort.

const encode = (options: object) => Buffer.from(JSON.stringify(options)).toString('base64url')
const toFactor = (name: string, option: object) => ({
  action: { name, label: name },
  options: [{ name: 'options', value: encode(option) }],
})
const factors = [
  toFactor('passkey:reg', creationOptions),
  toFactor('passkey:auth', requestOptions),
  { action: { name: 'otp:email', label: 'Email' }, options: [{ name: 'email:primary', label: 'a•••', value: 'id' }] },
  { action: { name: 'otp:verify', label: 'Code' } },
  { action: { name: 'external', label: 'Ask us' } },
]
const flowTokens = {
  flow: 'signIn',
  payload: '',
  payloadSignature: 'p',
  idToken: 'i',
  refreshToken: 'r',
  deviceId: 'd',
}
const finished = () => ok({ ...flowTokens, accessToken: token() })

const usual: Replies = {
  'POST /fido2/v2/auth/otp/verify': () => ok(signedIn()),
  'POST /fido2/v2/mfa/begin': () => ok({ flow: 'signIn', session: 'session-of-a-flow', next: factors }),
  'POST /fido2/v2/mfa/passkey/reg': finished,
  'POST /fido2/v2/mfa/passkey/auth': finished,
  'POST /fido2/v2/mfa/otp/verify': finished,
  'POST /fido2/v2/mfa/third-party/verify': finished,
  'POST /fido2/v2/mfa/otp/request': () => ok({ session: 'session-of-a-code' }),
  'POST /fido2/v2/mfa/payload': () => ok({ flow: 'signIn', session: 'session-of-a-payload', next: factors }),
}

/** A result that a test lets arrive when it chooses to. */
function hold<Result>(result: Result) {
  let release = () => {}
  const held = new Promise<Result>((resolve) => {
    release = () => resolve(result)
  })
  return { held, release: () => release() }
}

async function abortPage(t: TestContext, { replies, ...page }: PageOptions & { replies?: Replies } = {}) {
  const opened = openPage(page)
  const service = await startRecorder(t, { ...usual, ...replies })
  const { fetch } = globalThis
  t.after(() => Object.assign(globalThis, { fetch }))
  globalThis.fetch = (url, options) => fetch(url, { ...options, signal: null })
  const tokenStore = createMemoryTokenStore()
  const options = { baseUrl: service.baseUrl, appId: 'demo', tokenStore }
  const mfa = new ThumbturnMfa(options)
  t.after(() => mfa.endFlow())
  return {
    ...service,
    page: opened,
    thumbturn: new Thumbturn(options),
    mfa,
    tokenStore,
    controller: new AbortController(),
  }
}
type AbortPage = Awaited<ReturnType<typeof abortPage>>

/** Lets what arrives late run to its end. */
const settle = async ({ thumbturn }: AbortPage) => {
  for (let turn = 0; turn < 3; turn++) await thumbturn.listPasskeys()
}

const aborted = { name: 'PasskeyError', code: 'ERROR_PASSKEY_ABORTED', cause: 'changed my mind' }

const webauthn = {
  isConditionalMediationAvailable: async () => true,
  getClientCapabilities: async () => ({ immediateGet: true, conditionalCreate: true }),
}

type Start = (page: AbortPage, signal: AbortSignal) => Promise<unknown>
const performFactor =
  (type: Parameters<ThumbturnMfa['performAction']>[0], payload?: string): Start =>
  async ({ mfa }, signal) => {
    await mfa.beginFlow({ username: 'ada' })
    return mfa.performAction(type, { payload, signal })
  }

/** Every call with a dialog, and the call that completes it. */
const ceremonies: Record<string, { start: Start; completes?: string }> = {
  'a sign-up': {
    start: ({ thumbturn }, signal) => thumbturn.createPasskey('ada', { signal }),
    completes: '/reg/complete',
  },
  'a conditional create': {
    start: ({ thumbturn }, signal) => thumbturn.createPasskey('ada', { signal, conditionalCreate: true }),
    completes: '/reg/complete',
  },
  'a sign-in': {
    start: ({ thumbturn }, signal) => thumbturn.authenticateWithPasskey('ada', { signal }),
    completes: '/auth/complete',
  },
  'an immediate sign-in': {
    start: ({ thumbturn }, signal) => thumbturn.signInImmediately({ signal }),
    completes: '/auth/complete',
  },
  'an autofill': {
    start: ({ thumbturn }, signal) => thumbturn.authenticateWithPasskeyAutofill({ signal }),
    completes: '/auth/complete',
  },
  'a transaction': {
    start: ({ thumbturn }, signal) => thumbturn.confirmTransaction('ada', { txPayload: 'Pay', signal }),
    completes: '/tx/complete',
  },
  'a derived key': {
    start: ({ thumbturn }, signal) => thumbturn.deriveKey({ purpose: 'notes', credentialIds: ['AQID'], signal }),
  },
  'the registration of a flow': { start: performFactor('passkey:reg'), completes: '/mfa/passkey/reg' },
  'the sign-in of a flow': { start: performFactor('passkey:auth'), completes: '/mfa/passkey/auth' },
}

/** Calls without a dialog that can be aborted, and that sign a user in or change a flow. */
const others: Record<string, { start: Start; completes: string }> = {
  'a sign-in with a code': {
    start: ({ thumbturn }, signal) => thumbturn.validateOtp('ada', { code: '123456', signal }),
    completes: '/auth/otp/verify',
  },
  'the code of a flow': { start: performFactor('otp:verify', '123456'), completes: '/mfa/otp/verify' },
  'a request for the code of a flow': { start: performFactor('otp:email'), completes: '/mfa/otp/request' },
  'the external factor of a flow': { start: performFactor('external', 't'), completes: '/mfa/third-party/verify' },
  'the payload of a flow': {
    start: async ({ mfa }, signal) => {
      await mfa.beginFlow({ username: 'ada' })
      return mfa.setPayload('Pay', { signal })
    },
    completes: '/mfa/payload',
  },
}

const isAsked = ({ page }: AbortPage) => page.asked.length + page.created.length > 0

for (const [what, { start }] of Object.entries(ceremonies)) {
  test(`${what} ends with its signal, even if a manager never returns`, async (t) => {
    const never = () => new Promise<never>(() => {})
    const page = await abortPage(t, { webauthn, create: never, get: never })
    const ended = assert.rejects(start(page, page.controller.signal), aborted)
    await until(() => isAsked(page))
    page.controller.abort('changed my mind')
    await ended
  })

  test(`what a manager returns after ${what} was aborted completes nothing and stores nothing`, async (t) => {
    const creation = hold(createdCredential())
    const assertion = hold(signedCredential())
    const page = await abortPage(t, { webauthn, create: () => creation.held, get: () => assertion.held })
    const ended = assert.rejects(start(page, page.controller.signal), aborted)
    await until(() => isAsked(page))
    page.controller.abort('changed my mind')
    await ended
    const flow = page.mfa.getMfaSessionDetails()
    creation.release()
    assertion.release()
    await settle(page)
    assert.deepEqual(
      page.calls().filter((call) => /complete|passkey|submit/.test(call.replace('/passkeys', ''))),
      [],
    )
    assert.equal(page.tokenStore.get(), undefined)
    assert.deepEqual(page.mfa.getMfaSessionDetails(), flow)
  })
}

for (const [what, { start, completes }] of Object.entries({ ...ceremonies, ...others })) {
  if (!completes) continue
  test(`${what} that is aborted while the service completes it stores nothing`, async (t) => {
    const response = hold<Reply>((usual[`POST /fido2/v2${completes}`] as () => Reply)?.() ?? ok(signedIn()))
    if (completes === '/tx/complete') Object.assign(response, hold(ok(confirmed('AQID'))))
    const page = await abortPage(t, { webauthn, replies: { [`POST /fido2/v2${completes}`]: () => response.held } })
    const ended = assert.rejects(start(page, page.controller.signal), aborted)
    await until(() => page.calls().includes(`POST ${completes}`))
    page.controller.abort('changed my mind')
    await ended
    const flow = page.mfa.getMfaSessionDetails()
    response.release()
    await settle(page)
    assert.equal(page.tokenStore.get(), undefined)
    assert.equal(page.page.storage.size, 0)
    assert.deepEqual(page.mfa.getMfaSessionDetails(), flow)
  })

  test(`${what} whose signal has aborted before makes no call`, async (t) => {
    const page = await abortPage(t, { webauthn })
    page.controller.abort('changed my mind')
    await assert.rejects(start(page, page.controller.signal), aborted)
    await settle(page)
    assert.deepEqual(
      page.calls().filter((call) => !['POST /mfa/begin', 'GET /passkeys'].includes(call)),
      [],
    )
  })
}

test('a token that is being stored when the signal aborts is removed again', async (t) => {
  const page = await abortPage(t)
  const { set } = page.tokenStore
  page.tokenStore.set = (...stored) => {
    page.controller.abort('changed my mind')
    set(...stored)
  }
  const { signal } = page.controller
  await assert.rejects(page.thumbturn.authenticateWithPasskey('ada', { signal }), aborted)
  assert.equal(page.thumbturn.getSessionInfo(), undefined)
})

test('a sign-in whose token is stored succeeds, and an abort only ends the wait for the browser', async (t) => {
  const never = () => {
    page.controller.abort('changed my mind')
    return new Promise<never>(() => {})
  }
  const page = await abortPage(t, { webauthn: { signalAllAcceptedCredentials: never } })
  const result = await page.thumbturn.authenticateWithPasskey('ada', { signal: page.controller.signal })
  assert.equal(result.isAuthenticated, true)
  assert.equal(page.thumbturn.getSessionInfo()?.username, 'ada')
})

test('an abort ends the wait for a fallback that a page offers', async (t) => {
  const replies = {
    'POST /fido2/v2/auth/init': ok({ session, action: 'fallback', assertionOptions: requestOptions }),
  }
  const page = await abortPage(t, { replies })
  const { signal } = page.controller
  const onFallback = () => {
    page.controller.abort('changed my mind')
    return new Promise<never>(() => {})
  }
  await assert.rejects(page.thumbturn.authenticateWithPasskey('ada', { signal, callbacks: { onFallback } }), aborted)
})

test('a second ceremony ends the first at once, even if a manager never returns', async (t) => {
  let times = 0
  const get = () => (times++ === 0 ? new Promise<never>(() => {}) : Promise.resolve(signedCredential()))
  const page = await abortPage(t, { get })
  const first = assert.rejects(page.thumbturn.authenticateWithPasskey('ada'), { code: 'ERROR_PASSKEY_ABORTED' })
  await until(() => isAsked(page))
  assert.equal((await page.thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
  await first
})

/** A page that records signals to the browser. */
function recordSignals() {
  const signals: object[] = []
  const record = (name: string) => async (details: object) => void signals.push({ name, ...details })
  const methods = {
    signalAllAcceptedCredentials: record('accepted'),
    signalUnknownCredential: record('unknown'),
  }
  return { signals, webauthn: methods }
}

test('a passkey that a manager creates after the abort is signaled as unknown, because nothing registers it', async (t) => {
  const { signals, webauthn } = recordSignals()
  const creation = hold(createdCredential())
  const page = await abortPage(t, { webauthn, create: () => creation.held })
  const ended = assert.rejects(page.thumbturn.createPasskey('ada', { signal: page.controller.signal }), aborted)
  await until(() => isAsked(page))
  page.controller.abort('changed my mind')
  await ended
  creation.release()
  await until(() => signals.length > 0)
  assert.deepEqual(signals, [{ name: 'unknown', rpId: 'localhost', credentialId: 'AQID' }])
})

test('no list is signaled until the service has responded to an aborted registration', async (t) => {
  const { signals, webauthn } = recordSignals()
  const response = hold(ok(signedIn()))
  const page = await abortPage(t, { webauthn, replies: { 'POST /fido2/v2/reg/complete': () => response.held } })
  page.tokenStore.set(token())
  const ended = assert.rejects(page.thumbturn.createPasskey('ada', { signal: page.controller.signal }), aborted)
  await until(() => page.calls().includes('POST /reg/complete'))
  page.controller.abort('changed my mind')
  await ended
  await page.thumbturn.listPasskeys()
  assert.deepEqual(signals, [])
  response.release()
  await until(() => page.calls().length > 0)
})
