import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import {
  CheckoutError,
  type CheckoutRequest,
  type CheckoutResponse,
  type MerchantHandlers,
  readCheckoutRequest,
  returnToMerchant,
  serveMerchant,
  ThumbturnWallet,
} from '../src/wallet/index.ts'
import { openPage } from './browser.ts'
import { requestOptions, startRecorder, toErrorReply, until } from './recorder.ts'
import { channel, fragment, nonce, openWindow, otherWindow, saidIn } from './windows.ts'

const shop = 'https://shop.example'
const greeting = { channel, type: 'handshake', nonce }

/** The wallet's page in a frame of the shop's page; `confirmed` records the requests. */
function framedWallet(t: TestContext, more: Partial<MerchantHandlers> = {}) {
  const window = openWindow(t, { framed: true })
  const confirmed: [CheckoutRequest, string][] = []
  const serving = serveMerchant({
    isMerchant: (origin) => origin === shop,
    discover: async ({ merchantTrustId }) => (merchantTrustId === 'known' ? 'EMBED' : 'REDIRECT'),
    confirm: async (checkout, merchant): Promise<CheckoutResponse> => {
      confirmed.push([checkout, merchant])
      return { payloadSignature: 'p.p.p' }
    },
    ...more,
  })
  t.after(serving.stop)
  /** Sends a handshake as the embedding window. Returns the other end of the port. */
  const greet = (said: { data?: unknown; origin?: string; source?: unknown; ports?: MessagePort[] } = {}) => {
    const { port1, port2 } = window.channelOfOwn()
    window.hear({ data: greeting, origin: shop, source: window.parent, ports: [port2], ...said })
    return port1
  }
  const answered = async () => {
    await until(() => window.parent.posted.length > 0)
    return window.parent.posted[0]!
  }
  return { ...window, serving, confirmed, greet, answered }
}

const question = (id: number, method: string, params: object = {}) => ({ channel, type: 'message', id, method, params })
const checkout = { request: 'payment-1', merchantTrustId: 'known', traceId: 'order-7' }

async function ask(port: MessagePort, said: object) {
  port.postMessage(said)
  const [response] = await once(port, 'message')
  return response as { type: string; id: number; result?: unknown; code?: string }
}

/** Messages of the other end within a few turns of the event loop. */
async function silence(port: MessagePort): Promise<unknown[]> {
  const heard: unknown[] = []
  port.addEventListener('message', ({ data }) => heard.push(data))
  port.start()
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
  return heard
}

test("a merchant's handshake gets a response at its own origin, and its port accepts calls", async (t) => {
  const { greet, answered, confirmed } = framedWallet(t)
  const port = greet()
  const { data, origin } = await answered()
  assert.deepEqual([data, origin], [{ channel, type: 'handshake-response', nonce }, shop])
  const discovered = await ask(port, question(1, 'discover', { merchantTrustId: 'known' }))
  assert.deepEqual(discovered, { channel, type: 'message-response', id: 1, result: 'EMBED' })
  const signed = await ask(port, question(2, 'sign_transaction', checkout))
  assert.deepEqual(signed.result, { payloadSignature: 'p.p.p' })
  assert.deepEqual(confirmed, [[checkout, shop]])
})

for (const [what, said] of [
  ['another window than the parent', { source: otherWindow() }],
  ['no window', { source: null }],
  ['another protocol', { data: { ...greeting, channel: 'application/x-other-v1+json' } }],
  ['an invalid nonce', { data: { ...greeting, nonce: 'short' } }],
  ['text instead of a message', { data: JSON.stringify(greeting) }],
  ['an opaque origin', { origin: 'null' }],
  ['no port', { ports: [] as MessagePort[] }],
] as const) {
  test(`a handshake with ${what} gets no response`, async (t) => {
    const { greet, parent } = framedWallet(t)
    const port = greet(said as Parameters<typeof greet>[0])
    port.postMessage(question(1, 'discover'))
    assert.deepEqual([await silence(port), parent.posted], [[], []])
  })
}

test('an origin that is not a merchant gets an error, and its port is closed', async (t) => {
  const { greet, answered, confirmed } = framedWallet(t)
  const port = greet({ origin: 'https://evil.example' })
  const { data, origin } = await answered()
  assert.deepEqual([data.code, origin], ['ERROR_MERCHANT_REJECTED', 'https://evil.example'])
  port.postMessage(question(1, 'sign_transaction', checkout))
  assert.deepEqual([await silence(port), confirmed], [[], []])
})

test('if the merchant lookup fails, the origin is rejected', async (t) => {
  const { greet, answered } = framedWallet(t, { isMerchant: () => Promise.reject(new Error('offline')) })
  greet()
  assert.equal((await answered()).data.code, 'ERROR_MERCHANT_REJECTED')
})

