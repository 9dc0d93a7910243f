import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { describeDevice } from '../src/client/device.ts'
import {
  isConditionalCreateAvailable,
  isConditionalUIAvailable,
  isHybridAvailable,
  isImmediateSignInAvailable,
  isKeyDerivationAvailable,
  isPaymentConfirmationAvailable,
  Thumbturn,
} from '../src/index.ts'
import { neverChosen, openPage, type PageOptions, signedCredential } from './browser.ts'
import { creationOptions, requestOptions, session, signedIn } from './recorder.ts'

// Here, time passes only as a test says, so calls take none: real ones need timers of their own.

const never = () => new Promise<never>(() => {})
const aborted = { name: 'PasskeyError', code: 'ERROR_PASSKEY_ABORTED' }

/** Lets the page run until nothing happens anymore without a timer. */
async function pause(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A service that responds at once. */
function answerCalls(t: TestContext, timeout: unknown = 60_000) {
  const responses: Record<string, object> = {
    '/auth/init': { session, assertionOptions: { ...requestOptions, timeout } },
    '/reg/init': { session, action: 'proceed', registrationRequestOptions: { ...creationOptions, timeout } },
    '/auth/complete': signedIn(),
  }
  const bodies: Record<string, unknown> = {}
  t.mock.method(globalThis, 'fetch', async (url: string, { body }: { body?: string }) => {
    const path = new URL(url).pathname.replace('/fido2/v2', '')
    bodies[path] = JSON.parse(body ?? '{}')
    return Response.json(responses[path] ?? [])
  })
  return { thumbturn: new Thumbturn({ baseUrl: 'https://demo.example.com' }), bodies }
}

function startClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  return (ms: number) => t.mock.timers.tick(ms)
}

/** Answers of a browser about itself that say nothing. */
const answers: Record<string, () => unknown> = {
  'that never answers': never,
  'that rejects': () => Promise.reject(new DOMException('no', 'NotAllowedError')),
  'that throws': () => {
    throw new TypeError('Illegal invocation')
  },
  'that says nothing': async () => undefined,
  'that says null': async () => null,
  'that answers with a text': async () => 'true',
  'that answers with another object': async () => ({ conditionalCreate: 'yes', immediateGet: 1, 'extension:prf': [] }),
}

const questions = {
  isConditionalUIAvailable,
  isConditionalCreateAvailable,
  isImmediateSignInAvailable,
  isKeyDerivationAvailable,
  isPaymentConfirmationAvailable,
}

for (const [what, answer] of Object.entries(answers)) {
  test(`a browser ${what} has none of the features that it is asked for`, async (t) => {
    const tick = startClock(t)
    openPage({ webauthn: { isConditionalMediationAvailable: answer, getClientCapabilities: answer } })
    for (const PaymentRequest of [{ securePaymentConfirmationAvailability: answer }, {}]) {
      Object.defineProperty(globalThis, 'PaymentRequest', { value: PaymentRequest, configurable: true })
      for (const [name, ask] of Object.entries(questions)) {
        const asked = ask()
        await pause()
        tick(1000)
        assert.equal(await asked, false, name)
      }
    }
    Reflect.deleteProperty(globalThis, 'PaymentRequest')
  })

  test(`a browser ${what} isn't said to lack Bluetooth`, async (t) => {
    const tick = startClock(t)
    openPage({ webauthn: { getClientCapabilities: answer } })
    Object.assign(navigator, { bluetooth: { getAvailability: answer } })
    const asked = isHybridAvailable()
    for (let question = 0; question < 2; question++) {
      await pause()
      tick(1000)
    }
    assert.equal(await asked, true)
  })

  test(`a sign-in in a browser ${what} continues`, async (t) => {
    openPage({ webauthn: { getClientCapabilities: answer, signalAllAcceptedCredentials: answer } })
    Object.assign(navigator, { userAgentData: { getHighEntropyValues: answer } })
    const { thumbturn, bodies } = answerCalls(t)
    const tick = startClock(t)
    const signedIn = thumbturn.authenticateWithPasskey('ada')
    await pause()
    tick(1000)
    await pause()
    const { deviceInfo } = bodies['/auth/init'] as { deviceInfo: object }
    const known = { clientType: 'browser', screenHeight: 1080, screenWidth: 1920 }
    assert.deepEqual({ ...deviceInfo, webauthnCapabilities: undefined }, { ...known, webauthnCapabilities: undefined })
    tick(3000)
    assert.equal((await signedIn).isAuthenticated, true)
  })
}

