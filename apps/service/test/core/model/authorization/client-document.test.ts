import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findClientUrlProblem, readClientDocument } from '../../../../src/core/model/authorization/client-document.ts'
import { judgeDocumentHost, nameClient } from '../../../../src/core/model/authorization/document-client.ts'

const url = 'https://app.example.com/oauth/client.json'
const valid = {
  client_id: url,
  client_name: 'Example MCP Client',
  redirect_uris: ['http://127.0.0.1/callback', 'https://app.example.com/callback'],
}

for (const one of [
  url,
  'https://app.example.com:8443/c',
  'https://app.example.com/c?v=1',
  'https://xn--bcher-kva.example/c',
])
  test(`${one} can be the ID of a client`, () => assert.equal(findClientUrlProblem(one), undefined))

for (const one of [
  'http://app.example.com/c',
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/?c',
  'https://app.example.com/c#part',
  'https://app.example.com/c#',
  'https://user@app.example.com/c',
  'https://user:password@app.example.com/c',
  'https://@app.example.com/c',
  'https://app.example.com/a/../c',
  'https://app.example.com/./c',
  'https://app.example.com/a/%2e%2e/c',
  'https://APP.example.com/c',
  'HTTPS://app.example.com/c',
  'https://app.example.com:443/c',
  'https://app.example.com:22/c',
  'https://app.example.com:0/c',
  'https://app.example.com:80/c',
  'https:/app.example.com/c',
  'https:app.example.com/c',
  'https://app.example.com\\c',
  'https://app.example.com/c d',
  'https://app.example.com/c\n',
  'https://bücher.example/c',
  'https://2130706433/c',
  'https://0x7f.1/c',
  'https://',
  `https://app.example.com/${'a'.repeat(500)}`,
])
  test(`${JSON.stringify(one.slice(0, 60))} can't`, () => assert.notEqual(findClientUrlProblem(one), undefined))

const wrong: readonly [what: string, change: object, problem: RegExp][] = [
  ['that names another client', { client_id: `${url}?` }, /client_id/],
  ['without a client_id', { client_id: undefined }, /client_id/],
  ['with a secret', { client_secret: 'a' }, /client_secret/],
  ['with the end of a secret', { client_secret_expires_at: 0 }, /client_secret/],
  ['without a name', { client_name: undefined }, /client_name/],
  ['with a long name', { client_name: 'a'.repeat(65) }, /client_name/],
  ['with a name of two lines', { client_name: 'a\nb' }, /client_name/],
  ['with a name that turns the text around', { client_name: 'evil\u202Eelgoog' }, /client_name/],
  ['with a name that is no text', { client_name: ['a'] }, /client_name/],
  ['without redirect URIs', { redirect_uris: [] }, /redirect_uris/],
  ['with one text as redirect URIs', { redirect_uris: 'https://a.example' }, /redirect_uris/],
  ['with schemes of programs only', { redirect_uris: ['com.example.app:/cb', 'javascript:alert(1)'] }, /redirect_uris/],
  ['with http addresses of others only', { redirect_uris: ['http://app.example.com/cb'] }, /redirect_uris/],
  [
    'with too many redirect URIs',
    { redirect_uris: Array.from({ length: 33 }, () => 'https://a.example/') },
    /redirect_uris/,
  ],
  ['for another grant', { grant_types: ['client_credentials'] }, /grant_types/],
  ['with one text as grant types', { grant_types: 'authorization_code' }, /grant_types/],
  ['for another response', { response_types: ['token'] }, /response_types/],
  ['with a shared secret', { token_endpoint_auth_method: 'client_secret_basic' }, /token_endpoint_auth_method/],
  ['with a secret as a key', { token_endpoint_auth_method: 'client_secret_jwt' }, /token_endpoint_auth_method/],
  ['with an unknown method', { token_endpoint_auth_method: { none: 1 } }, /token_endpoint_auth_method/],
  ['with keys that nothing uses', { jwks: { keys: [] } }, /only private_key_jwt/],
  ['with private_key_jwt, and no keys', { token_endpoint_auth_method: 'private_key_jwt' }, /either jwks or jwks_uri/],
  [
    'with keys at another host',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://other.example/jwks' },
    /jwks_uri must be at/,
  ],
  [
    'with keys at another port',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://app.example.com:8443/jwks' },
    /jwks_uri must be at/,
  ],
  [
    'with a secret as its key',
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } },
    /public keys only/,
  ],
]

for (const [what, change, problem] of wrong)
  test(`a document ${what} describes no client`, () => {
    const read = readClientDocument(url, JSON.parse(JSON.stringify({ ...valid, ...change })))
    assert.match('problem' in read ? read.problem : 'none', problem)
  })

test('a document without more than what is required describes a public client', () => {
  assert.deepEqual(readClientDocument(url, valid), {
    document: {
      url,
      name: 'Example MCP Client',
      redirectUris: valid.redirect_uris,
      authMethod: 'none',
      grantTypes: ['authorization_code'],
    },
    jwksUri: undefined,
  })
})

test('pages at another host are left out, and so are redirect URIs that no client can have', () => {
  const read = readClientDocument(url, {
    ...valid,
    client_uri: 'https://app.example.com/',
    policy_uri: 'https://other.example/privacy',
    tos_uri: 'javascript:alert(1)',
    logo_uri: 'https://app.example.com/logo.png',
    redirect_uris: [...valid.redirect_uris, 'cursor://callback', 7],
  })
  assert.ok('document' in read)
  const { homepageUrl, policyUrl, termsUrl, redirectUris } = read.document
  assert.deepEqual([homepageUrl, policyUrl, termsUrl], ['https://app.example.com/', undefined, undefined])
  assert.deepEqual(redirectUris, valid.redirect_uris)
})

test('only the hosts that an application lists count, exactly, and every host if it lists none', () => {
  const judge = (mode: 'on' | 'off', hosts: string[], one: string) =>
    judgeDocumentHost({ settings: { clientIdMetadataDocuments: mode, clientIdMetadataHosts: hosts } } as never, one)
  assert.deepEqual(judge('off', [], url), { isAllowed: false, isListed: false })
  assert.deepEqual(judge('on', [], url), { isAllowed: true, isListed: false })
  assert.deepEqual(judge('on', ['app.example.com'], url), { isAllowed: true, isListed: true })
  for (const other of ['https://example.com/c', 'https://a.app.example.com/c', 'https://app.example.com:8443/c'])
    assert.equal(judge('on', ['app.example.com'], other).isAllowed, false)
})

test('users know such a client by its host, and a registered one by its name', () => {
  assert.deepEqual(nameClient({ id: url, name: 'Bank' }), { name: 'app.example.com', claimedName: 'Bank' })
  assert.deepEqual(nameClient({ id: 'wiki', name: 'Wiki' }), { name: 'Wiki' })
})
