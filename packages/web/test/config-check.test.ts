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

test("an RP ID that is a parent of the page's domain is valid", async (t) => {
  const options = started(ok({ session, assertionOptions: { ...requestOptions, rpId: 'localhost' } }))
  assert.deepEqual(await checked(t, options), { isValid: true })
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
  [
    'an RP ID of another domain',
    started(ok({ session, assertionOptions: { ...requestOptions, rpId: 'other.invalid' } })),
    'rp_id_mismatch',
    /open the page on other\.invalid/,
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
