import assert from 'node:assert/strict'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import {
  type ClientDocument,
  findClientUrlProblem,
  readClientDocument,
} from '../../src/core/model/authorization/client-document.ts'
import { parseJson } from './parse-json.ts'

const url = 'https://client.example/metadata.json'
const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

const isOfThisMachine = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)

function requireSafe({ name, redirectUris, jwks, ...pages }: ClientDocument) {
  assert.match(name, /^[^\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]{1,64}$/u)
  for (const uri of redirectUris) {
    const address = new URL(uri)
    assert.ok(address.protocol === 'https:' || isOfThisMachine(address), uri)
    assert.deepEqual([address.hash, address.username, address.password], ['', '', ''])
  }
  assert.ok(redirectUris.length > 0)
  for (const page of [pages.homepageUrl, pages.policyUrl, pages.termsUrl])
    if (page !== undefined) assert.equal(new URL(page).origin, new URL(url).origin)
  for (const published of jwks?.keys ?? []) assert.ok(!('d' in published) && !('k' in published))
}

/** Whether a URL can be the ID of a client, which every parser then reads alike. */
function judgeUrl(text: string): boolean {
  if (findClientUrlProblem(text) !== undefined) return false
  const { href, protocol, username, password, hash, pathname } = new URL(text)
  assert.deepEqual(
    { href, protocol, username, password, hash },
    { href: text, protocol: 'https:', username: '', password: '', hash: '' },
  )
  assert.notEqual(pathname, '/')
  return true
}

const usual = {
  client_id: url,
  client_name: 'Client',
  redirect_uris: ['https://client.example/cb', 'http://127.0.0.1:1/'],
}

export const target: FuzzTarget = {
  promise:
    'a metadata document is read, or has a problem in words: what is read is of its own URL, returns users to https or to their own machine, links to its own host, and has public keys only',
  sources: ['apps/service/src/core/model/authorization/{client-document,client-addresses}.ts'],
  isJson: true,
  seeds: [
    JSON.stringify({ ...usual, client_uri: 'https://client.example/', tos_uri: url }),
    JSON.stringify({ ...usual, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] } }),
    JSON.stringify({
      ...usual,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://client.example/jwks',
    }),
    JSON.stringify({ ...usual, grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }),
    JSON.stringify({ ...usual, client_secret: 'x', redirect_uris: ['com.example.app:/cb', 'https://a/#b'] }),
    url,
    'https://client.example:8443/a?b=c',
  ],
  words: [
    'https://other.example/',
    'https://user@client.example/',
    'https://CLIENT.example:443/a',
    'http://localhost/',
    'https://client.example\\@evil/',
  ],
  run(input) {
    const value = parseJson(input)
    if (value === undefined) return judgeUrl(input.toString())
    const read = readClientDocument(url, value)
    if ('problem' in read) return false
    const fields = value as Record<string, unknown>
    assert.deepEqual([fields.client_id, 'client_secret' in fields], [url, false])
    requireSafe(read.document)
    if (read.jwksUri !== undefined) assert.equal(new URL(read.jwksUri).origin, new URL(url).origin)
    return true
  },
  planted: {
    without: 'the comparison of a page with the host of the document',
    file: 'apps/service/src/core/model/authorization/client-document.ts',
    check: ' &&\n  URL.parse(other)?.origin === new URL(url).origin',
  },
}
