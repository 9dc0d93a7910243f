import { issuer, now, type TokenDraft } from './cases.ts'

/** The protected resource of all cases, by the names of the options in `packages/node`. */
export const resource = {
  issuer,
  resource: 'https://mcp.example.com/notes/mcp',
  scopes: ['notes:read'],
  scopesSupported: ['notes:read', 'notes:write'],
  impliedScopes: { 'notes:admin': ['notes:write'], 'notes:write': ['notes:read', 'notes:admin'] },
  name: 'Notes',
  documentation: 'https://docs.example.com/notes',
}

export const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/notes/mcp'

export type Access = { clientId: string; userId?: string; scopes: string[]; expiresAt: number }

export type ResourceOutcome =
  | { access: Access }
  | { code: string; status: number; headers: Record<string, string>; body: object }

/** The option, and the response of the service; without a response, the service must not be asked. */
export type Introspection = {
  duringOutage?: 'accept' | 'reject'
  response?: { status: number; headers: Record<string, string>; body: string }
}

/** A DPoP proof (RFC 9449 §4.2) for the token and the request of a case, with these changes. */
export type ProofDraft = Partial<TokenDraft>

export type ResourceCase = {
  name: string
  at?: number
  /** Scopes that the request needs besides those of the resource. */
  scopes?: string[]
  /** The token, of the type `at+jwt` by default. */
  draft?: TokenDraft
  /** Several are sent in one header. */
  proof?: ProofDraft | ProofDraft[]
  request?: { method?: string; path?: string; scheme?: string }
  /** The header, if it isn't scheme and token; undefined for none. */
  authorize?: (token: string) => string | undefined
  introspection?: Introspection
  expect: ResourceOutcome
}

/** An access token of an OpenID client (RFC 9068 §2.2). */
export const access = {
  iss: issuer,
  aud: resource.resource,
  sub: '0d5c34a4-1a0e-4a4c-9d8e-0f6f6f1f2a11',
  client_id: 'grafana',
  scope: 'notes:read',
  iat: now - 10,
  exp: now + 290,
  jti: '6f1c9d52-53c4-4a3e-8a53-5d6f3c9d7e21',
  auth_time: now - 60,
  amr: ['hwk', 'user'],
  acr: 'phr',
}

export const admitted = (changes: Partial<Access> = {}): ResourceOutcome => ({
  access: { clientId: 'grafana', userId: access.sub, scopes: ['notes:read'], expiresAt: access.exp, ...changes },
})

const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }
const challengeEnd = `resource_metadata="${metadataUrl}", scope="notes:read"`

const missing: ResourceOutcome = {
  code: 'token_missing',
  status: 401,
  headers: { ...json, 'www-authenticate': `Bearer ${challengeEnd}` },
  body: { error: 'unauthorized', error_description: 'This resource needs an access token' },
}

const invalidText = 'The access token is not valid here, or it has expired'
const narrowText = 'The access token lacks a scope that this request needs'
const proofText = 'The access token is bound to a key, and the DPoP proof for this request is missing or not valid'

const rejected = (code: string): ResourceOutcome => ({
  code,
  status: 401,
  headers: {
    ...json,
    'www-authenticate': `Bearer error="invalid_token", error_description="${invalidText}", ${challengeEnd}`,
  },
  body: { error: 'invalid_token', error_description: invalidText },
})

const narrow = (scopes: string): ResourceOutcome => ({
  code: 'token_missing_scope',
  status: 403,
  headers: {
    ...json,
    'www-authenticate': `Bearer error="insufficient_scope", error_description="${narrowText}", resource_metadata="${metadataUrl}", scope="${scopes}"`,
  },
  body: { error: 'insufficient_scope', error_description: narrowText },
})

