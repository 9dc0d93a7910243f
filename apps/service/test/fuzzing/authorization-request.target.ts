import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import type { Client } from '../../src/core/model/authorization/client.ts'
import { listClientDefaults } from '../../src/core/model/authorization/client-defaults.ts'
import { type Parameters, RejectedRequest, readParameters } from '../../src/core/model/authorization/parameters.ts'
import { readRequest } from '../../src/core/model/authorization/read-request.ts'

const createClient = (type: 'web' | 'native', changes: Partial<Client> = {}): Client => ({
  ...listClientDefaults(type),
  appId: 'shop',
  id: 'client',
  name: 'Client',
  redirectUris: ['https://client.example/callback'],
  secrets: [],
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})

const clients = [createClient('native'), createClient('web'), createClient('web', { requirePkce: false })]

const resource = {
  uri: 'https://api.example.com/',
  resource: { scopes: [{ name: 'orders:read' }, { name: 'orders:write' }] },
} as never

/** As the service reads a form: one that is sent twice has a list. */
const parse = (query: string): Parameters =>
  Object.fromEntries(
    [...Map.groupBy(new URLSearchParams(query), ([name]) => name)].map(([name, all]) => [
      name,
      all.length === 1 ? all[0]![1] : all.map(([, value]) => value),
    ]),
  )

function judge(query: string, client: Client, target: typeof resource | undefined): boolean {
  const parameters = attempt(RejectedRequest, () => readParameters(parse(query)))
  const request = parameters && attempt(RejectedRequest, () => readRequest(parameters, { client, target }))
  if (!request) return false
  const sent = new URLSearchParams(query)
  assert.deepEqual([sent.getAll('state').length <= 1, request.state ?? ''], [true, sent.get('state') ?? ''])
  assert.deepEqual(
    [request.nonce ?? '', request.redirectUri],
    [sent.get('nonce') ?? '', sent.get('redirect_uri') ?? ''],
  )
  assert.ok(request.scopes.every((scope) => client.scopes.includes(scope as never) || scope.startsWith('orders:')))
  if (request.codeChallenge !== undefined) assert.equal(sent.get('code_challenge_method'), 'S256')
  else assert.equal(client.requirePkce, false)
  assert.deepEqual(
    readRequest(readParameters(parse(String(new URLSearchParams(parameters)))), { client, target }),
    request,
  )
  return true
}

const digest = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const usual = `response_type=code&client_id=client&redirect_uri=https%3A%2F%2Fclient.example%2Fcallback&scope=openid+email&state=s&nonce=n`
const claims = encodeURIComponent(
  '{"id_token":{"sub":{"value":"u"},"acr":{"essential":true,"values":["a"]}},"userinfo":{"email":null}}',
)

export const target: FuzzTarget = {
  promise:
    'an authorization request is read or rejected by a RejectedRequest; what is read is what was sent once, has PKCE by S256 or a client without need for it, and no scope that the client lacks',
  sources: ['apps/service/src/core/model/authorization/{claims-request,parameters,read-request}.ts'],
  seeds: [
    `${usual}&code_challenge=${digest}&code_challenge_method=S256&prompt=login+consent&max_age=60&acr_values=phr`,
    `${usual}&claims=${claims}&ui_locales=de+en&login_hint=ada&dpop_jkt=${digest}`,
    `${usual}&code_challenge=${digest}&code_challenge_method=S256&resource=https%3A%2F%2Fapi.example.com%2F&scope=orders:read`,
    'response_type=code&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Aabc&client_id=client',
    'request=eyJ&response_type=code&registration=%7B%7D&response_mode=query&id_token_hint=a.b.c',
  ],
  words: [
    '&state=',
    '&scope=orders:read',
    '&code_challenge_method=plain',
    '&prompt=none',
    '%00',
    '%7B%22id_token%22%3A%7B',
  ],
  longest: 8_400,
  run(input) {
    const query = input.toString()
    return clients.flatMap((client) => [judge(query, client, undefined), judge(query, client, resource)]).some(Boolean)
  },
  planted: {
    without: 'the check that the method of PKCE is S256',
    file: 'apps/service/src/core/model/authorization/read-request.ts',
    check: "if (method !== 'S256') throw new RejectedRequest('invalid_request', 'code_challenge_method must be S256')",
  },
}
