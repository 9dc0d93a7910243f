import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { type CheckoutOptions, isWalletReady, resumeCheckout, startCheckout } from '../src/merchant/index.ts'
import { until } from './recorder.ts'
import { channel, fragment, openWindow, otherWindow, saidIn } from './windows.ts'

const wallet = 'https://wallet.example'
const discoverUrl = `${wallet}/frame`

type CheckoutResult = { outcome: string; value?: unknown }

/** A shop's page with a started checkout and its outcome. */
function checkout(t: TestContext, more: Partial<CheckoutOptions> = {}, window = openWindow(t)) {
  const ended: CheckoutResult[] = []
  const controller = new AbortController()
  const done = startCheckout({
    discoverUrl,
    request: 'payment-1',
    mountTarget: window.mountTarget,
    successCallback: (value) => ended.push({ outcome: 'success', value }),
    fallbackCallback: () => ended.push({ outcome: 'fallback' }),
    errorCallback: ({ name, code }) => ended.push({ outcome: 'error', value: `${name} ${code}` }),
    signal: controller.signal,
    ...more,
  })
  return { ...window, done, ended, cancel: () => controller.abort() }
}

/** A simulated wallet in the frame. */
async function connectWallet(
  page: ReturnType<typeof checkout>,
  { origin = wallet, code = undefined as string | undefined } = {},
) {
  await until(() => page.frames.length > 0 && page.frames[0]!.isThere)
  const frame = page.frames[0]!
  const source = frame.contentWindow
  frame.dispatchEvent(new Event('load'))
  const [{ data, ports, origin: targetOrigin } = assert.fail('no handshake')] = source.posted
  const port = ports[0]!
  page.hear({ data: { channel, type: 'handshake-response', nonce: data.nonce, code }, origin, source })
  return { frame, port, greeting: data, targetOrigin, source }
}

/** Responds to the next call on the port. */
async function respond(port: MessagePort, said: object) {
  const [data] = (await once(port, 'message')) as [{ id: number; method: string; params: Record<string, unknown> }]
  port.postMessage({ channel, id: data.id, ...said })
  return data
}

const result = (value: unknown) => ({ type: 'message-response', result: value })

test('a wallet that knows the browser is embedded, and its signature reaches the shop', async (t) => {
  const page = checkout(t, { traceId: 'order-7' })
  const { frame, port, targetOrigin } = await connectWallet(page)
  assert.equal(targetOrigin, wallet)
  assert.equal(frame.allow, `publickey-credentials-get ${wallet}; payment ${wallet}`)
  assert.equal(frame.attributes.sandbox, 'allow-scripts allow-same-origin allow-forms allow-popups')
  assert.equal(frame.hidden, true)
  assert.equal((await respond(port, result('EMBED'))).method, 'discover')
  const asked = await respond(port, result({ payloadSignature: 'p.p.p' }))
  assert.deepEqual([frame.hidden, frame.hasFocus], [false, true])
  assert.deepEqual(
    [asked.method, asked.params.request, asked.params.traceId],
    ['sign_transaction', 'payment-1', 'order-7'],
  )
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'success', value: { payloadSignature: 'p.p.p', embedded: true } }])
  assert.equal(frame.isThere, false)
  assert.equal(isWalletReady(discoverUrl), true)
})

test('a wallet that does not know the browser gets a redirect, with a state of this tab', async (t) => {
  const page = checkout(t, { redirectUrl: `${wallet}/pay`, traceId: 'order-7' })
  const { frame, port } = await connectWallet(page)
  await respond(port, result('REDIRECT'))
  await page.done
  assert.equal(page.left[0]!.split('#')[0], `${wallet}/pay`)
  const said = saidIn(page.left[0]!)
  assert.deepEqual([said.request, said.traceId], ['payment-1', 'order-7'])
  assert.match(said.state as string, /^[\w-]{22}$/)
  assert.deepEqual([page.ended, frame.isThere, isWalletReady(discoverUrl)], [[], false, false])
})

for (const [what, said, outcome] of [
  ['the choice to pay another way', { fallback: true }, { outcome: 'fallback' }],
  ['an unknown result', { paid: true }, { outcome: 'error', value: 'CheckoutError ERROR_WALLET_REJECTED' }],
  [
    'an endless signature',
    { payloadSignature: 'p'.repeat(20_000) },
    { outcome: 'error', value: 'CheckoutError ERROR_WALLET_REJECTED' },
  ],
] as const) {
  test(`a wallet that responds with ${what} ends the checkout as ${outcome.outcome}`, async (t) => {
    const page = checkout(t)
    const { port } = await connectWallet(page)
    await respond(port, result('EMBED'))
    await respond(port, result(said))
    await page.done
    assert.deepEqual(page.ended, [outcome])
  })
}

