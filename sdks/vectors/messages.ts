import { createHash } from 'node:crypto'
import { appId, now, type Outcome } from './cases.ts'

export type WebhookCase = {
  name: string
  at?: number
  secrets: string[]
  /** The secret that signs the body; the first one by default. */
  signedBy?: string
  body: string
  change?: (headers: Record<string, string>, body: string) => { headers: object; body: string }
  expect: { id: string; positions: number[] } | { code: string }
}

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const older = `whsec_${Buffer.alloc(32, 2).toString('base64')}`

const event = (position: number) => ({
  uuid: `00000000-0000-4000-8000-00000000000${position}`,
  eventId: 'fido2.passkey.auth.success',
  appId,
  position,
  note: 'ä 🔑 "quoted"',
})
const body = JSON.stringify({
  type: 'events',
  timestamp: new Date(now * 1000).toISOString(),
  data: { events: [event(1), event(2)] },
})
const received = { id: 'events_7', positions: [1, 2] }

export const webhooks: WebhookCase[] = [
  { name: 'a signed webhook', secrets: [secret], body, expect: received },
  {
    name: 'an older secret, while secrets change',
    secrets: [secret, older],
    signedBy: older,
    body,
    expect: received,
  },
  {
    name: 'several signatures, of which one is ours',
    secrets: [secret],
    body,
    change: (headers, text) => ({
      headers: { ...headers, 'webhook-signature': `v1,AAAA v1a,BBBB ${headers['webhook-signature']}` },
      body: text,
    }),
    expect: received,
  },
  { name: 'a webhook of five minutes ago', at: now + 300, secrets: [secret], body, expect: received },
  {
    name: 'a webhook of six minutes ago',
    at: now + 360,
    secrets: [secret],
    body,
    expect: { code: 'webhook_too_old' },
  },
  {
    name: 'a webhook of the future',
    at: now - 360,
    secrets: [secret],
    body,
    expect: { code: 'webhook_too_old' },
  },
  {
    name: 'a time that is no number',
    secrets: [secret],
    body,
    change: (headers, text) => ({ headers: { ...headers, 'webhook-timestamp': 'yesterday' }, body: text }),
    expect: { code: 'webhook_too_old' },
  },
  {
    name: 'another secret',
    secrets: [secret],
    signedBy: older,
    body,
    expect: { code: 'webhook_bad_signature' },
  },
  {
    name: 'a body that was changed',
    secrets: [secret],
    body,
    change: (headers, text) => ({ headers, body: text.replace('auth.success', 'auth.failed') }),
    expect: { code: 'webhook_bad_signature' },
  },
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name): WebhookCase => ({
      name: `no header ${name}`,
      secrets: [secret],
      body,
      change: ({ [name]: _, ...headers }, text) => ({ headers, body: text }),
      expect: { code: 'webhook_missing_header' },
    }),
  ),
  {
    name: 'another type of message',
    secrets: [secret],
    body: JSON.stringify({ type: 'greeting', data: {} }),
    expect: { code: 'webhook_malformed' },
  },
  { name: 'a body that is not JSON', secrets: [secret], body: 'hello', expect: { code: 'webhook_malformed' } },
  {
    name: 'a secret that is none',
    secrets: ['whsec_short'],
    signedBy: secret,
    body,
    expect: { code: 'invalid_options' },
  },
]

export type ServiceTokenCase = { name: string; request: object; expect: Outcome }

const request = { clientId: appId, scope: ['auth.register', 'auth.login'] }

export const serviceTokens: ServiceTokenCase[] = [
  {
    name: 'a token for several scopes',
    request,
    expect: { claims: { client_id: appId, scope: 'auth.register auth.login', iat: now } },
  },
  {
    name: 'a token for one user',
    request: { ...request, username: 'ada', userId: 'user-1' },
    expect: {
      claims: { client_id: appId, scope: 'auth.register auth.login', iat: now, username: 'ada', user_id: 'user-1' },
    },
  },
  {
    name: 'the payload of a transaction',
    request: { ...request, scope: ['tx.create'], txPayload: 'Pay 42 €' },
    expect: {
      claims: {
        client_id: appId,
        scope: 'tx.create',
        iat: now,
        payload_hash: createHash('sha256').update('Pay 42 €').digest('base64url'),
      },
    },
  },
  {
    name: 'a transaction without a payload',
    request: { ...request, scope: ['tx.create'] },
    expect: { code: 'invalid_options' },
  },
  {
    name: 'a payload without a transaction',
    request: { ...request, txPayload: 'Pay 42 €' },
    expect: { code: 'invalid_options' },
  },
]

export type ResponseCase = {
  name: string
  status: number
  headers: Record<string, string>
  body: string
  expect: { code: string; retryAfter?: number }
}

const json = { 'content-type': 'application/json' }
const problem = (msgCode: string, reason?: string) => JSON.stringify({ msg: 'A sentence', msgCode, reason })

export const responses: ResponseCase[] = [
  {
    name: 'an invalid request',
    status: 400,
    headers: json,
    body: problem('BAD_REQUEST'),
    expect: { code: 'invalid_request' },
  },
  {
    name: 'an API key that is none',
    status: 401,
    headers: json,
    body: problem('UNAUTHORIZED', 'invalid_api_key'),
    expect: { code: 'invalid_api_key' },
  },
  {
    name: 'an API key without the scope',
    status: 403,
    headers: json,
    body: problem('FORBIDDEN'),
    expect: { code: 'missing_scope' },
  },
  {
    name: 'an unknown application',
    status: 404,
    headers: json,
    body: problem('NOT_FOUND', 'unknown_application'),
    expect: { code: 'unknown_application' },
  },
  {
    name: 'a path that this service does not have',
    status: 404,
    headers: json,
    body: problem('NOT_FOUND', 'unknown_path'),
    expect: { code: 'wrong_base_url' },
  },
  {
    name: 'too many requests',
    status: 429,
    headers: { ...json, 'retry-after': '7' },
    body: problem('TOO_MANY_REQUESTS'),
    expect: { code: 'rate_limited', retryAfter: 7 },
  },
  {
    name: 'an outage',
    status: 503,
    headers: json,
    body: problem('SERVICE_UNAVAILABLE'),
    expect: { code: 'server_error' },
  },
  {
    name: 'a proxy whose service is down',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Bad Gateway</h1>',
    expect: { code: 'server_error' },
  },
  {
    name: 'a proxy that limits requests',
    status: 429,
    headers: { 'content-type': 'text/html', 'retry-after': '7' },
    body: '<h1>Too Many Requests</h1>',
    expect: { code: 'rate_limited', retryAfter: 7 },
  },
  {
    name: 'another server',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Welcome</h1>',
    expect: { code: 'wrong_base_url' },
  },
  {
    name: 'a redirect, which would get the key',
    status: 302,
    headers: { location: 'https://other.example/' },
    body: '',
    expect: { code: 'wrong_base_url' },
  },
  { name: 'JSON that is cut', status: 200, headers: json, body: '{"user":', expect: { code: 'wrong_base_url' } },
]
