import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiError, createClient, PasskeyError, Thumbturn } from '../src/index.ts'
import { openPage, type PageOptions, signedCredential } from './browser.ts'
import { ok, type Replies, refusal, session, signedIn, startRecorder, token } from './recorder.ts'

/** One thing that can go wrong, what it ends in, and what makes it right. */
interface Trouble {
  page?: PageOptions
  replies?: Replies
  /** Changes the page after it was opened. */
  break?: () => void
  mend?: () => void
  error: typeof PasskeyError | typeof ApiError
  code: string
  says: RegExp
}

const dom = (name: string, message = 'no') => new DOMException(message, name)

/** An authenticator that refuses once, then signs. */
const refusingOnce = (cause: DOMException) => {
  let times = 0
  return { get: () => (times++ === 0 ? Promise.reject(cause) : Promise.resolve(signedCredential())) }
}

/** An answer that is wrong once, then right. */
const onceWrong = (wrong: Replies[string], right: object): Replies[string] => {
  let times = 0
  return (body) => {
    if (times++ > 0) return ok(right)
    return typeof wrong === 'function' ? wrong(body) : wrong!
  }
}

const begun = {
  ...{ session, action: 'proceed', crossAuthMethods: [], fallbackMethods: [] },
  assertionOptions: { rpId: 'shop.example', challenge: 'AAECAw', allowCredentials: [], userVerification: 'required' },
}
const initOnce = (wrong: Replies[string]) => ({ 'POST /fido2/v2/auth/init': onceWrong(wrong, begun) })
const completeOnce = (wrong: Replies[string]) => ({ 'POST /fido2/v2/auth/complete': onceWrong(wrong, signedIn()) })
const html = (status: number) => ({ status, body: '<h1>Hello</h1>', type: 'text/html' })

const onLine = (value: boolean) => Object.assign(navigator, { onLine: value })

