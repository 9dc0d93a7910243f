import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { completed } from '@thumbturn/service-harness/mfa.ts'
import { send } from '@thumbturn/service-harness/openid.ts'
import { readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type ProtectedResource, protectResource, type ResourceOptions, type ThumbturnError } from '../src/resource.ts'
import { addResourceClient, createResource, requestAccess, resourceUri } from './resource-situations.ts'
import { issuer, useTestService } from './service.ts'
import { encodePart, readClaims, readHeader, signWithServiceKey } from './tokens.ts'

const running = useTestService()

type RequestChange = { authorization?: string; dpop?: string; method?: string; path?: string }

/** The decision of a resource about a request: the code of the rejection, or `admitted`. */
async function admit(resource: ProtectedResource, sent: RequestChange) {
  const errors: ThumbturnError[] = []
  const request = { method: 'POST', path: '/notes/mcp', authorization: undefined, dpop: undefined, ...sent }
  const { access, rejection } = await resource.admit(request, { onRejected: (error) => errors.push(error) })
  return { access, rejection, code: errors[0]?.code ?? 'admitted' }
}

const admitToken = (resource: ProtectedResource, token: string) => admit(resource, { authorization: `Bearer ${token}` })

test('what a token allows has the form of AuthInfo in the MCP SDK', async () => {
  const service = running()
  const { token, userId, clientId } = await requestAccess(service)
  const { access } = await admitToken(createResource(service), token)
  const { extra, ...info } = access!
  assert.deepEqual(info, {
    token,
    clientId,
    userId,
    scopes: ['notes:read'],
    expiresAt: readClaims(token).exp,
    resource: new URL(resourceUri),
    resourceMetadataUrl: 'https://mcp.example.com/.well-known/oauth-protected-resource/notes/mcp',
  })
  assert.deepEqual(extra, readClaims(token))
})

test('a token is admitted with either algorithm of the service, also for a user that the client knows by a name of its own', async () => {
  const service = running()
  for (const alg of ['RS256', 'ES256'] as const) {
    const client = await addResourceClient(service, { idTokenAlg: alg, subjectType: 'pairwise' })
    const { token, userId } = await requestAccess(service, { client })
    assert.equal(readHeader(token).alg, alg)
    const { access } = await admitToken(createResource(service), token)
    assert.equal(access?.userId, readClaims(token).sub)
    assert.notEqual(access?.userId, userId)
  }
})

test('a client that acts for itself has no user, and can have a token for several resources', async () => {
  const service = running()
  const machine = { type: 'machine', authMethod: 'client_secret_basic', grantTypes: ['client_credentials'] } as const
  const hash = createHash('sha256').update('the secret of a client, 100% of it: +/=').digest('base64url')
  const secrets = [{ id: 'first', hash, hint: 'abcd', createdAt: 0 }]
  const client = await addResourceClient(service, { ...machine, secrets, redirectUris: [] })
  const fields = { grant_type: 'client_credentials', scope: 'notes:read' }
  const { access_token: token } = readBody<{ access_token: string }>(await send(service, 'token', { client, fields }))
  assert.equal(readClaims(token).aud.length, 2)
  const { access } = await admitToken(createResource(service), token)
  assert.deepEqual([access?.userId, access?.clientId], [undefined, client.id])
})

test('no other token of the application is admitted', async () => {
  const service = running()
  const resource = createResource(service)
  const { done } = await completed(service)
  const { idToken } = await requestAccess(service, { scope: 'openid notes:read' })
  for (const token of [(await signUpUser(service)).jwtAccess, done.idToken, done.refreshToken, idToken])
    assert.equal((await admitToken(resource, token)).code, 'token_wrong_type')
  const elsewhere = await requestAccess(service, { resource: 'https://other.example.com' })
  assert.equal((await admitToken(resource, elsewhere.token)).code, 'token_wrong_audience')
})

const later = { iat: 1, exp: 2 }
const wrongClaims: [string, string, object][] = [
  ['of another issuer', 'token_wrong_issuer', { iss: 'http://localhost:4300/apps/other' }],
  ['of an issuer with a slash', 'token_wrong_issuer', { iss: `${issuer}/` }],
  ['for a part of this resource', 'token_wrong_audience', { aud: `${resourceUri}/notes` }],
  ['for the host of this resource', 'token_wrong_audience', { aud: 'https://mcp.example.com' }],
  ['for this resource with a slash', 'token_wrong_audience', { aud: `${resourceUri}/` }],
  ['for this resource in capitals', 'token_wrong_audience', { aud: resourceUri.replace('mcp.', 'MCP.') }],
  ['for no resource', 'token_wrong_audience', { aud: undefined }],
  ['for an empty list of resources', 'token_wrong_audience', { aud: [] }],
  ['that has expired', 'token_expired', later],
  ['without an expiry', 'token_malformed', { exp: undefined }],
  ['without a client', 'token_malformed', { client_id: undefined }],
  ['without an ID', 'token_malformed', { jti: undefined }],
  ['with scopes as a list', 'token_malformed', { scope: ['notes:read'] }],
  ['without scopes', 'token_missing_scope', { scope: '' }],
  ['with a scope that only begins like the needed one', 'token_missing_scope', { scope: 'notes:readers' }],
  ['with the needed scope in capitals', 'token_missing_scope', { scope: 'NOTES:READ' }],
  ['that is bound to something that is no key', 'token_malformed', { cnf: { jkt: 1 } }],
  ['of the API', 'token_malformed', { tokenType: 'jwtAccess' }],
]

