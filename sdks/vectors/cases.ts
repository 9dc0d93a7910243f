import { createHash } from 'node:crypto'

/** The moment of most cases, in seconds since 1970. */
export const now = 1_800_000_000

export const appId = 'shop'
export const baseUrl = 'https://auth.example.com'
export const issuer = `${baseUrl}/apps/${appId}`

/** A token to be signed: `key` names one of keys.json. Headers and claims that are undefined are left out. */
export type TokenDraft = { key?: string; header?: object; claims: object; change?: (token: string) => string }

export type Outcome = { claims: object } | { code: string }
export type TokenCase = { name: string; at?: number; options?: object; draft: TokenDraft; expect: Outcome }

const common = {
  iss: issuer,
  aud: appId,
  sub: '0d5c34a4-1a0e-4a4c-9d8e-0f6f6f1f2a11',
  rpId: 'example.com',
  jti: '6f1c9d52-53c4-4a3e-8a53-5d6f3c9d7e21',
  iat: now - 10,
  exp: now + 290,
}
const access = {
  ...common,
  tokenType: 'jwtAccess',
  username: 'ada@example.com',
  scopes: ['user:read'],
  credID: 'q80B4J1mS0y4c8Wl1q7bTw',
}
const idToken = {
  ...common,
  tokenType: 'idToken',
  username: 'ada@example.com',
  name: 'Ada',
  auth_time: now - 60,
  amr: ['hwk', 'user'],
  acr: 'phr',
}

const accepted = (claims: object): Outcome => ({ claims })
const rejected = (code: string): Outcome => ({ code })

const validTokens: TokenCase[] = [
  { name: 'an access token', draft: { claims: access }, expect: accepted(access) },
  {
    name: 'an access token with the required scope and a passkey',
    options: { scopes: ['user:read'], passkey: true },
    draft: { claims: access },
    expect: accepted({ username: 'ada@example.com' }),
  },
  {
    name: 'a username in another script',
    draft: { claims: { ...access, username: 'ädä 🔑' } },
    expect: accepted({ username: 'ädä 🔑' }),
  },
  {
    name: 'claims that this version does not know',
    draft: { claims: { ...access, color: { of: 'the future' } } },
    expect: accepted({ username: 'ada@example.com' }),
  },
  {
    name: 'a token that was signed by the second key',
    draft: { key: 'second', claims: access },
    expect: accepted({ sub: common.sub }),
  },
  {
    name: 'an issuer that is the host of the application',
    draft: { claims: { ...access, iss: baseUrl } },
    expect: accepted({ iss: baseUrl }),
  },
  {
    name: 'a token that expired within the tolerance',
    at: common.exp + 4,
    draft: { claims: access },
    expect: accepted({ sub: common.sub }),
  },
  {
    name: 'a token that will be issued within the tolerance',
    draft: { claims: { ...access, iat: now + 4 } },
    expect: accepted({ iat: now + 4 }),
  },
  {
    name: 'an ID token with a recent sign-in',
    options: { type: 'idToken', maxAge: 120, passkey: true },
    draft: { claims: idToken },
    expect: accepted({ tokenType: 'idToken', amr: ['hwk', 'user'], acr: 'phr' }),
  },
]

const forgedTokens: TokenCase[] = [
  {
    name: 'a signature by another key of the same name',
    draft: { key: 'attacker', header: { kid: 'first' }, claims: access },
    expect: rejected('token_bad_signature'),
  },
  {
    name: 'a key that the application does not have',
    draft: { key: 'attacker', claims: access },
    expect: rejected('token_unknown_key'),
  },
  {
    name: 'claims that were changed after the signature',
    draft: { claims: access, change: changeClaims },
    expect: rejected('token_bad_signature'),
  },
  {
    name: 'no signature',
    draft: { claims: access, change: (token) => token.replace(/[^.]+$/, '') },
    expect: rejected('token_malformed'),
  },
  {
    name: 'the algorithm none',
    draft: { header: { alg: 'none' }, claims: access },
    expect: rejected('token_wrong_algorithm'),
  },
  {
    name: 'the algorithm HS256',
    draft: { header: { alg: 'HS256' }, claims: access },
    expect: rejected('token_wrong_algorithm'),
  },
  {
    name: 'the algorithm RS256',
    draft: { header: { alg: 'RS256' }, claims: access },
    expect: rejected('token_wrong_algorithm'),
  },
  { name: 'no key ID', draft: { header: { kid: undefined }, claims: access }, expect: rejected('token_malformed') },
  { name: 'not a token', draft: { claims: access, change: () => 'hello' }, expect: rejected('token_malformed') },
  { name: 'no token', draft: { claims: access, change: () => '' }, expect: rejected('token_missing') },
  {
    name: 'a token with the word Bearer',
    draft: { claims: access, change: (token) => `Bearer ${token}` },
    expect: rejected('token_malformed'),
  },
  {
    name: 'a token with padding',
    draft: { claims: access, change: (token) => `${token}==` },
    expect: rejected('token_malformed'),
  },
  {
    name: 'a token that is too long for a header',
    draft: { claims: { ...access, more: 'x'.repeat(16_384) } },
    expect: rejected('token_malformed'),
  },
]