/** RFC 9449 §7.1. */
export const unproven = (code: 'token_without_proof' | 'token_wrong_proof'): ResourceOutcome => ({
  code,
  status: 401,
  headers: {
    ...json,
    'www-authenticate': `DPoP error="invalid_dpop_proof", error_description="${proofText}", ${challengeEnd}, algs="ES256 ES384 RS256 PS256 EdDSA"`,
  },
  body: { error: 'invalid_dpop_proof', error_description: proofText },
})

const outage = (code: string, retryAfter = '5'): ResourceOutcome => ({
  code,
  status: 503,
  headers: { ...json, 'retry-after': retryAfter },
  body: {
    error: 'temporarily_unavailable',
    error_description: 'Access tokens cannot be verified right now: try again',
  },
})

const admittedTokens: ResourceCase[] = [
  { name: 'an access token for this resource', draft: { claims: access }, expect: admitted() },
  {
    name: 'a token that RS256 signs',
    draft: { key: 'rsa', header: { alg: 'RS256' }, claims: access },
    expect: admitted(),
  },
  {
    name: 'the type as a media type in capitals',
    draft: { header: { typ: 'application/AT+JWT' }, claims: access },
    expect: admitted(),
  },
  {
    name: 'several audiences, of which one is this resource',
    draft: { claims: { ...access, aud: ['https://other.example.com', resource.resource] } },
    expect: admitted(),
  },
  {
    name: 'a client that acts for itself',
    draft: { claims: { ...access, sub: 'grafana', auth_time: undefined, amr: undefined, acr: undefined } },
    expect: { access: { clientId: 'grafana', scopes: ['notes:read'], expiresAt: access.exp } },
  },
  {
    name: 'a broader scope',
    scopes: ['notes:write'],
    draft: { claims: { ...access, scope: 'openid notes:admin' } },
    expect: admitted({ scopes: ['openid', 'notes:admin', 'notes:write', 'notes:read'] }),
  },
  {
    name: 'claims that this version does not know',
    draft: { claims: { ...access, color: { of: 'the future' } } },
    expect: admitted(),
  },
  {
    name: 'a token that expired within the tolerance',
    at: access.exp + 4,
    draft: { claims: access },
    expect: admitted(),
  },
  {
    name: 'the scheme in another case, and more spaces',
    draft: { claims: access },
    authorize: (token) => `bEARER   ${token} `,
    expect: admitted(),
  },
]

const sendHeader = (name: string, authorize: (token: string) => string | undefined): ResourceCase => ({
  name,
  draft: { claims: access },
  authorize,
  expect: missing,
})

const headers: ResourceCase[] = [
  sendHeader('no header', () => undefined),
  sendHeader('an empty header', () => ''),
  sendHeader('the scheme alone', () => 'Bearer'),
  sendHeader('the scheme and a space', () => 'Bearer '),
  sendHeader('the token alone', (token) => token),
  sendHeader('another scheme', (token) => `Basic ${token}`),
  sendHeader('a scheme that begins like Bearer', (token) => `BearerToken ${token}`),
  sendHeader('a tab after the scheme', (token) => `Bearer\t${token}`),
  sendHeader('two tokens', (token) => `Bearer ${token} ${token}`),
  sendHeader('two headers in one', (token) => `Bearer ${token}, Bearer ${token}`),
  sendHeader('something before the scheme', (token) => ` Bearer ${token}`),
  sendHeader('a parameter of the scheme', (token) => `Bearer realm="notes" token="${token}"`),
  ...[
    ['a token in quotation marks', (token: string) => `Bearer "${token}"`] as const,
    ['the scheme twice', (token: string) => `Bearer Bearer:${token}`] as const,
    ['text instead of a token', () => 'Bearer hello'] as const,
    ['a token with a comma', (token: string) => `Bearer ${token},`] as const,
    ['a token with padding', (token: string) => `Bearer ${token}==`] as const,
    ['a token that is too long for a header', (token: string) => `Bearer ${token}${'A'.repeat(16_384)}`] as const,
  ].map(([name, authorize]) => ({
    name,
    draft: { claims: access },
    authorize,
    expect: rejected('token_malformed'),
  })),
]