for (const [what, code, change] of wrongClaims) {
  test(`a token ${what} is ${code}`, async () => {
    const service = running()
    const { token } = await requestAccess(service)
    const claims = { ...readClaims(token), ...change }
    const signed = await signWithServiceKey(service, claims, { typ: 'at+jwt' })
    assert.equal((await admitToken(createResource(service), signed)).code, code)
  })
}

test('the type can be written as a media type, and no other type is admitted', async () => {
  const service = running()
  const { token } = await requestAccess(service)
  const sign = (typ?: unknown) => signWithServiceKey(service, readClaims(token), { typ })
  const resource = createResource(service)
  for (const typ of ['at+jwt', 'application/at+jwt', 'AT+JWT'])
    assert.equal((await admitToken(resource, await sign(typ))).code, 'admitted', typ)
  for (const typ of ['JWT', 'dpop+jwt', 'logout+jwt', ['at+jwt'], 7, null])
    assert.equal((await admitToken(resource, await sign(typ))).code, 'token_wrong_type', String(typ))
  assert.equal((await admitToken(resource, await sign())).code, 'token_wrong_type')
})

test('a token without a signature, or with a forged one, is rejected', async () => {
  const service = running()
  const { token } = await requestAccess(service)
  const resource = createResource(service)
  const header = { ...readHeader(token), alg: 'none' }
  const [, claims, signature] = token.split('.')
  const forged = encodePart({ ...readClaims(token), scope: 'notes:read notes:write' })
  for (const [text, code] of [
    [`${encodePart(header)}.${claims}.${signature}`, 'token_wrong_algorithm'],
    [`${encodePart(header)}.${claims}.`, 'token_malformed'],
    [`${encodePart({ ...header, alg: 'HS256' })}.${claims}.${signature}`, 'token_wrong_algorithm'],
    [`${token.split('.')[0]}.${forged}.${signature}`, 'token_bad_signature'],
    ['', 'token_missing'],
    ['x', 'token_malformed'],
    [`${token}${'a'.repeat(20_000)}`, 'token_malformed'],
  ] as const)
    assert.equal((await admitToken(resource, text)).code, code)
})

test('a broader scope counts as those that it implies', async () => {
  const service = running()
  const impliedScopes = { 'notes:write': ['notes:read'], 'notes:read': ['notes:list'] }
  const { token } = await requestAccess(service, { scope: 'notes:write' })
  const { access } = await admitToken(createResource(service, { impliedScopes }), token)
  assert.deepEqual(access?.scopes, ['notes:write', 'notes:read', 'notes:list'])
  assert.equal((await admitToken(createResource(service), token)).code, 'token_missing_scope')
})