/** Another user in the claims, under the old signature. */
function changeClaims(token: string): string {
  const [header, , signature] = token.split('.')
  const claims = { ...access, sub: 'another' }
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

const wrongTokens: TokenCase[] = [
  {
    name: 'another audience',
    draft: { claims: { ...access, aud: 'bank' } },
    expect: rejected('token_wrong_audience'),
  },
  {
    name: 'several audiences',
    draft: { claims: { ...access, aud: [appId, 'bank'] } },
    expect: rejected('token_wrong_audience'),
  },
  {
    name: 'another issuer',
    draft: { claims: { ...access, iss: 'https://other.example/apps/shop' } },
    expect: rejected('token_wrong_issuer'),
  },
  {
    name: 'an expired token',
    at: common.exp + 60,
    draft: { claims: access },
    expect: rejected('token_expired'),
  },
  {
    name: 'a token of the future',
    draft: { claims: { ...access, iat: now + 60 } },
    expect: rejected('clock_off'),
  },
  { name: 'an ID token as an access token', draft: { claims: idToken }, expect: rejected('token_wrong_type') },
  {
    name: 'a grant as an access token',
    draft: { claims: { ...access, tokenType: 'grant' } },
    expect: rejected('token_wrong_type'),
  },
  {
    name: 'an access token of OpenID Connect',
    draft: { header: { typ: 'at+jwt' }, claims: { ...common, client_id: 'grafana', scope: 'openid' } },
    expect: rejected('token_wrong_type'),
  },
  {
    name: 'an access token without scopes',
    draft: { claims: { ...access, scopes: undefined } },
    expect: rejected('token_malformed'),
  },
  {
    name: 'a missing scope',
    options: { scopes: ['user:read', 'passkey:write'] },
    draft: { claims: access },
    expect: rejected('token_missing_scope'),
  },
  {
    name: 'a sign-in without a passkey',
    options: { passkey: true },
    draft: { claims: { ...access, credID: undefined, amr: ['otp'] } },
    expect: rejected('token_without_passkey'),
  },
  {
    name: 'an ID token of an old sign-in',
    options: { type: 'idToken', maxAge: 30 },
    draft: { claims: idToken },
    expect: rejected('token_too_old'),
  },
]

export const tokens: TokenCase[] = [...validTokens, ...forgedTokens, ...wrongTokens]

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export type ConfirmedCase = { name: string; expected: object; draft: TokenDraft; expect: Outcome }

const payload = 'Pay 42.00 EUR to Blümchen & Co.'
const transaction = {
  ...access,
  nonce: 'order-1001',
  lNonce: 'bG9jYWwtbm9uY2U',
  txHash: hash(`${payload}order-1001bG9jYWwtbm9uY2U`),
}

export const transactions: ConfirmedCase[] = [
  {
    name: 'the transaction that was asked for',
    expected: { payload, nonce: 'order-1001', userId: common.sub },
    draft: { claims: transaction },
    expect: accepted({ nonce: 'order-1001' }),
  },
  {
    name: 'a sign-in that confirms nothing',
    expected: { payload, nonce: 'order-1001' },
    draft: { claims: access },
    expect: rejected('transaction_missing'),
  },
  {
    name: 'another text',
    expected: { payload: 'Pay 4,200.00 EUR', nonce: 'order-1001' },
    draft: { claims: transaction },
    expect: rejected('transaction_wrong_payload'),
  },
  {
    name: 'another nonce',
    expected: { payload, nonce: 'order-1002' },
    draft: { claims: transaction },
    expect: rejected('transaction_wrong_nonce'),
  },
  {
    name: 'a nonce and a text that are cut at another place',
    expected: { payload: `${payload}order`, nonce: '-1001' },
    draft: { claims: transaction },
    expect: rejected('transaction_wrong_nonce'),
  },
  {
    name: 'another user',
    expected: { payload, nonce: 'order-1001', userId: 'another' },
    draft: { claims: transaction },
    expect: rejected('transaction_wrong_user'),
  },
]

const signed = {
  ...common,
  tokenType: 'mfaPayload',
  authFactors: { passkey: { id: 'q80B4J1mS0y4c8Wl1q7bTw', val: 'ada@example.com' } },
  content: payload,
  contentSignatures: [
    {
      credentialId: 'q80B4J1mS0y4c8Wl1q7bTw',
      publicKey: 'cHVibGljIGtleQ',
      clientDataJSON: 'Y2xpZW50IGRhdGE',
      authenticatorData: 'YXV0aGVudGljYXRvciBkYXRh',
      signature: 'c2lnbmF0dXJl',
      txId: '2b8f9a36-0d7c-4f7e-8c9e-4f4c3f2b1a00',
      txHash: hash(payload),
      nonce: 'bm9uY2U',
      lNonce: 'bE5vbmNl',
    },
  ],
}

export const payloads: ConfirmedCase[] = [
  {
    name: 'the payload that was asked for',
    expected: { payload, userId: common.sub },
    draft: { claims: signed },
    expect: accepted({ content: payload }),
  },
  {
    name: 'another payload',
    expected: { payload: 'Pay nothing' },
    draft: { claims: signed },
    expect: rejected('transaction_wrong_payload'),
  },
  {
    name: 'a flow without a payload',
    expected: { payload },
    draft: { claims: { ...signed, content: undefined, contentSignatures: [] } },
    expect: rejected('transaction_missing'),
  },
  {
    name: 'another user',
    expected: { payload, userId: 'another' },
    draft: { claims: signed },
    expect: rejected('transaction_wrong_user'),
  },
  {
    name: 'an access token instead of a payload signature',
    expected: { payload },
    draft: { claims: access },
    expect: rejected('token_wrong_type'),
  },
]
