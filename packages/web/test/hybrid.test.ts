import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isHybridAvailable, loadUserMessages } from '../src/index.ts'
import { openPage, type PageOptions } from './browser.ts'
import { ok, type Replies, requestOptions, session } from './recorder.ts'
import { openSdkPage } from './sdk-page.ts'

const canceled = () => Promise.reject(new DOMException('canceled', 'NotAllowedError'))
const withoutBluetooth = { getClientCapabilities: async () => ({ hybridTransport: false }) }
const withBluetooth = { getClientCapabilities: async () => ({ hybridTransport: true }) }

const phonePage = (t: TestContext, { replies, ...page }: PageOptions & { replies?: Replies } = {}) =>
  openSdkPage(t, { replies, page: { get: canceled, ...page } })

/** The report of Web Bluetooth on this device. */
const reportBluetooth = (getAvailability: () => Promise<boolean>) =>
  Object.assign(navigator, { bluetooth: { getAvailability } })

test('a sign-in with a phone explains itself if Bluetooth is missing', async (t) => {
  const { thumbturn } = await phonePage(t, { webauthn: withoutBluetooth })
  const error = await thumbturn.authenticateWithPasskey('ada', { hints: ['hybrid'] }).catch((error) => error)
  assert.equal(error.code, 'ERROR_BLUETOOTH_MISSING')
  assert.equal(error.cause.name, 'NotAllowedError')
  await loadUserMessages('de-DE')
  assert.match(error.userMessage, /Bluetooth/)
})

test('hints of the application explain it too', async (t) => {
  const replies = {
    'POST /fido2/v2/auth/init': ok({ session, assertionOptions: { ...requestOptions, hints: ['hybrid'] } }),
  }
  const { thumbturn } = await phonePage(t, { webauthn: withoutBluetooth, replies })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { code: 'ERROR_BLUETOOTH_MISSING' })
})

for (const [what, hints, webauthn] of [
  ['with Bluetooth', ['hybrid'], withBluetooth],
  ['that suggests this device first', ['client-device', 'hybrid'], withoutBluetooth],
  ['without hints', undefined, withoutBluetooth],
  ['in a browser that reports nothing', ['hybrid'], {}],
] as const) {
  test(`a canceled sign-in ${what} stays canceled`, async (t) => {
    const { thumbturn } = await phonePage(t, { webauthn })
    const options = hints && { hints: [...hints] }
    await assert.rejects(thumbturn.authenticateWithPasskey('ada', options), { code: 'ERROR_PASSKEY_ABORTED' })
  })
}

test('another error keeps its code', async (t) => {
  const get = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const { thumbturn } = await phonePage(t, { webauthn: withoutBluetooth, get })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada', { hints: ['hybrid'] }), {
    code: 'ERROR_DOMAIN_MISMATCH',
  })
})

test('Web Bluetooth says what the browser does not report', async () => {
  openPage()
  reportBluetooth(async () => false)
  assert.equal(await isHybridAvailable(), false)
  reportBluetooth(async () => true)
  assert.equal(await isHybridAvailable(), true)
  reportBluetooth(() => Promise.reject(new Error('blocked')))
  assert.equal(await isHybridAvailable(), true)
})

test('on a page without WebAuthn, nothing is known of Bluetooth', async () => {
  openPage({ webauthn: false })
  assert.equal(await isHybridAvailable(), true)
})
