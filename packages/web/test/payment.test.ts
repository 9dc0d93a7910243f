import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isPaymentConfirmationAvailable, ThumbturnMfa } from '../src/index.ts'
import { bytes, openPage, signedCredential } from './browser.ts'
import { type Replies, session, startRecorder, until } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const payment = {
  payeeName: 'Kiln & Table',
  total: { currency: 'EUR', value: '84.00' },
  instrument: { displayName: 'Pip', icon: 'https://pip.example/card.png' },
}
const txPayload = JSON.stringify({ payment, order: 'K-1' })
const paymentOptions = { ...payment, challenge: 'BAUG', rpId: 'localhost', credentialIds: ['AQID'], timeout: 300_000 }
const assertionOptions = {
  challenge: 'AQ',
  rpId: 'localhost',
  allowCredentials: [],
  timeout: 1,
  userVerification: 'required',
}
const started = { txId: 't1', session, assertionOptions, paymentOptions }

const paid = () => signedCredential({ clientDataJSON: bytes(91, 93) })

/** The actions of the browser's dialog: its response or exception, or nothing until it's aborted. */
type Dialog = { show?: () => Promise<unknown>; availability?: string | undefined }

/** Installs a browser with Secure Payment Confirmation for this test; `requests` are those that pages made. */
function installPayments(t: TestContext, { show = async () => paid(), availability = 'available' }: Dialog = {}) {
  const requests: { methods: unknown; details: unknown; completed?: string; aborted?: boolean }[] = []
  class PaymentRequestDouble {
    #abort: (error: Error) => void = () => {}
    readonly #request: (typeof requests)[number]
    static securePaymentConfirmationAvailability = async () => availability
    constructor(methods: unknown, details: unknown) {
      this.#request = { methods, details }
      requests.push(this.#request)
    }
    async show() {
      const aborted = new Promise<never>((_, reject) => {
        this.#abort = reject
      })
      const details = await Promise.race([show(), aborted])
      return { details, complete: async (result: string) => void Object.assign(this.#request, { completed: result }) }
    }
    async abort() {
      this.#request.aborted = true
      this.#abort(new DOMException('aborted', 'AbortError'))
    }
  }
  Object.defineProperty(globalThis, 'PaymentRequest', { value: PaymentRequestDouble, configurable: true })
  t.after(() => Reflect.deleteProperty(globalThis, 'PaymentRequest'))
  return requests
}

const bank = (t: TestContext, replies: Replies = {}) =>
  openSdkPage(t, { replies: { 'POST /fido2/v2/tx/init': { status: 200, body: started }, ...replies } })

test('a payload with a payment is confirmed in the dialog of the browser', async (t) => {
  const requests = installPayments(t)
  const { thumbturn, request, page, calls } = await bank(t)
  const { txId } = await thumbturn.confirmTransaction('ada', { txPayload, nonce: 'n1' })
  assert.equal(txId, 't1')
  const body = { username: 'ada', txPayload, txType: 'raw', nonce: 'n1', paymentConfirmation: true }
  assert.deepEqual(request('POST /tx/init')!.body, body)
  const { total, ...shown } = payment
  const [made] = requests
  assert.deepEqual(made?.details, { total: { label: 'Total', amount: total } })
  assert.deepEqual(made?.methods, [
    {
      supportedMethods: 'secure-payment-confirmation',
      data: {
        ...shown,
        challenge: Uint8Array.of(4, 5, 6),
        rpId: 'localhost',
        credentialIds: [Uint8Array.of(1, 2, 3)],
        timeout: 300_000,
      },
    },
  ])
  assert.equal(made?.completed, 'success')
  assert.equal((request('POST /tx/complete')!.body as { clientData: string }).clientData, 'W10')
  assert.deepEqual(page.asked, [])
  assert.deepEqual(calls(), ['POST /tx/init', 'POST /tx/complete'])
})

for (const [what, dialog, payload] of [
  ['a browser without it', { availability: 'unavailable-feature-not-enabled' }, txPayload],
  ['a payload that is text', {}, 'Pay 25.00 € to Grace'],
  ['a payload without a payment', {}, '{"pay":"25.00"}'],
  ['a payload that is null', {}, 'null'],
] as const) {
  test(`${what} asks for no payment`, async (t) => {
    const requests = installPayments(t, dialog)
    const { paymentOptions, ...plain } = started
    const { thumbturn, request, page } = await bank(t, { 'POST /fido2/v2/tx/init': { status: 200, body: plain } })
    await thumbturn.confirmTransaction('ada', { txPayload: payload, nonce: 'n1' })
    const body = { username: 'ada', txPayload: payload, txType: 'raw', nonce: 'n1' }
    assert.deepEqual(request('POST /tx/init')!.body, body)
    assert.deepEqual([requests.length, page.asked.length], [0, 1])
  })
}

for (const name of ['NotAllowedError', 'NotSupportedError', 'SecurityError', 'UnknownError']) {
  test(`a dialog that ends with ${name} is followed by the usual confirmation`, async (t) => {
    installPayments(t, { show: () => Promise.reject(new DOMException('no', name)) })
    const { thumbturn, request, page, calls } = await bank(t)
    await thumbturn.confirmTransaction('ada', { txPayload })
    assert.equal(page.asked.length, 1)
    assert.equal((request('POST /tx/complete')!.body as { clientData: string }).clientData, 'e30')
    assert.deepEqual(calls(), ['POST /tx/init', 'POST /tx/complete'])
  })
}

test('a closed dialog ends the confirmation', async (t) => {
  installPayments(t, { show: () => Promise.reject(new DOMException('closed', 'AbortError')) })
  const { thumbturn, page, calls } = await bank(t)
  await assert.rejects(thumbturn.confirmTransaction('ada', { txPayload }), { code: 'ERROR_PASSKEY_ABORTED' })
  assert.deepEqual(page.asked, [])
  assert.deepEqual(calls(), ['POST /tx/init'])
})

test("the caller's signal closes the dialog", async (t) => {
  const requests = installPayments(t, { show: () => new Promise(() => {}) })
  const { thumbturn, page, calls } = await bank(t)
  const controller = new AbortController()
  const ended = assert.rejects(thumbturn.confirmTransaction('ada', { txPayload, signal: controller.signal }), {
    code: 'ERROR_PASSKEY_ABORTED',
  })
  await until(() => requests.length === 1)
  controller.abort()
  await ended
  assert.deepEqual([requests[0]?.aborted, page.asked.length, calls()], [true, 0, ['POST /tx/init']])
})

test('a step of a flow is signed in the dialog of the browser', async (t) => {
  const requests = installPayments(t)
  openPage()
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const options = [
    { name: 'assertionOptions', value: encode(assertionOptions) },
    { name: 'paymentOptions', value: encode(paymentOptions) },
  ]
  const next = [{ action: { name: 'passkey:tx', label: 'Confirm' }, options }]
  const begun = { msg: '', msgCode: 'additional_auth_required', flow: 'signIn', session, next }
  const { baseUrl, request } = await startRecorder(t, {
    'POST /fido2/v2/mfa/begin': { status: 200, body: begun },
  } as Replies)
  const flow = new ThumbturnMfa({ baseUrl, appId: 'demo' })
  await flow.beginFlow({ username: 'ada', payload: txPayload })
  await flow.performAction('passkey:tx').catch(() => {})
  assert.equal((request('POST /mfa/begin')!.body as { paymentConfirmation: boolean }).paymentConfirmation, true)
  const { assertionResult } = request('POST /mfa/passkey/tx')!.body as { assertionResult: { clientDataJSON: string } }
  assert.deepEqual([assertionResult.clientDataJSON, requests.length], ['W10', 1])
})

for (const [what, options, dialog, wanted] of [
  ['a passkey for payments', { payment: true }, {}, { payment: true }],
  ['one in a browser without payments', { payment: true }, { availability: 'unavailable-unknown-reason' }, {}],
  ['one on a security key', { payment: true, securityKey: true }, {}, { securityKey: true }],
  ['any passkey', {}, {}, {}],
] as const) {
  test(`the registration of ${what} asks for ${JSON.stringify(wanted)}`, async (t) => {
    installPayments(t, dialog)
    const { thumbturn, request } = await bank(t)
    await thumbturn.createPasskey('ada', options)
    assert.deepEqual((request('POST /reg/init')!.body as { passkeyOptions: object }).passkeyOptions, wanted)
  })
}

test('payments are available if the browser says so, by any of its ways', async (t) => {
  openPage()
  assert.equal(await isPaymentConfirmationAvailable(), false)
  installPayments(t)
  assert.equal(await isPaymentConfirmationAvailable(), true)
  installPayments(t, { availability: 'unavailable-no-permission-policy' })
  assert.equal(await isPaymentConfirmationAvailable(), false)
  const { PaymentRequest: browser } = globalThis as unknown as { PaymentRequest: object }
  Object.assign(browser, { securePaymentConfirmationAvailability: () => Promise.reject(new Error('detached')) })
  assert.equal(await isPaymentConfirmationAvailable(), false)
  Object.assign(browser, { securePaymentConfirmationAvailability: undefined })
  openPage({ webauthn: { getClientCapabilities: async () => ({ 'extension:payment': true }) } })
  assert.equal(await isPaymentConfirmationAvailable(), true)
})