test('a wallet that stops during the merchant lookup sends no response', async (t) => {
  const known = Promise.withResolvers<boolean>()
  const { greet, serving, confirmed, parent } = framedWallet(t, { isMerchant: () => known.promise })
  const port = greet()
  port.postMessage(question(1, 'sign_transaction', checkout))
  serving.stop()
  known.resolve(true)
  assert.deepEqual(await silence(port), [])
  assert.deepEqual([confirmed, parent.posted], [[], []])
})

test('a second port, and two ports at once, are ignored', async (t) => {
  const first = framedWallet(t)
  const port = first.greet()
  await first.answered()
  const second = first.greet()
  second.postMessage(question(1, 'sign_transaction', checkout))
  assert.deepEqual([await silence(second), first.parent.posted.length, first.confirmed], [[], 1, []])
  assert.equal((await ask(port, question(1, 'discover'))).result, 'REDIRECT')

  const both = framedWallet(t)
  const { port1, port2 } = both.channelOfOwn()
  both.greet({ ports: [port1, port2] })
  assert.deepEqual([await silence(both.greet()), both.parent.posted.length], [[], 1])
})

test('a repeated call gets no second response', async (t) => {
  const { greet, answered, confirmed } = framedWallet(t)
  const port = greet()
  await answered()
  const asked = question(5, 'sign_transaction', checkout)
  await ask(port, asked)
  port.postMessage(asked)
  port.postMessage(question(4, 'sign_transaction', checkout))
  assert.deepEqual([await silence(port), confirmed.length], [[], 1])
})

for (const [what, said] of [
  ['an unknown method', question(1, 'toString')],
  ['no request', question(1, 'sign_transaction', { traceId: 'x' })],
  ['an endless request', question(1, 'sign_transaction', { request: 'r'.repeat(5000) })],
  ['a request that is not a string', question(1, 'sign_transaction', { request: {} })],
] as const) {
  test(`${what} is rejected`, async (t) => {
    const { greet, answered, confirmed } = framedWallet(t)
    const port = greet()
    await answered()
    const { type, code } = await ask(port, said)
    assert.deepEqual([type, code, confirmed], ['error', 'ERROR_WALLET_REJECTED', []])
  })
}

test('the merchant gets the code of an error, and no internal details', async (t) => {
  const reasons: Error[] = [new CheckoutError('ERROR_CHECKOUT_CANCELLED'), new Error('password of ada')]
  const { greet, answered } = framedWallet(t, { confirm: () => Promise.reject(reasons.shift()) })
  const port = greet()
  await answered()
  const first = await ask(port, question(1, 'sign_transaction', checkout))
  const second = await ask(port, question(2, 'sign_transaction', checkout))
  assert.deepEqual(first, { channel, type: 'error', id: 1, code: 'ERROR_CHECKOUT_CANCELLED' })
  assert.deepEqual(second, { channel, type: 'error', id: 2, code: 'ERROR_WALLET_REJECTED' })
})

test('a page outside of a frame serves no merchant', async (t) => {
  const { hear } = openWindow(t)
  const serving = serveMerchant({
    isMerchant: () => assert.fail('asked'),
    discover: () => assert.fail('asked'),
    confirm: () => assert.fail('asked'),
  })
  t.after(serving.stop)
  const { port1, port2 } = new MessageChannel()
  t.after(() => port1.close())
  hear({ data: greeting, origin: shop, source: parent, ports: [port2] })
  assert.deepEqual(await silence(port1), [])
})

test("a request arrives in the address, and its result goes to the wallet's own return URL", async (t) => {
  const state = nonce
  const { left } = openWindow(t, { hash: fragment({ ...checkout, state, more: 'ignored' }) })
  assert.deepEqual(readCheckoutRequest(), { ...checkout, state })
  returnToMerchant({ returnUrl: `${shop}/back?order=7`, state }, { payloadSignature: 'p.p.p' })
  returnToMerchant({ returnUrl: `${shop}/back`, state }, new CheckoutError('ERROR_CHECKOUT_CANCELLED'))
  assert.equal(left[0]!.split('#')[0], `${shop}/back?order=7`)
  assert.deepEqual(left.map(saidIn), [
    { payloadSignature: 'p.p.p', state },
    { code: 'ERROR_CHECKOUT_CANCELLED', state },
  ])
  for (const returnUrl of ['javascript:alert(1)', '/back', ''])
    assert.throws(() => returnToMerchant({ returnUrl, state }, { fallback: true }), { code: 'ERROR_CHECKOUT_OPTIONS' })
})