test('a wallet that needs its own page gets a redirect from the frame', async (t) => {
  const page = checkout(t)
  const { port } = await connectWallet(page)
  await respond(port, result('EMBED'))
  await respond(port, result({ redirect: true }))
  await page.done
  assert.equal(page.left.length, 1)
})

test('an error of the wallet keeps its code, and the checkout can be started again', async (t) => {
  const page = checkout(t)
  const { port } = await connectWallet(page)
  await respond(port, result('EMBED'))
  await respond(port, { type: 'error', code: 'ERROR_CHECKOUT_CANCELLED', message: 'words of the wallet' })
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_CHECKOUT_CANCELLED' }])
  const again = checkout(t, {}, page)
  again.frames.splice(0, 1)
  const second = await connectWallet(again)
  await respond(second.port, result('EMBED'))
  await respond(second.port, result({ payloadSignature: 'q.q.q' }))
  await again.done
  assert.equal(again.ended[0]?.outcome, 'success')
})

test('messages of other windows, nonces, and protocols are ignored', async (t) => {
  const page = checkout(t)
  await until(() => page.frames.length > 0)
  const { contentWindow: source } = page.frames[0]!
  page.frames[0]!.dispatchEvent(new Event('load'))
  const { nonce } = source.posted[0]!.data
  const answered = { channel, type: 'handshake-response', nonce }
  page.hear({ data: answered, origin: wallet, source: otherWindow() })
  page.hear({ data: answered, origin: wallet, source: null })
  page.hear({ data: { ...answered, nonce: 'BBBBBBBBBBBBBBBBBBBBBB' }, origin: wallet, source })
  page.hear({ data: { ...answered, channel: 'application/x-other-v1+json' }, origin: wallet, source })
  page.hear({ data: JSON.stringify(answered), origin: wallet, source })
  page.hear({ data: { channel, type: 'toString' }, origin: wallet, source })
  source.posted[0]!.ports[0]!.postMessage({ channel, type: 'message-response', id: 1, result: 'EMBED' })
  page.cancel()
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_CHECKOUT_CANCELLED' }])
  assert.equal(page.frames[0]!.isThere, false)
})

test('a page of another origin in the frame ends the checkout', async (t) => {
  const page = checkout(t)
  await connectWallet(page, { origin: 'https://evil.example' })
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_WALLET_ORIGIN' }])
})

test('a wallet that does not know the shop rejects it', async (t) => {
  const page = checkout(t)
  await connectWallet(page, { code: 'ERROR_MERCHANT_REJECTED' })
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_MERCHANT_REJECTED' }])
})

test('unexpected and repeated responses are ignored', async (t) => {
  const page = checkout(t)
  const { port } = await connectWallet(page)
  port.postMessage({ channel, type: 'message-response', id: 99, result: 'REDIRECT' })
  const { id } = await respond(port, result('EMBED'))
  port.postMessage({ channel, type: 'message-response', id, result: 'REDIRECT' })
  await respond(port, result({ payloadSignature: 'p.p.p' }))
  await page.done
  assert.deepEqual([page.left, page.ended[0]?.outcome], [[], 'success'])
})

test('a wallet that starts listening late responds to a later handshake, over its port', async (t) => {
  const page = checkout(t)
  await until(() => page.frames.length > 0)
  const { contentWindow: source } = page.frames[0]!
  page.frames[0]!.dispatchEvent(new Event('load'))
  await until(() => source.posted.length === 2)
  const [first, second] = source.posted
  assert.notEqual(first!.data.nonce, second!.data.nonce)
  page.hear({ data: { channel, type: 'handshake-response', nonce: second!.data.nonce }, origin: wallet, source })
  await respond(second!.ports[0]!, result('EMBED'))
  await respond(second!.ports[0]!, result({ payloadSignature: 'p.p.p' }))
  await page.done
  assert.equal(page.ended[0]?.outcome, 'success')
})

test('navigating the frame to another page ends the checkout', async (t) => {
  const page = checkout(t)
  const { frame, port } = await connectWallet(page)
  await respond(port, result('EMBED'))
  await once(port, 'message')
  frame.dispatchEvent(new Event('load'))
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_WALLET_UNREACHABLE' }])
})

test('the wallet can resize the frame up to a maximum', async (t) => {
  const page = checkout(t)
  const { frame, port } = await connectWallet(page)
  await respond(port, result('EMBED'))
  const resize = (id: number, height: unknown) =>
    port.postMessage({ channel, type: 'message', id, method: 'resize', params: { height } })
  resize(1, 420.5)
  await until(() => frame.style.height === '421px')
  // Ignored: a repeated ID, and an invalid height.
  resize(1, 10)
  resize(2, '900')
  resize(3, -5)
  resize(4, 1e9)
  await until(() => frame.style.height === '1200px')
  page.cancel()
  await page.done
})