const troubles: Record<string, Trouble> = {
  'a base URL where a website answers': {
    replies: initOnce(html(200)),
    ...{ error: ApiError, code: 'not_a_service', says: /answered 200, not as the service: check baseUrl/ },
  },
  'a base URL where nothing is found': {
    replies: initOnce(html(404)),
    ...{ error: ApiError, code: 'not_a_service', says: /answered 404.*check baseUrl/ },
  },
  'an application that is not there': {
    replies: initOnce(refusal(404, 'not_found', { msg: 'application demo not found' })),
    ...{ error: ApiError, code: 'not_found', says: /application demo not found/ },
  },
  'a server that is down': {
    replies: initOnce({ status: 0 }),
    ...{ error: ApiError, code: 'unreachable', says: /No answer from http.*check baseUrl.*demo allows/ },
  },
  'a server that goes down between the two calls': {
    replies: completeOnce({ status: 0 }),
    ...{ error: ApiError, code: 'unreachable', says: /auth\/complete: check baseUrl/ },
  },
  'a gateway that answers in place of the service': {
    replies: initOnce(html(502)),
    ...{ error: ApiError, code: 'not_a_service', says: /answered 502/ },
  },
  'a device that is offline': {
    replies: initOnce({ status: 0 }),
    break: () => onLine(false),
    mend: () => onLine(true),
    ...{ error: ApiError, code: 'offline', says: /Offline: offer to try again/ },
  },
  'an origin that the service does not allow': {
    replies: completeOnce(refusal(404, 'forbidden', { msg: 'This passkey was refused' })),
    ...{ error: ApiError, code: 'forbidden', says: /refused/ },
  },
  'an RP ID of another domain': {
    page: refusingOnce(dom('SecurityError')),
    replies: initOnce(ok(begun)),
    ...{ error: PasskeyError, code: 'ERROR_DOMAIN_MISMATCH' },
    says: /RP ID shop\.example does not cover http:\/\/localhost.*https:\/\/shop\.example\/\.well-known\/webauthn/,
  },
  'a frame without permission': {
    page: refusingOnce(dom('NotAllowedError')),
    break: () => Object.assign(document, { featurePolicy: { allowsFeature: () => false } }),
    ...{ error: PasskeyError, code: 'ERROR_FRAME_NOT_ALLOWED', says: /allow="publickey-credentials-get/ },
  },
  'a user who closes the dialog': {
    page: refusingOnce(dom('NotAllowedError')),
    ...{ error: PasskeyError, code: 'ERROR_PASSKEY_ABORTED', says: /try again/ },
  },
  'an authenticator that fails': {
    page: refusingOnce(dom('UnknownError')),
    ...{ error: PasskeyError, code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR', says: /try again/ },
  },
  'an authenticator that another program uses': {
    page: refusingOnce(dom('NotReadableError')),
    ...{ error: PasskeyError, code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR', says: /try again/ },
  },
  'a browser that refuses for a reason of its own': {
    page: refusingOnce(dom('OperationError')),
    ...{ error: PasskeyError, code: 'ERROR_GENERAL_ERROR', says: /see the cause/ },
  },
  'a page without WebAuthn': {
    page: { webauthn: false },
    mend: () => Object.assign(globalThis, { PublicKeyCredential: {} }),
    ...{ error: PasskeyError, code: 'ERROR_GENERAL_ERROR', says: /use https or localhost/ },
  },
  'a clock that is ahead': {
    replies: completeOnce(ok(signedIn(token({ exp: Math.floor(Date.now() / 1000) - 1 })))),
    ...{ error: PasskeyError, code: 'ERROR_CLOCK_WRONG', says: /clock of this device is ahead: set it/ },
  },
  'too many tries': {
    replies: initOnce(refusal(429, 'too_many_requests', { msg: 'Too many calls: try again in 7 seconds' })),
    ...{ error: ApiError, code: 'too_many_requests', says: /try again/ },
  },
}

async function signInPage(t: TestContext, { page, replies, ...trouble }: Trouble) {
  openPage(page)
  const service = await startRecorder(t, replies)
  trouble.break?.()
  return { ...service, thumbturn: new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }) }
}

for (const [what, trouble] of Object.entries(troubles)) {
  test(`${what} is ${trouble.code}, which says what to do, and a second try works`, async (t) => {
    const { thumbturn } = await signInPage(t, trouble)
    await assert.rejects(thumbturn.authenticateWithPasskey('ada'), (error: PasskeyError | ApiError) => {
      assert.ok(error instanceof trouble.error, String(error))
      assert.equal(error.code, trouble.code)
      assert.match(error.message, trouble.says)
      return true
    })
    trouble.mend?.()
    assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
    assert.equal(thumbturn.getSessionInfo()?.username, 'ada')
  })
}

const forbidden = {
  get: () => {
    throw dom('SecurityError', 'Access is denied for this document.')
  },
  configurable: true,
}

test('where cookies and storage are blocked, people sign in all the same, for as long as the page lives', async (t) => {
  const { thumbturn, request } = await signInPage(t, { error: ApiError, code: '', says: /^/ })
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(globalThis, name, forbidden)
  Object.defineProperty(document, 'cookie', { ...forbidden, set: forbidden.get })
  t.after(() => Reflect.deleteProperty(globalThis, 'indexedDB'))
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
  assert.equal(thumbturn.getSessionInfo()?.username, 'ada')
  await thumbturn.listPasskeys()
  assert.match(request('GET /passkeys')!.headers.authorization ?? '', /^ey/)
  thumbturn.logout()
  assert.equal(thumbturn.getSessionInfo(), undefined)
})

test('a browser that drops cookies without a word keeps the token with the page', async (t) => {
  const { thumbturn } = await signInPage(t, { error: ApiError, code: '', says: /^/ })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  await thumbturn.authenticateWithPasskey('ada')
  assert.equal(thumbturn.getSessionInfo()?.username, 'ada')
})

test('a failure of the ceremony is reported with the session, a refusal of the service is not', async (t) => {
  const failing = { page: refusingOnce(dom('UnknownError')), error: ApiError, code: '', says: /^/ }
  const { thumbturn, calls } = await signInPage(t, failing)
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'))
  await thumbturn.authenticateWithPasskey('ada')
  assert.equal(calls().filter((call) => call === 'POST /client-events/submit').length, 1)
})

for (const baseUrl of ['shop.example', '/api', 'ftp://shop.example', '']) {
  test(`"${baseUrl}" is refused before anything is asked, with what it should be`, () => {
    assert.throws(() => createClient({ baseUrl }), { name: 'TypeError', message: /absolute http or https URL/ })
  })
}
