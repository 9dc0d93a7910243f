import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDevice } from '../src/device.ts'
import { createClient } from '../src/index.ts'
import { openPage } from './browser.ts'

const client = createClient({ baseUrl: 'https://demo.example.com' })
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

for (const [agent, clientName, clientVersion, osName, osVersion, clientType] of [
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    '140.0.0.0',
    'Linux',
    undefined,
    'browser',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.1.2`,
    'Edge',
    '140.0.1.2',
    'Windows',
    '10.0',
    'browser',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`,
    'Opera',
    '120.0',
    'Windows',
    '10.0',
    'browser',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox',
    '145.0',
    'Linux',
    undefined,
    'browser',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari',
    '26.0',
    'macOS',
    '10.15.7',
    'browser',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari',
    '26.0',
    'iOS',
    '18.6',
    'browser',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    '140.0',
    'iOS',
    '18.6',
    'browser',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    undefined,
    undefined,
    'iOS',
    '18.6',
    'webview',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    '28.0',
    'Android',
    '15',
    'browser',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${webkit} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    '140.0.0.0',
    'Android',
    '15',
    'webview',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    '140.0.0.0',
    'ChromeOS',
    '14541.0.0',
    'browser',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    '140.0.0.0',
    'Linux',
    undefined,
    'browser',
  ],
  ['curl/8', undefined, undefined, undefined, undefined, 'browser'],
] as const) {
  test(`${clientName} on ${osName} (${clientType}) is known by ${agent}`, async () => {
    openPage({ userAgent: agent, webauthn: false })
    const device = await describeDevice(client)
    assert.deepEqual(
      [device.clientName, device.clientVersion, device.osName, device.osVersion, device.clientType],
      [clientName, clientVersion, osName, osVersion, clientType],
    )
  })
}

test('client hints are truer than the frozen user agent', async () => {
  openPage({ userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36` })
  const getHighEntropyValues = async () => ({ architecture: 'arm', platformVersion: '15.0.0' })
  Object.assign(navigator, { userAgentData: { getHighEntropyValues } })
  const { osArch, osVersion } = await describeDevice(client)
  assert.deepEqual([osArch, osVersion], ['arm', '15.0.0'])
})

test('capabilities are sent as JSON text', async () => {
  openPage({ webauthn: { getClientCapabilities: async () => ({ conditionalGet: true, 'extension:prf': true }) } })
  assert.equal((await describeDevice(client)).webauthnCapabilities, '{"conditionalGet":true,"extension:prf":true}')
})

test('a browser that tells nothing and forbids storage still has a description', async () => {
  const refuse = () => Promise.reject(new Error('no'))
  openPage({ webauthn: { getClientCapabilities: refuse } })
  Object.assign(navigator, { userAgentData: { getHighEntropyValues: refuse } })
  const forbidden = {
    get() {
      throw new DOMException('no', 'SecurityError')
    },
  }
  Object.defineProperty(globalThis, 'localStorage', { ...forbidden, configurable: true })
  const device = JSON.parse(JSON.stringify(await describeDevice(client)))
  assert.deepEqual(device, { clientType: 'browser', screenHeight: 1080, screenWidth: 1920 })
})
