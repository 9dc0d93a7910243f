import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { openidClient } from '@thumbturn/service-harness/authorization-situations.ts'
import { listClientSettings } from '../../../../src/core/model/authorization/apply-patch.ts'
import { listClientProblems } from '../../../../src/core/model/authorization/check-client.ts'
import type { ClientSettings } from '../../../../src/core/model/authorization/client.ts'
import { listClientDefaults } from '../../../../src/core/model/authorization/client-defaults.ts'

const settings = (changes: Partial<ClientSettings>): ClientSettings => ({
  ...listClientSettings(openidClient('wiki')),
  ...listClientDefaults(changes.type ?? 'web'),
  redirectUris: ['https://wiki.example.com/callback'],
  ...changes,
})

const list = (changes: Partial<ClientSettings>) => listClientProblems(settings(changes))

for (const [type, uri] of [
  ['web', 'https://wiki.example.com/callback?a=b'],
  ['web', 'https://WIKI.example.com:8443/callback'],
  ['web', 'https://[2001:db8::1]/callback'],
  ['web', 'http://localhost:3000/callback'],
  ['singlePage', 'http://127.0.0.1/callback'],
  ['native', 'http://[::1]:1/callback'],
  ['native', 'com.example.wiki:/callback'],
  ['native', 'com.example.wiki://callback'],
] as const)
  test(`a ${type} client can have the redirect URI ${uri}`, () =>
    assert.deepEqual(list({ type, redirectUris: [uri] }), []))

const https = 'use https; http is only possible on localhost, 127.0.0.1, and [::1]'
const noUrl = 'it is not a URL, such as https://example.com/callback'
const noCredentials = 'remove the username and password'
const noScheme = 'use https; only a client of the type native can have a scheme of its own'
const needsDot = (scheme: string) =>
  `the scheme ${scheme} needs a dot: use a domain of yours in reverse, such as com.example.app (RFC 8252 §7.1)`

for (const [type, uri, problem] of [
  ['web', 'http://wiki.example.com/', https],
  ['web', 'http://localhost.example.com/', https],
  ['web', 'http://127.0.0.1.example.com/', https],
  ['web', 'https://wiki.example.com/#', 'remove the fragment, which begins with #'],
  ['web', 'https://*.example.com/', 'there are no wildcards: list each address'],
  ['web', 'https://wiki.example.com/*', 'there are no wildcards: list each address'],
  ['web', 'https://ann:secret@example.com/', noCredentials],
  ['web', 'https://@example.com/', noCredentials],
  ['web', 'https://example.com\\@attacker.example/', 'use / instead of \\'],
  ['web', 'https:example.com', noUrl],
  ['web', 'https:///example.com', noUrl],
  ['web', 'wiki.example.com/callback', noUrl],
  ['web', '/callback', noUrl],
  ['web', 'https://exam ple.com/', 'write spaces and other characters than ASCII percent-encoded'],
  ['web', 'https://wiki.example.com/größe', 'write spaces and other characters than ASCII percent-encoded'],
  ['web', 'com.example.wiki:/callback', noScheme],
  ['singlePage', 'javascript:alert(1)', noScheme],
  ['native', 'javascript:alert(1)', needsDot('javascript:')],
  ['native', 'wiki:/callback', needsDot('wiki:')],
] as const) {
  test(`a ${type} client can’t have the redirect URI ${uri}`, () =>
    assert.deepEqual(list({ type, redirectUris: [uri] }), [`redirectUris: ${uri}: ${problem}`]))
}

const publicJwk = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
const keyProblem =
  'must be a public key: EC with P-256, Ed25519, or RSA of at least 2048 bits, without its private half'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384Jwk = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
const [ecJwk, privateJwk] = [publicKey.export({ format: 'jwk' }), privateKey.export({ format: 'jwk' })]

test('a client with defaults of each type is accepted', () => {
  for (const type of ['web', 'singlePage', 'native'] as const) assert.deepEqual(list({ type }), [])
  for (const type of ['device', 'machine'] as const) assert.deepEqual(list({ type, redirectUris: [] }), [])
})