/** A key of a client, and its proofs. */
async function createProofKey(now: () => number) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const ath = (token: string) => createHash('sha256').update(token).digest('base64url')
  const prove = (token: string, change: object = {}, header: object = {}) =>
    new SignJWT({
      jti: randomUUID(),
      htm: 'POST',
      htu: resourceUri,
      iat: Math.floor(now() / 1000),
      ath: ath(token),
      ...change,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
      .sign(privateKey)
  return { jkt: await calculateJwkThumbprint(jwk), prove, privateKey }
}

/** A token that is bound to a key, and that key. */
async function requestBoundAccess() {
  const service = running()
  const key = await createProofKey(service.clock.now)
  const { token } = await requestAccess(service)
  const claims = { ...readClaims(token), cnf: { jkt: key.jkt } }
  return { ...key, service, token: await signWithServiceKey(service, claims, { typ: 'at+jwt' }) }
}

test('a token that is bound to a key works with a proof for this request, and each proof works once', async () => {
  const { service, token, prove } = await requestBoundAccess()
  const resource = createResource(service)
  const sent = { authorization: `DPoP ${token}`, dpop: await prove(token) }
  assert.equal((await admit(resource, sent)).code, 'admitted')
  assert.equal((await admit(resource, sent)).code, 'token_wrong_proof')
  assert.equal((await admit(resource, { ...sent, dpop: await prove(token) })).code, 'admitted')
  const query = { ...sent, dpop: await prove(token, { htu: `${resourceUri}?x` }), path: '/notes/mcp?cursor=2' }
  assert.equal((await admit(resource, query)).code, 'admitted')
})

test('a token that is bound to a key is rejected without the key', async () => {
  const { service, token, prove } = await requestBoundAccess()
  const resource = createResource(service)
  const other = await createProofKey(service.clock.now)
  const unbound = await requestAccess(service)
  const dpop = `DPoP ${token}`
  const now = Math.floor(service.clock.now() / 1000)
  const attempts: [string, string, RequestChange][] = [
    ['as a bearer token', 'token_without_proof', { authorization: `Bearer ${token}`, dpop: await prove(token) }],
    ['without a proof', 'token_without_proof', { authorization: dpop }],
    ['with a proof of another key', 'token_wrong_proof', { authorization: dpop, dpop: await other.prove(token) }],
    [
      'with two proofs',
      'token_wrong_proof',
      { authorization: dpop, dpop: `${await prove(token)}, ${await prove(token)}` },
    ],
    ['with a proof for another token', 'token_wrong_proof', { authorization: dpop, dpop: await prove(unbound.token) }],
    [
      'without an ID of the proof',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, { jti: undefined }) },
    ],
    ['with another method', 'token_wrong_proof', { authorization: dpop, dpop: await prove(token, { htm: 'GET' }) }],
    ['with another path', 'token_wrong_proof', { authorization: dpop, dpop: await prove(token), path: '/notes/other' }],
    [
      'at another host',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, { htu: 'https://evil.example/notes/mcp' }) },
    ],
    ['with an old proof', 'token_wrong_proof', { authorization: dpop, dpop: await prove(token, { iat: now - 301 }) }],
    [
      'with a proof from the future',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, { iat: now + 302 }) },
    ],
    [
      'with a proof of another type',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, {}, { typ: 'JWT' }) },
    ],
    [
      'with a proof without a key',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, {}, { jwk: undefined }) },
    ],
    [
      'with a huge proof',
      'token_wrong_proof',
      { authorization: dpop, dpop: await prove(token, { x: 'x'.repeat(4_000) }) },
    ],
    ['with a text as a proof', 'token_wrong_proof', { authorization: dpop, dpop: 'proof' }],
    [
      'a bearer token as bound',
      'token_wrong_proof',
      { authorization: `DPoP ${unbound.token}`, dpop: await prove(unbound.token) },
    ],
  ]
  for (const [what, code, sent] of attempts) {
    const result = await admit(resource, sent)
    assert.equal(result.code, code, what)
    assert.equal(result.rejection?.status, 401, what)
    assert.match(result.rejection?.headers['www-authenticate'] ?? '', /^DPoP error="invalid_dpop_proof".*algs="ES256 /)
  }
})

const base: ResourceOptions = { issuer, resource: resourceUri }

for (const [what, change, message] of [
  ['a resource without a scheme', { resource: 'mcp.example.com' }, /resource must be like/],
  ['a resource over plain HTTP', { resource: 'http://mcp.example.com/mcp' }, /must use https/],
  ['a resource with a fragment', { resource: `${resourceUri}#x` }, /resource must be like/],
  ['a resource with an empty fragment', { resource: `${resourceUri}#` }, /resource must be like/],
  ['a resource with a query', { resource: `${resourceUri}?tenant=1` }, /resource must be like/],
  ['a resource with a password', { resource: 'https://a:b@mcp.example.com/mcp' }, /resource must be like/],
  [
    'a resource in capitals',
    { resource: 'https://MCP.example.com/mcp' },
    /written as https:\/\/mcp\.example\.com\/mcp/,
  ],
  ['a resource with dot segments', { resource: 'https://mcp.example.com/a/../mcp' }, /written as/],
  ['an issuer without a scheme', { issuer: 'id.example.com' }, /issuer must be like/],
  ['an issuer with a query', { issuer: `${issuer}?x` }, /issuer must be like/],
  ['an address that is none', { baseUrl: 'localhost' }, /baseUrl must be like/],
  ['a scope with a quotation mark', { scopes: ['a"b'] }, /not the name of a scope/],
  ['a scope with a space', { scopesSupported: ['a b'] }, /not the name of a scope/],
  ['no time', { timeout: 0 }, /timeout/],
  ['a tolerance of an hour', { clockTolerance: 3_600 }, /clockTolerance/],
] as const) {
  test(`protectResource rejects ${what}`, () => {
    assert.throws(() => protectResource({ ...base, ...change }), message)
  })
}

test('the metadata are where RFC 9728 puts them, for a host and for a path', () => {
  const find = (resource: string) => protectResource({ ...base, resource }).metadataUrl
  assert.equal(find('https://mcp.example.com'), 'https://mcp.example.com/.well-known/oauth-protected-resource')
  assert.equal(find('https://mcp.example.com/'), 'https://mcp.example.com/.well-known/oauth-protected-resource')
  assert.equal(find('http://localhost:3000/mcp'), 'http://localhost:3000/.well-known/oauth-protected-resource/mcp')
  assert.equal(find('https://mcp.example.com/a/'), 'https://mcp.example.com/.well-known/oauth-protected-resource/a/')
})
