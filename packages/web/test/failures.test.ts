import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiError, PasskeyError, Thumbturn } from '../src/index.ts'
import { openPage, type PageOptions, signedCredential } from './browser.ts'
import { ok, type Replies, session, signedIn, startRecorder, toErrorReply, token } from './recorder.ts'

/** A failure, its error, and how it recovers. */
interface Trouble {
  page?: PageOptions
  replies?: Replies
  /** Changes the page after the client was created. */
  break?: () => void
  mend?: () => void
  error: typeof PasskeyError | typeof ApiError
  code: string
  message: RegExp
}

const dom = (name: string, message = 'no') => new DOMException(message, name)

/** An authenticator that fails once, then signs. */
const rejectingOnce = (cause: DOMException) => {
  let times = 0
  return { get: () => (times++ === 0 ? Promise.reject(cause) : Promise.resolve(signedCredential())) }
}

/** A response that is wrong once, then right. */
const onceWrong = (wrong: Replies[string], right: object): Replies[string] => {
  let times = 0
  return (body) => {
    if (times++ > 0) return ok(right)
    return typeof wrong === 'function' ? wrong(body) : wrong!
  }
}

const started = {
  session,
  action: 'proceed',
  crossAuthMethods: [],
  fallbackMethods: [],
  assertionOptions: { rpId: 'shop.example', challenge: 'AAECAw', allowCredentials: [], userVerification: 'required' },
}
const initOnce = (wrong: Replies[string]) => ({ 'POST /fido2/v2/auth/init': onceWrong(wrong, started) })
const completeOnce = (wrong: Replies[string]) => ({ 'POST /fido2/v2/auth/complete': onceWrong(wrong, signedIn()) })
const html = (status: number) => ({ status, body: '<h1>Hello</h1>', type: 'text/html' })

const onLine = (value: boolean) => Object.assign(navigator, { onLine: value })

const troubles: Record<string, Trouble> = {
  'a base URL of another website': {
    replies: initOnce(html(200)),
    error: ApiError,
    code: 'not_a_service',
    message: /returned 200, unlike the service: check baseUrl/,
  },
  'a base URL that responds with 404': {
    replies: initOnce(html(404)),
    error: ApiError,
    code: 'not_a_service',
    message: /returned 404.*check baseUrl/,
  },
  'an unknown application': {
    replies: initOnce(toErrorReply(404, 'not_found', { msg: 'application demo not found' })),
    error: ApiError,
    code: 'not_found',
    message: /application demo not found/,
  },
  'a server that is down': {
    replies: initOnce({ status: 0 }),
    error: ApiError,
    code: 'unreachable',
    message: /No response from http.*check baseUrl.*demo allows/,
  },
  'a server that goes down between the two calls': {
    replies: completeOnce({ status: 0 }),
    error: ApiError,
    code: 'unreachable',
    message: /auth\/complete: check baseUrl/,
  },
  'a connection that ends within a response': {
    replies: initOnce({ ...ok(started), isCut: true }),
    error: ApiError,
    code: 'unreachable',
    message: /auth\/init: check baseUrl/,
  },
  'a gateway that responds in place of the service': {
    replies: initOnce(html(502)),
    error: ApiError,
    code: 'not_a_service',
    message: /returned 502/,
  },
  'a device that is offline': {
    replies: initOnce({ status: 0 }),
    break: () => onLine(false),
    mend: () => onLine(true),
    error: ApiError,
    code: 'offline',
    message: /Offline: offer to try again/,
  },
  'an origin that the service does not allow': {
    replies: completeOnce(toErrorReply(404, 'forbidden', { msg: 'This passkey was rejected' })),
    error: ApiError,
    code: 'forbidden',
    message: /rejected/,
  },
  'an RP ID of another domain': {
    page: rejectingOnce(dom('SecurityError')),
    replies: initOnce(ok(started)),
    error: PasskeyError,
    code: 'ERROR_DOMAIN_MISMATCH',
    message: /RP ID shop\.example does not cover http:\/\/localhost.*https:\/\/shop\.example\/\.well-known\/webauthn/,
  },
  'a frame without permission': {
    page: rejectingOnce(dom('NotAllowedError')),
    break: () => Object.assign(document, { featurePolicy: { allowsFeature: () => false } }),
    error: PasskeyError,
    code: 'ERROR_FRAME_NOT_ALLOWED',
    message: /allow="publickey-credentials-get/,
  },
  'a user who closes the dialog': {
    page: rejectingOnce(dom('NotAllowedError')),
    error: PasskeyError,
    code: 'ERROR_PASSKEY_ABORTED',
    message: /try again/,
  },
  'an authenticator that fails': {
    page: rejectingOnce(dom('UnknownError')),
    error: PasskeyError,
    code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
    message: /try again/,
  },
  'an authenticator in use by another program': {
    page: rejectingOnce(dom('NotReadableError')),
    error: PasskeyError,
    code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR',
    message: /try again/,
  },
  'a browser with an error of its own': {
    page: rejectingOnce(dom('OperationError')),
    error: PasskeyError,
    code: 'ERROR_GENERAL_ERROR',
    message: /see the cause/,
  },
  'a page without WebAuthn': {
    page: { webauthn: false },
    mend: () => Object.assign(globalThis, { PublicKeyCredential: {} }),
    error: PasskeyError,
    code: 'ERROR_GENERAL_ERROR',
    message: /use https or localhost/,
  },
  'a clock that is ahead': {
    replies: completeOnce(ok(signedIn(token({ exp: Math.floor(Date.now() / 1000) - 1 })))),
    error: PasskeyError,
    code: 'ERROR_CLOCK_WRONG',
    message: /Wrong device clock: correct it/,
  },
  'too many attempts': {
    replies: initOnce(toErrorReply(429, 'too_many_requests', { msg: 'Too many calls: try again in 7 seconds' })),
    error: ApiError,
    code: 'too_many_requests',
    message: /try again/,
  },
}

async function signInPage(t: TestContext, { page, replies, ...trouble }: Trouble) {
  openPage(page)
  const service = await startRecorder(t, replies)
  trouble.break?.()
  return { ...service, thumbturn: new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }) }
}

for (const [what, trouble] of Object.entries(troubles)) {
  test(`${what} is ${trouble.code} with advice, and the second attempt works`, async (t) => {
    const { thumbturn } = await signInPage(t, trouble)
    await assert.rejects(thumbturn.authenticateWithPasskey('ada'), (error: PasskeyError | ApiError) => {
      assert.ok(error instanceof trouble.error, String(error))
      assert.equal(error.code, trouble.code)
      assert.match(error.message, trouble.message)
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

test('with cookies and storage blocked, the sign-in works and lasts until the page is closed', async (t) => {
  const { thumbturn, request } = await signInPage(t, { error: ApiError, code: '', message: /^/ })
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

test('if a browser silently drops cookies, the token lasts until the page is closed', async (t) => {
  const { thumbturn } = await signInPage(t, { error: ApiError, code: '', message: /^/ })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  await thumbturn.authenticateWithPasskey('ada')
  assert.equal(thumbturn.getSessionInfo()?.username, 'ada')
})