const rejectToken = (name: string, code: string, draft: Partial<TokenDraft>): ResourceCase => ({
  name,
  draft: { claims: access, ...draft },
  expect: rejected(code),
})

const otherKinds: ResourceCase[] = [
  rejectToken('an ID token', 'token_wrong_type', { header: { typ: 'JWT' } }),
  rejectToken('a token without a type', 'token_wrong_type', { header: { typ: undefined } }),
  rejectToken('a type that is no text', 'token_wrong_type', { header: { typ: ['at+jwt'] } }),
  rejectToken('a logout token', 'token_wrong_type', { header: { typ: 'logout+jwt' } }),
  rejectToken('an identity of a protected site', 'token_wrong_type', { header: { typ: 'thumbturn-identity+jwt' } }),
  rejectToken('a DPoP proof', 'token_wrong_type', { header: { typ: 'dpop+jwt' } }),
  rejectToken('another media type', 'token_wrong_type', { header: { typ: 'text/at+jwt' } }),
  rejectToken('an access token of the API', 'token_malformed', { claims: { ...access, tokenType: 'jwtAccess' } }),
]

const wrongClaims: ResourceCase[] = (
  [
    ['another issuer', 'token_wrong_issuer', { iss: 'https://auth.example.com/apps/bank' }],
    ['the issuer with a slash', 'token_wrong_issuer', { iss: `${issuer}/` }],
    ['no issuer', 'token_wrong_issuer', { iss: undefined }],
    ['another resource', 'token_wrong_audience', { aud: 'https://other.example.com' }],
    ['the client as the audience', 'token_wrong_audience', { aud: 'grafana' }],
    ['a part of this resource', 'token_wrong_audience', { aud: `${resource.resource}/1` }],
    ['the host of this resource', 'token_wrong_audience', { aud: 'https://mcp.example.com' }],
    ['this resource with a slash', 'token_wrong_audience', { aud: `${resource.resource}/` }],
    ['this resource in capitals', 'token_wrong_audience', { aud: 'https://MCP.example.com/notes/mcp' }],
    ['no audience', 'token_wrong_audience', { aud: undefined }],
    ['an empty list of audiences', 'token_wrong_audience', { aud: [] }],
    ['a list in the list of audiences', 'token_wrong_audience', { aud: [[resource.resource]] }],
    ['an audience that is an object', 'token_wrong_audience', { aud: { [resource.resource]: true } }],
    ['an expired token', 'token_expired', { iat: now - 400, exp: now - 100 }],
    ['no expiry', 'token_malformed', { exp: undefined }],
    ['an expiry that is text', 'token_malformed', { exp: `${access.exp}` }],
    ['no time of issue', 'token_malformed', { iat: undefined }],
    ['a token that is not valid yet', 'token_malformed', { nbf: now + 60 }],
    ['no client', 'token_malformed', { client_id: undefined }],
    ['an empty client', 'token_malformed', { client_id: '' }],
    ['no subject', 'token_malformed', { sub: undefined }],
    ['a subject that is a number', 'token_malformed', { sub: 7 }],
    ['no token ID', 'token_malformed', { jti: undefined }],
    ['no scopes', 'token_malformed', { scope: undefined }],
    ['a list of scopes', 'token_malformed', { scope: ['notes:read'] }],
    ['a binding to something that is no key', 'token_malformed', { cnf: { jkt: 1 } }],
    ['a binding to a certificate', 'token_malformed', { cnf: { 'x5t#S256': 'x' } }],
    ['a binding that is null', 'token_malformed', { cnf: null }],
  ] as const
).map(([name, code, claims]) => rejectToken(name, code, { claims: { ...access, ...claims } }))

const [alg, algorithms] = ['token_wrong_algorithm', ['none', 'HS256', 'ES384', 'PS256', 'EdDSA']]