const problems: readonly [title: string, changes: Partial<ClientSettings>, problem: string][] = [
  ['a name', { name: ' ' }, 'name must be one line of 1 to 64 characters'],
  ['a redirect URI', { redirectUris: [] }, 'redirectUris: at least one is needed, to which users return after sign-in'],
  [
    'no redirect URI without users',
    { type: 'machine' },
    'redirectUris: only the grant type authorization_code uses them',
  ],
  [
    'a grant type of its type',
    { type: 'singlePage', grantTypes: ['client_credentials', 'authorization_code'] },
    "grantTypes: a client of the type singlePage can't use client_credentials; it can use authorization_code, refresh_token",
  ],
  [
    'a grant type by which users sign in, if it refreshes tokens',
    { grantTypes: ['refresh_token'], redirectUris: [] },
    'grantTypes: refresh_token needs a grant type by which users sign in, such as authorization_code',
  ],
  [
    'no authentication if it runs in the browser',
    { type: 'singlePage', authMethod: 'client_secret_basic' },
    "authMethod: a client of the type singlePage can't keep a secret: use none, or the type web if it runs on a server",
  ],
  [
    'authentication if it runs on a server',
    { authMethod: 'none' },
    'authMethod: a client of the type web must authenticate: use client_secret_basic, or the type singlePage if it runs in the browser',
  ],
  [
    'PKCE if it doesn’t authenticate',
    { type: 'native', requirePkce: false },
    'requirePkce: a client without authentication needs PKCE, because anyone could redeem its codes otherwise',
  ],
  [
    'keys if it authenticates with one',
    { authMethod: 'private_key_jwt' },
    'authMethod: private_key_jwt needs either jwks or jwksUri, with the public keys of the client',
  ],
  [
    'no keys otherwise',
    { jwksUri: 'https://example.com/jwks.json' },
    'jwks and jwksUri: only private_key_jwt uses them',
  ],
  ['public keys', { authMethod: 'private_key_jwt', jwks: { keys: [ecJwk, privateJwk] } }, `jwks: key 2 ${keyProblem}`],
  ['a curve of ES256', { authMethod: 'private_key_jwt', jwks: { keys: [p384Jwk] } }, `jwks: key 1 ${keyProblem}`],
  ['long keys', { authMethod: 'private_key_jwt', jwks: { keys: [publicJwk(1024)] } }, `jwks: key 1 ${keyProblem}`],
  [
    'asymmetric keys',
    { authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } },
    `jwks: key 1 ${keyProblem}`,
  ],
  [
    'one host for pairwise identifiers',
    { subjectType: 'pairwise', redirectUris: ['https://a.example/', 'https://b.example/'] },
    'subjectType: pairwise needs redirect URIs of one host, or a sector',
  ],
  ['no sector otherwise', { sector: 'example.com' }, 'sector: only the subject type pairwise uses it'],
  ['claims of its own', { claims: { sub: 'nickname' } }, 'claims: sub belongs to the protocol: use another name'],
  [
    'resources without a fragment',
    { resources: ['https://api.example.com/#a'] },
    'resources: https://api.example.com/#a must be a URL without a fragment, such as https://api.example.com/',
  ],
  ['an https logo', { logoUrl: 'http://example.com/logo.png' }, `logoUrl: http://example.com/logo.png: ${https}`],
  [
    'a back-channel on the web',
    { backchannelLogoutUri: 'file:///etc/passwd' },
    `backchannelLogoutUri: file:///etc/passwd: ${https}`,
  ],
  [
    'safe addresses after sign-out',
    { postLogoutRedirectUris: ['http://example.com/'] },
    `postLogoutRedirectUris: http://example.com/: ${https}`,
  ],
]
for (const [title, changes, problem] of problems)
  test(`a client needs ${title}`, () => assert.deepEqual(list(changes), [problem]))

test('unusual clients are possible', () => {
  const unusual: Partial<ClientSettings>[] = [
    { requirePkce: false },
    { type: 'native', grantTypes: ['authorization_code', deviceCodeGrant] },
    { authMethod: 'private_key_jwt', jwks: { keys: [ecJwk, publicJwk(2048)] } },
    { authMethod: 'private_key_jwt', jwksUri: 'https://example.com/jwks.json' },
    { subjectType: 'pairwise' },
    { subjectType: 'pairwise', sector: 'example.com', redirectUris: ['https://a.example/', 'https://b.example/'] },
    { grantTypes: ['client_credentials'], redirectUris: [] },
    { resources: ['urn:example:orders'], claims: { 'https://example.com/team': 'department' } },
  ]
  for (const changes of unusual) assert.deepEqual(list(changes), [])
})
