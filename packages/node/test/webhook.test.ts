import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ThumbturnError, verifyWebhook, type WebhookRequest } from '../src/index.ts'
import { signBody, signWebhook } from './webhooks.ts'

const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const event = { eventId: 'fido2.passkey.auth.success', uuid: '0196-…', position: 7 }

const signed = (secret: string, options = {}) => ({ secret, ...signWebhook(secret, [event], options) })

function signedBody(secret: string, body: string) {
  return { secret, body, headers: signBody(secret, body) }
}

function catchCode(request: WebhookRequest): string | undefined {
  try {
    verifyWebhook(request)
  } catch (error) {
    assert.ok(error instanceof ThumbturnError)
    return error.code
  }
  return undefined
}

test('a webhook that a secret signed has its events, with headers as Fetch or Node has them', () => {
  const request = signed(createSecret())
  const wanted = { id: 'events_1', events: [event] }
  assert.deepEqual(verifyWebhook(request), wanted)
  assert.deepEqual(verifyWebhook({ ...request, headers: new Headers(request.headers) }), wanted)
  assert.deepEqual(verifyWebhook({ ...request, body: Buffer.from(request.body) }), wanted)
})

test('the signature of the example in the specification verifies', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_614_265_330_000 })
  const example = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
  }
  // It has no events of ours.
  assert.equal(catchCode(example), 'webhook_malformed')
  assert.equal(catchCode({ ...example, body: '{"test": 2432232315}' }), 'webhook_bad_signature')
})

test('during a rotation, either secret verifies either signature', () => {
  const [old, next] = [createSecret(), createSecret()]
  const at = Date.now()
  const byBoth = signed(old, { at })
  const { 'webhook-signature': other } = signed(next, { at }).headers
  const headers = { ...byBoth.headers, 'webhook-signature': `${byBoth.headers['webhook-signature']} ${other}` }
  for (const secret of [old, next, [createSecret(), next]])
    assert.equal(catchCode({ ...byBoth, secret, headers }), undefined)
})

test('a webhook with another secret, body, ID, or time is rejected with its code', () => {
  const request = signed(createSecret())
  const { headers } = request
  for (const [code, changes] of [
    ['webhook_bad_signature', { secret: createSecret() }],
    ['webhook_bad_signature', { secret: [] }],
    ['webhook_bad_signature', { body: request.body.replace('success', 'failure') }],
    ['webhook_bad_signature', { headers: { ...headers, 'webhook-id': 'events_2' } }],
    ['webhook_bad_signature', { headers: { ...headers, 'webhook-signature': 'v1,' } }],
    ['webhook_missing_header', { headers: { ...headers, 'webhook-signature': undefined } }],
    ['webhook_missing_header', { headers: new Headers() }],
    ['webhook_too_old', signed(request.secret, { at: Date.now() - 6 * 60_000 })],
    ['webhook_too_old', signed(request.secret, { at: Date.now() + 6 * 60_000 })],
    ['webhook_too_old', { headers: { ...headers, 'webhook-timestamp': 'now' } }],
    ['webhook_malformed', signedBody(request.secret, '{"type":"other"}')],
    ['webhook_malformed', signedBody(request.secret, 'null')],
    ['invalid_options', { secret: '' }],
  ] as const)
    assert.equal(catchCode({ ...request, ...changes }), code, JSON.stringify(changes))
})
