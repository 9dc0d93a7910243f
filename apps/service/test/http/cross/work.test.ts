import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { measureProcessorTime } from '@thumbturn/service-harness/processor-time.ts'
import { type Ask, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { app, newDevice, newName, startRegistration } from '@thumbturn/service-harness/situations.ts'
import { type CborValue, encodeCbor } from '@thumbturn/testkit'

/** Several times what the slowest of these calls takes on a busy machine. */
const mostMs = 300

const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]))
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const createJwt = (fields: number, kid = 'x') =>
  `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode({ aud: 'demo', ...numbered(fields) })}.AAAA`

const start = (more: object): Ask => ({ body: { app, deviceInfo: {}, ...more } })
const named = (username: string) => start({ user: { username } })
const withHeaders = (headers: Record<string, string>): Ask => ({ ...start({}), headers })
const userAgent = (text: string) => withHeaders({ 'user-agent': text })

const serviceToken: Ask = { token: createJwt(900), body: { client_id: 'demo', username: 'ada' } }
const form: Ask = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'a=%41&'.repeat(2700),
}

/** The largest body fills 256 kB, and the largest header 16 kB. */
const requests: [what: string, method: 'POST' | 'GET', path: string, ask: Ask][] = [
  ['a body with many fields', 'POST', '/auth/init', start(numbered(20_000))],
  ['a body with many levels', 'POST', '/auth/init', start({ x: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) })],
  ['a body with a long text', 'POST', '/auth/init', start({ x: 'ä'.repeat(120_000) })],
  ['a body with escaped characters', 'POST', '/auth/init', start({ x: '"\\'.repeat(60_000) })],
  ['a device with many fields', 'POST', '/auth/init', { body: { app, deviceInfo: numbered(20_000) } }],
  ['a device with odd fields', 'POST', '/auth/init', { body: { app, deviceInfo: { osName: Array(50_000).fill(1) } } }],
  [
    'many capabilities',
    'POST',
    '/auth/init',
    { body: { app, deviceInfo: { webauthnCapabilities: numbered(20_000) } } },
  ],
  ['many transports', 'POST', '/reg/complete', { body: { session: 'A'.repeat(16), creationResult: withTransports() } }],
  ['long trust items', 'POST', '/auth/init', start({ trustItems: { auth: createJwt(100), wallet: '.'.repeat(8192) } })],
  ['a username of compatibility characters', 'POST', '/auth/init', named('\ufdfa'.repeat(256))],
  ['a username of combining characters', 'POST', '/auth/init', named(`a${'\u0315\u0300'.repeat(127)}`)],
  ['an odd email address', 'POST', '/auth/init', named(`"${'\\a'.repeat(120)}"@example.com`)],
  ['an email address of many labels', 'POST', '/auth/init', named(`a@${'a.'.repeat(120)}com`)],
  ['a long phone number', 'POST', '/auth/init', named(`+1${' -1'.repeat(9)}`)],
  ['a token with many claims', 'POST', '/reg/init', start({ app: { ...app, token: createJwt(500) } })],
  ['a token with many parts', 'POST', '/reg/init', start({ app: { ...app, token: '.'.repeat(8192) } })],
  ['a token in a header', 'GET', '/passkeys', { token: `Bearer ${createJwt(900)}` }],
  ['a service token with many claims', 'POST', '//apps/demo/register/fido2/init', serviceToken],
  ['a form with many fields', 'POST', '//admin/v1/sso-providers/x/back-channel-logout', form],
  ['credentials of spaces', 'GET', '/passkeys', { token: `Basic${' '.repeat(15_000)}x` }],
  ['many proxies', 'POST', '/auth/init', withHeaders({ 'x-forwarded-for': '10.0.0.1, '.repeat(1400) })],
  ['many cookies', 'GET', '/version', { headers: { cookie: 'a=b; '.repeat(3000) } }],
  ['a long query', 'GET', `/version?${'a=%41&'.repeat(2500)}`, {}],
  [
    'a long session',
    'POST',
    '/auth/complete',
    { body: { session: 'A'.repeat(8192), assertionResult: longAssertion() } },
  ],
  ['a user agent of one character', 'POST', '/auth/init', userAgent('('.repeat(16_000))],
  ['a user agent of many versions', 'POST', '/auth/init', userAgent('Version/1.1.1 '.repeat(1100))],
  ['a user agent of many browsers', 'POST', '/auth/init', userAgent('Chrome/1 Safari/1 OPR/1 Edg/1 '.repeat(500))],
  [
    'a user agent of many systems',
    'POST',
    '/auth/init',
    userAgent('(Android 1; like Mac OS X; Windows NT '.repeat(400)),
  ],
]

function withTransports() {
  return {
    clientDataJSON: 'AA',
    attestationObject: 'AA',
    credentialId: 'AA',
    transports: Array.from({ length: 40_000 }, () => ''),
  }
}

function longAssertion() {
  return {
    clientDataJSON: 'A'.repeat(16_384),
    authenticatorData: 'A'.repeat(16_384),
    credentialId: 'A'.repeat(2048),
    signature: 'A'.repeat(8192),
    userHandle: 'A'.repeat(128),
  }
}

/** The largest attestation object, with certificates as large as they can be without being parsed. */
async function startAttested(service: Service): Promise<object> {
  const { session, registrationRequestOptions } = await startRegistration(service, newName())
  const result = newDevice().create(registrationRequestOptions)
  const authData = Buffer.from(result.authenticatorData, 'base64url')
  const fields: [string, CborValue][] = [
    ['alg', -7],
    ['sig', Buffer.alloc(64)],
    ['x5c', Array.from({ length: 100 }, () => Buffer.alloc(460, 0x30))],
  ]
  const object = new Map<string, CborValue>(Object.entries({ fmt: 'packed', attStmt: new Map(fields), authData }))
  return { session, creationResult: { ...result, attestationObject: encodeCbor(object).toString('base64url') } }
}

anyEngine('the work of a call', (fresh) => {
  const running = useService(fresh)

  for (const [what, method, path, ask] of requests) {
    test(`${what} takes little processor time`, async () => {
      const { status } = await running().ask(method, path, ask)
      assert.ok(status < 500, `status ${status}`)
      const ms = await measureProcessorTime(() => running().ask(method, path, ask))
      assert.ok(ms < mostMs, `${ms} ms`)
    })
  }

  for (const attestation of ['none', 'direct'] as const) {
    test(`the largest registration takes little processor time with attestation ${attestation}`, async (t) => {
      const service = running()
      await withSettings(service, t, { attestation })
      const ms = await measureProcessorTime(async () => service.post('/reg/complete', await startAttested(service)))
      assert.ok(ms < mostMs, `${ms} ms`)
    })
  }
})