test('a page opened without a redirect has no request', (t) => {
  openWindow(t)
  assert.equal(readCheckoutRequest(), undefined)
  openWindow(t, { hash: fragment({ request: 'payment-1' }) })
  assert.equal(readCheckoutRequest(), undefined)
})

const next = {
  msg: 'More.',
  msgCode: 'additional_auth_required',
  flow: 'signIn',
  session: 'session-of-step-one',
  next: [
    {
      action: { name: 'passkey:tx', label: 'Confirm' },
      options: [{ name: 'assertionOptions', value: Buffer.from(JSON.stringify(requestOptions)).toString('base64url') }],
    },
  ],
}

/** A wallet's page with its service. */
async function walletPage(
  t: TestContext,
  more: { discover?: { status: number }; policy?: object; webauthn?: false } = {},
) {
  openPage({ webauthn: more.webauthn })
  Object.assign(document, { permissionsPolicy: more.policy })
  const service = await startRecorder(t, {
    'POST /fido2/v2/mfa/discover': more.discover ?? { status: 204 },
    'POST /fido2/v2/mfa/begin': { status: 200, body: next },
    'POST /fido2/v2/mfa/payload': { status: 200, body: { ...next, session: 'session-of-the-payload' } },
    'POST /fido2/v2/mfa/passkey/tx': toErrorReply(400, 'bad_request'),
  })
  const wallet = new ThumbturnWallet({ baseUrl: service.baseUrl, appId: 'wallet' })
  t.after(() => wallet.endFlow())
  return { ...service, wallet }
}

test('a known browser is embedded, an unknown one redirected, by the keys of the shop and this browser', async (t) => {
  const known = await walletPage(t)
  assert.equal(await known.wallet.discover({ merchantTrustId: 'm.m.m' }), 'EMBED')
  assert.deepEqual(known.requests[0]!.body, { app: { id: 'wallet' }, trustItems: { merchant: 'm.m.m' } })
  const unknown = await walletPage(t, { discover: toErrorReply(404, 'not_found') })
  assert.equal(await unknown.wallet.discover({ checkoutId: 'c.c.c' }), 'REDIRECT')
  assert.deepEqual((unknown.requests[0]!.body as { trustItems: object }).trustItems, { merchant: 'c.c.c' })
  const broken = await walletPage(t, { discover: toErrorReply(500, 'internal_error') })
  await assert.rejects(broken.wallet.discover(), { name: 'ApiError', status: 500 })
})

test('a frame without permission for passkeys is an error, and a browser without WebAuthn is redirected', async (t) => {
  const barred = await walletPage(t, { policy: { allowsFeature: () => false } })
  await assert.rejects(barred.wallet.discover(), { name: 'CheckoutError', code: 'ERROR_FRAME_NOT_ALLOWED' })
  const without = await walletPage(t, { webauthn: false })
  assert.equal(await without.wallet.discover(), 'REDIRECT')
  assert.equal(without.requests.length, 0)
})

test("a flow with a payload sends the shop's proof, a flow without one only this browser's key", async (t) => {
  const { wallet, requests } = await walletPage(t)
  const begin = {
    txPayload: 'Pay 25.00 EUR',
    merchantTrustId: 'm.m.m',
    username: 'ada',
    traceId: 'order-7',
    deviceId: 'd7',
  }
  const details = await wallet.beginFlow(begin)
  assert.equal(details.nextAction?.type, 'passkey:tx')
  await wallet.beginFlow({ username: 'ada', merchantTrustId: 'm.m.m' })
  const [paying, signing] = requests.map(({ body }) => body as Record<string, object>)
  assert.deepEqual(
    [paying!.payload, paying!.trustItems, paying!.traceId],
    ['Pay 25.00 EUR', { merchant: 'm.m.m' }, 'order-7'],
  )
  assert.equal((paying!.deviceInfo as { deviceId: string }).deviceId, 'd7')
  assert.deepEqual([signing!.payload, signing!.trustItems], [undefined, undefined])
})

test('a payload passed with the factor is attached before the passkey signs', async (t) => {
  const { wallet, requests, calls } = await walletPage(t)
  await wallet.beginFlow({ username: 'ada' })
  await assert.rejects(wallet.performAction('passkey:tx', { txPayload: 'Pay 30.00 EUR' }), { status: 400 })
  assert.deepEqual(calls().slice(1), ['POST /mfa/payload', 'POST /mfa/passkey/tx'])
  assert.deepEqual(requests[1]!.body, { payload: 'Pay 30.00 EUR' })
  assert.equal(requests[2]!.headers.authorization, 'session-of-the-payload')
})