test('a silent wallet counts as unreachable', async (t) => {
  const page = checkout(t, { timeoutMs: 1 })
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_WALLET_UNREACHABLE' }])
  assert.equal(page.frames[0]!.isThere, false)
})

for (const [what, more] of [
  ['no URL', { discoverUrl: 'wallet' }],
  ['a javascript: URL', { discoverUrl: 'javascript:alert(1)' }],
  ['a redirect to another origin', { redirectUrl: 'https://evil.example/pay' }],
  ['no request', { request: '' }],
  ['no element for the frame', { mountTarget: '#nowhere' }],
] as const) {
  test(`${what} is rejected before a frame opens`, async (t) => {
    const page = checkout(t, more)
    await page.done
    assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_CHECKOUT_OPTIONS' }])
    assert.deepEqual([page.frames.some(({ isThere }) => isThere), page.left], [false, []])
  })
}

test('without a frame, users are redirected at once', async (t) => {
  const page = checkout(t, { iframe: false })
  await page.done
  assert.deepEqual([page.frames.length, page.left.length], [0, 1])
})

test('a checkout that was aborted redirects nowhere', async (t) => {
  const page = checkout(t, { iframe: false, signal: AbortSignal.abort() })
  await page.done
  assert.deepEqual(page.left, [])
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_CHECKOUT_CANCELLED' }])
})

test('blocked storage stops a redirect, because its return could be forged', async (t) => {
  const page = checkout(t, { iframe: false }, openWindow(t, { blocked: true }))
  await page.done
  assert.deepEqual(page.ended, [{ outcome: 'error', value: 'CheckoutError ERROR_STORAGE_BLOCKED' }])
  assert.deepEqual(page.left, [])
})

/** A shop's page that the user returns to, in the tab that started the checkout. */
async function comeBack(t: TestContext, said: (state: string) => object) {
  const started = checkout(t, { iframe: false })
  await started.done
  const state = saidIn(started.left[0]!).state as string
  const window = openWindow(t, { hash: fragment(said(state)) })
  sessionStorage.setItem('thumbturn_checkout', started.kept.session.get('thumbturn_checkout')!)
  const ended: CheckoutResult[] = []
  const callbacks = {
    successCallback: (value: unknown) => void ended.push({ outcome: 'success', value }),
    fallbackCallback: () => void ended.push({ outcome: 'fallback' }),
    errorCallback: ({ code }: { code: string }) => void ended.push({ outcome: 'error', value: code }),
  }
  await resumeCheckout(callbacks)
  return { window, ended, callbacks, state }
}

test('who comes back with the state of this tab has paid, once, and the address forgets it', async (t) => {
  const { ended, callbacks, state } = await comeBack(t, (state) => ({ state, payloadSignature: 'p.p.p' }))
  assert.deepEqual(ended, [{ outcome: 'success', value: { payloadSignature: 'p.p.p', embedded: false } }])
  assert.equal(location.hash, '')
  assert.equal(isWalletReady(discoverUrl), true)
  location.hash = fragment({ state, payloadSignature: 'p.p.p' })
  await resumeCheckout(callbacks)
  assert.deepEqual(ended.at(-1), { outcome: 'error', value: 'ERROR_RETURN_UNKNOWN' })
})

for (const [what, said, outcome] of [
  [
    'another state',
    () => ({ state: 'x'.repeat(22), payloadSignature: 'p.p.p' }),
    { outcome: 'error', value: 'ERROR_RETURN_UNKNOWN' },
  ],
  ['no state', () => ({ payloadSignature: 'p.p.p' }), { outcome: 'error', value: 'ERROR_RETURN_UNKNOWN' }],
  [
    'an error',
    (state: string) => ({ state, code: 'ERROR_CHECKOUT_CANCELLED' }),
    { outcome: 'error', value: 'ERROR_CHECKOUT_CANCELLED' },
  ],
  [
    'an unknown error code',
    (state: string) => ({ state, code: 'toString' }),
    { outcome: 'error', value: 'ERROR_WALLET_REJECTED' },
  ],
  ['the choice to pay another way', (state: string) => ({ state, fallback: true }), { outcome: 'fallback' }],
  [
    'a signature that is no text',
    (state: string) => ({ state, payloadSignature: {} }),
    { outcome: 'error', value: 'ERROR_WALLET_REJECTED' },
  ],
] as const) {
  test(`coming back with ${what} ends as ${outcome.outcome}`, async (t) => {
    const { ended } = await comeBack(t, said)
    assert.deepEqual(ended, [outcome])
  })
}

test('a page opened without a return calls no callback', async (t) => {
  openWindow(t, { hash: '#thumbturn-checkout=%%%' })
  const call = () => assert.fail('called')
  await resumeCheckout({ successCallback: call, fallbackCallback: call, errorCallback: call })
})