test('storage that never answers stops no sign-in', async (t) => {
  openPage()
  const { thumbturn } = answerCalls(t)
  const tick = startClock(t)
  Object.defineProperty(globalThis, 'indexedDB', { value: { open: () => ({}) }, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'indexedDB'))
  const signedIn = thumbturn.authenticateWithPasskey('ada')
  await pause()
  tick(1000)
  assert.equal((await signedIn).isAuthenticated, true)
})

/** Listeners of the window, and what a test makes of the page. */
function installWindow(t: TestContext) {
  const window = new EventTarget()
  const addEventListener = window.addEventListener.bind(window)
  Object.defineProperty(globalThis, 'addEventListener', { value: addEventListener, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'addEventListener'))
  const hide = (hidden: boolean) => {
    Object.assign(document, { hidden })
    window.dispatchEvent(new Event('visibilitychange'))
  }
  const restore = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  return { hide, restore }
}

function waitingPage(t: TestContext, options: PageOptions & { timeout?: unknown } = {}) {
  const webauthn = { isConditionalMediationAvailable: async () => true }
  const page = openPage({ webauthn, get: neverChosen, ...options })
  const window = installWindow(t)
  const { thumbturn } = answerCalls(t, options.timeout)
  const tick = startClock(t)
  const controller = new AbortController()
  const offer = async (renewAfterMs?: number) => {
    const { signal } = controller
    const ended = assert.rejects(thumbturn.authenticateWithPasskeyAutofill({ signal, renewAfterMs }), aborted)
    t.after(async () => {
      controller.abort()
      await ended
    })
    await pause()
  }
  /** How many challenges were requested by now. */
  const count = async () => {
    await pause()
    return page.asked.length
  }
  return { ...window, page, tick, thumbturn, offer, count }
}

for (const [what, timeout, renewAfterMs, expected] of [
  ['of a minute', 60_000, undefined, 48_000],
  ['of a minute, and an option that allows more', 60_000, 240_000, 48_000],
  ['of a minute, and an option that allows less', 60_000, 10_000, 10_000],
  ['of a minute, and an option without a limit', 60_000, Number.POSITIVE_INFINITY, 48_000],
  ['of a minute, and an option that is no time', 60_000, Number.NaN, 48_000],
  ['of a minute, and a negative option', 60_000, -1, 48_000],
  ['of ten milliseconds', 10, undefined, 1000],
  ['that is longer than timers can be', 1e12, undefined, 2 ** 31 - 1],
  ['that is missing', null, undefined, 240_000],
  ['that is no number', 'soon', undefined, 240_000],
] as const) {
  test(`with a session ${what}, an autofill requests a new challenge after ${expected} ms, each time`, async (t) => {
    const page = waitingPage(t, { timeout })
    await page.offer(renewAfterMs)
    for (const times of [1, 2]) {
      page.tick(expected - 1)
      assert.equal(await page.count(), times)
      page.tick(1)
      assert.equal(await page.count(), times + 1)
    }
    assert.deepEqual(
      page.page.asked.map(({ signal }) => signal!.aborted),
      [true, true, false],
    )
  })
}

test('a manager that ignores aborts does not keep an autofill from being renewed', async (t) => {
  const page = waitingPage(t, { get: never })
  await page.offer()
  page.tick(48_000)
  assert.equal(await page.count(), 2)
})