const forged: ResourceCase[] = [
  ...algorithms.map((name) => rejectToken(`the algorithm ${name}`, alg, { header: { alg: name } })),
  rejectToken('the algorithm of another key', 'token_unknown_key', { header: { alg: 'RS256' } }),
  rejectToken('a signature by another key of the same name', 'token_bad_signature', {
    key: 'attacker',
    header: { kid: 'first' },
  }),
  rejectToken('a key that the application does not have', 'token_unknown_key', { key: 'second' }),
  rejectToken('no key ID', 'token_malformed', { header: { kid: undefined } }),
  rejectToken('no signature', 'token_malformed', { change: (token) => token.replace(/[^.]+$/, '') }),
  rejectToken('a header that must be understood', 'token_malformed', { header: { crit: ['exp'], exp: 1 } }),
  rejectToken('claims that were changed after the signature', 'token_bad_signature', {
    change(token) {
      const [header, , signature] = token.split('.')
      const claims = Buffer.from(JSON.stringify({ ...access, scope: 'notes:read notes:write' })).toString('base64url')
      return `${header}.${claims}.${signature}`
    },
  }),
  {
    name: 'a token of the future',
    draft: { claims: { ...access, iat: now + 60 } },
    expect: outage('clock_off'),
  },
]

const scopes: ResourceCase[] = [
  ...['', 'notes:write2', 'NOTES:READ', 'notes:readers', 'notes'].map(
    (scope): ResourceCase => ({
      name: scope ? `the scope ${scope} only` : 'no scope at all',
      draft: { claims: { ...access, scope } },
      expect: narrow('notes:read'),
    }),
  ),
  {
    name: 'a scope that this request needs besides',
    scopes: ['notes:write'],
    draft: { claims: access },
    expect: narrow('notes:read notes:write'),
  },
  {
    name: 'a scope that is named twice',
    scopes: ['notes:read', 'notes:delete'],
    draft: { claims: access },
    expect: narrow('notes:read notes:delete'),
  },
]

const reply = (status: number, body: object, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
/** RFC 6749 §5.2. */
const problem = (error: string) => ({ error, error_description: 'A sentence' })

const introspect = (name: string, introspection: Introspection, expect: ResourceOutcome): ResourceCase => ({
  name,
  draft: { claims: access },
  introspection,
  expect,
})

const introspections: ResourceCase[] = [
  introspect('a token that the service calls active', { response: reply(200, { active: true }) }, admitted()),
  introspect('a revoked token', { response: reply(200, { active: false }) }, rejected('token_rejected')),
  introspect('a response without active', { response: reply(200, {}) }, rejected('token_rejected')),
  introspect('active as text', { response: reply(200, { active: 'true' }) }, rejected('token_rejected')),
  introspect('an outage', { response: reply(503, problem('temporarily_unavailable')) }, outage('server_error')),
  introspect(
    'an outage that is accepted',
    { duringOutage: 'accept', response: reply(503, problem('temporarily_unavailable')) },
    admitted(),
  ),
  introspect(
    'too many questions',
    { response: reply(429, problem('temporarily_unavailable'), { 'retry-after': '7' }) },
    outage('rate_limited', '7'),
  ),
  introspect(
    'too many questions, while outages are accepted',
    { duringOutage: 'accept', response: reply(429, problem('temporarily_unavailable'), { 'retry-after': '7' }) },
    admitted(),
  ),
  introspect(
    'a wrong secret, while outages are accepted',
    { duringOutage: 'accept', response: reply(401, { error: 'invalid_client' }) },
    outage('invalid_options'),
  ),
  {
    name: 'a token without a scope, about which the service is not asked',
    scopes: ['notes:write'],
    draft: { claims: access },
    introspection: {},
    expect: narrow('notes:read notes:write'),
  },
]

export const resources: ResourceCase[] = [
  ...admittedTokens,
  ...headers,
  ...otherKinds,
  ...wrongClaims,
  ...forged,
  ...scopes,
  ...introspections,
]
