import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDevice } from '../src/client/device.ts'
import { createClient } from '../src/index.ts'
import { openPage } from './browser.ts'

const client = createClient({ baseUrl: 'https://demo.example.com' })
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

for (const [agent, clientType] of [
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'browser'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'browser',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'webview',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${webkit} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    'webview',
  ],
  ['curl/8', 'browser'],
] as const) {
  test(`${agent} is recognized as ${clientType}`, async () => {
    openPage({ userAgent: agent, webauthn: false })
    assert.deepEqual(JSON.parse(JSON.stringify(await describeDevice(client))), {
      clientType,
      screenHeight: 1080,
      screenWidth: 1920,
    })
  })
}

test('client hints provide what the frozen User-Agent header hides', async () => {
  openPage({ userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36` })
  const getHighEntropyValues = async () => ({ architecture: 'arm', platform: 'Windows', platformVersion: '15.0.0' })
  Object.assign(navigator, { userAgentData: { getHighEntropyValues } })
  const { osArch, osName, osVersion } = await describeDevice(client)
  assert.deepEqual([osArch, osName, osVersion], ['arm', 'Windows', '15.0.0'])
})

test('capabilities are sent as JSON text', async () => {
  openPage({ webauthn: { getClientCapabilities: async () => ({ conditionalGet: true, 'extension:prf': true }) } })
  assert.equal((await describeDevice(client)).webauthnCapabilities, '{"conditionalGet":true,"extension:prf":true}')
})

test('a browser without hints or storage still has a description', async () => {
  const rejectRequest = () => Promise.reject(new Error('no'))
  openPage({ webauthn: { getClientCapabilities: rejectRequest } })
  Object.assign(navigator, { userAgentData: { getHighEntropyValues: rejectRequest } })
  const forbidden = {
    get() {
      throw new DOMException('no', 'SecurityError')
    },
  }
  Object.defineProperty(globalThis, 'localStorage', { ...forbidden, configurable: true })
  const device = JSON.parse(JSON.stringify(await describeDevice(client)))
  assert.deepEqual(device, { clientType: 'browser', screenHeight: 1080, screenWidth: 1920 })
})