test('an autofill of a hidden page is renewed once the page is shown', async (t) => {
  const page = waitingPage(t)
  await page.offer()
  page.hide(true)
  page.tick(600_000)
  assert.equal(await page.count(), 1)
  page.hide(false)
  assert.equal(await page.count(), 2)
})

test('a page that is shown again in time keeps its challenge', async (t) => {
  const page = waitingPage(t)
  await page.offer()
  page.hide(true)
  page.tick(47_000)
  page.hide(false)
  assert.equal(await page.count(), 1)
})

test('a page on a device that slept is renewed when it is shown, although its timer still runs', async (t) => {
  const page = waitingPage(t)
  await page.offer()
  const slept = Date.now() + 3_600_000
  t.mock.method(Date, 'now', () => slept)
  page.hide(false)
  assert.equal(await page.count(), 2)
})

test('a clock that is set back delays no renewal', async (t) => {
  const page = waitingPage(t)
  await page.offer()
  const earlier = Date.now() - 3_600_000
  t.mock.method(Date, 'now', () => earlier)
  page.tick(48_000)
  assert.equal(await page.count(), 2)
})

test('a page that the browser kept for the way back requests a new challenge', async (t) => {
  const page = waitingPage(t)
  await page.offer()
  page.restore()
  assert.equal(await page.count(), 2)
})

test('an autofill that has ended renews nothing', async (t) => {
  let times = 0
  const get: PageOptions['get'] = (request) =>
    times++ === 0 ? Promise.resolve(signedCredential()) : neverChosen(request)
  const { thumbturn, tick, page, hide, restore } = waitingPage(t, { get })
  await thumbturn.authenticateWithPasskeyAutofill()
  tick(600_000)
  hide(false)
  restore()
  await pause()
  assert.equal(page.asked.length, 1)
})

for (const [what, start] of [
  ['a sign-in', (thumbturn: Thumbturn) => thumbturn.authenticateWithPasskey('ada')],
  ['a sign-up', (thumbturn: Thumbturn) => thumbturn.createPasskey('ada')],
] as const) {
  test(`${what} ends with its session if a manager never returns`, async (t) => {
    const { tick, thumbturn } = waitingPage(t, { get: never, create: never })
    let hasEnded = false
    const ended = assert.rejects(
      start(thumbturn).finally(() => {
        hasEnded = true
      }),
      aborted,
    )
    await pause()
    tick(59_999)
    await pause()
    assert.equal(hasEnded, false)
    tick(1)
    await ended
  })
}

test('a device whose hints the page cannot read is described without them', async () => {
  openPage({ webauthn: {} })
  const hints = new Proxy(
    {},
    {
      get(_, name) {
        // A promise resolves to it.
        if (name === 'then') return undefined
        throw new Error('Permission denied to access object')
      },
    },
  )
  Object.assign(navigator, { userAgentData: { getHighEntropyValues: async () => hints } })
  const { client } = new Thumbturn({ baseUrl: 'https://demo.example.com' })
  assert.equal((await describeDevice(client)).osArch, undefined)
})

test('a device with odd values is described without them', async () => {
  openPage({
    webauthn: { getClientCapabilities: async () => ({ conditionalGet: true, [`x${'y'.repeat(9000)}`]: true }) },
  })
  const getHighEntropyValues = async () => ({
    architecture: '',
    platform: `a\u0000b`,
    platformVersion: 'x'.repeat(257),
  })
  Object.assign(navigator, { userAgentData: { getHighEntropyValues } })
  Object.assign(globalThis, { screen: { width: Number.NaN, height: '1080' } })
  localStorage.setItem('thumbturn_demo_device-id', 'two\nlines')
  const { client } = new Thumbturn({ baseUrl: 'https://demo.example.com' })
  assert.deepEqual(JSON.parse(JSON.stringify(await describeDevice(client))), { clientType: 'browser' })
})
