import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Thumbturn, verifyConfigSettings } from '../src/index.ts'
import { openPage, type PageOptions } from './browser.ts'
import { ok, type Replies, requestOptions, session, startRecorder, toErrorReply } from './recorder.ts'

async function checked(t: TestContext, { replies, page }: { replies?: Replies; page?: PageOptions } = {}) {
  openPage(page)
  const service = await startRecorder(t, replies)
  return verifyConfigSettings(new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' }).client)
}

const started = (response: Replies[string]): { replies: Replies } => ({
  replies: { 'POST /fido2/v2/auth/init': response },
})

test('working settings are valid', async (t) => {
  assert.deepEqual(await checked(t), { isValid: true })
})

const startedWith = (rpId: string) => started(ok({ session, assertionOptions: { ...requestOptions, rpId } }))

for (const [what, address, rpId] of [
  ["a parent of the page's domain", 'https://shop.example.com', 'example.com'],
  ["the page's domain", 'http://localhost', 'localhost'],
  ['that of a site that an extension has permissions for', 'chrome-extension://abcdefgh', 'example.com'],
  ['that of an app whose page only calls the service', 'capacitor://localhost', 'example.com'],
] as const)
  test(`an RP ID that is ${what} is valid`, async (t) => {
    assert.deepEqual(await checked(t, { ...startedWith(rpId), page: { address } }), { isValid: true })
  })

for (const [what, options, code, solution] of [
  ['an origin that is not allowed', started(toErrorReply(400, 'origin_not_allowed')), 'origin_not_allowed', /command/],
  [
    'an unknown application',
    started(toErrorReply(404, 'not_found', { reason: 'unknown_application' })),
    'invalid_app_id',
    /application id "demo"/,
  ],
  ['another missing resource', started(toErrorReply(404, 'not_found')), 'unknown_error', /404 not_found/],
  ['a service that does not respond', started({ status: 0 }), 'unreachable', /allowed origin/],
  [
    'an address where something else answers',
    started({ status: 502, body: 'Bad gateway', type: 'text/plain' }),
    'not_a_service',
    /baseUrl/,
  ],
  ['a service that fails', started(toErrorReply(500, 'internal_error')), 'unknown_error', /500 internal_error/],
  ['an RP ID of another domain', startedWith('other.invalid'), 'rp_id_mismatch', /open the page on other\.invalid/],
  [
    'a page below localhost',
    { ...startedWith('localhost'), page: { address: 'http://app.localhost' } },
    'rp_id_mismatch',
    /open the page on localhost/,
  ],
  ['a browser without WebAuthn', { page: { webauthn: false } }, 'webauthn_unsupported', /up-to-date browser/],
] as const) {
  test(`${what} is ${code}, with a solution`, async (t) => {
    const result = await checked(t, options as Parameters<typeof checked>[1])
    assert.ok(!result.isValid)
    assert.equal(result.code, code)
    assert.match(result.solution, solution)
    assert.notEqual(result.message, '')
  })
}
