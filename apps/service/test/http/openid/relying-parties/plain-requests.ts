import { redirectUri, secret } from './clients.ts'
import type { Scenario } from './scenarios.ts'

const encode = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)
const basic = (id: string, given: string) => `Basic ${Buffer.from(`${encode(id)}:${encode(given)}`).toString('base64')}`

const form = 'application/x-www-form-urlencoded'
const asBasic = { authorization: basic('basic', secret) }
const asPost = { client_id: 'post', client_secret: secret }

type Endpoint = 'token' | 'userinfo' | 'introspection' | 'revocation' | 'pushed_authorization_request'
type Fields = Record<string, string> | [string, string][]
type PlainRequest = {
  endpoint: Endpoint
  headers?: Record<string, string>
  fields?: Fields
  method?: string
  body?: string
}

const token = (fields: Fields, headers: Record<string, string> = asBasic): PlainRequest => ({
  endpoint: 'token',
  headers,
  fields,
})
const code = {
  grant_type: 'authorization_code',
  code: 'unknown',
  redirect_uri: redirectUri,
  code_verifier: 'v'.repeat(43),
}
const refresh = { grant_type: 'refresh_token', refresh_token: 'unknown' }

/** Requests that no library would send. */
const plainRequests: Readonly<Record<string, PlainRequest>> = {
  'no grant_type': token({}),
  'an unknown grant_type': token({ grant_type: 'password', username: 'ada', password: 'secret' }),
  'a parameter twice': token([...Object.entries(refresh), ['grant_type', 'refresh_token']]),
  JSON: {
    endpoint: 'token',
    headers: { ...asBasic, 'content-type': 'application/json' },
    body: JSON.stringify(refresh),
  },
  'no body': { endpoint: 'token', headers: asBasic },
  'GET at the token endpoint': { endpoint: 'token', method: 'GET', headers: asBasic },
  'no client': token(refresh, {}),
  'an unknown client': token(refresh, { authorization: basic('unknown', secret) }),
  'an unknown client in the form': token({ ...refresh, client_id: 'unknown', client_secret: secret }, {}),
  'a client without its secret': token({ ...refresh, client_id: 'basic' }, {}),
  'a public client with a secret': token({ ...refresh, client_id: 'page', client_secret: secret }, {}),
  'two ways to authenticate': token({ ...refresh, ...asPost, client_id: 'basic' }),
  'another client in the form than in the header': token({ ...refresh, client_id: 'post' }),
  'a header that is not Base64': token(refresh, { authorization: 'Basic !' }),
  'another scheme': token(refresh, { authorization: 'Bearer unknown' }),
  'an assertion that is no JWT': token(
    {
      ...refresh,
      client_id: 'assertion',
      client_assertion: 'unknown',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    },
    {},
  ),
  'an assertion of an unknown type': token(
    { ...refresh, client_id: 'assertion', client_assertion: 'unknown', client_assertion_type: 'unknown' },
    {},
  ),
  'no code': token({ ...code, code: '' }),
  'an unknown code': token(code),
  'no refresh token': token({ ...refresh, refresh_token: '' }),
  'a DPoP proof that is no JWT': token(refresh, { ...asBasic, dpop: 'unknown' }),
  'no DPoP proof, of a client that must send one': token(refresh, { authorization: basic('bound', secret) }),
  'userinfo without a token': { endpoint: 'userinfo', method: 'GET' },
  'userinfo with a token of another scheme': { endpoint: 'userinfo', method: 'GET', headers: asBasic },
  'userinfo with an unknown token in a form': { endpoint: 'userinfo', fields: { access_token: 'unknown' } },
  'userinfo with an unknown DPoP token': {
    endpoint: 'userinfo',
    method: 'GET',
    headers: { authorization: 'DPoP unknown' },
  },
  'introspection without a token': { endpoint: 'introspection', headers: asBasic, fields: {} },
  'introspection without a client': { endpoint: 'introspection', fields: { token: 'unknown' } },
  'introspection with an unknown hint': {
    endpoint: 'introspection',
    headers: asBasic,
    fields: { token: 'unknown', token_type_hint: 'unknown' },
  },
  'revocation without a token': { endpoint: 'revocation', headers: asBasic, fields: {} },
  'revocation without a client': { endpoint: 'revocation', fields: { token: 'unknown' } },
  'revocation with an unknown hint': {
    endpoint: 'revocation',
    headers: asBasic,
    fields: { token: 'unknown', token_type_hint: 'unknown' },
  },
  'a pushed request without anything': { endpoint: 'pushed_authorization_request', headers: asBasic, fields: {} },
  'a pushed request with a request_uri': {
    endpoint: 'pushed_authorization_request',
    headers: asBasic,
    fields: { request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
  },
  'a pushed request of another client': {
    endpoint: 'pushed_authorization_request',
    headers: asBasic,
    fields: { client_id: 'post', response_type: 'code', redirect_uri: redirectUri },
  },
}

const send =
  ({ endpoint, headers, fields, method = 'POST', body }: PlainRequest): Scenario =>
  async ({ provider, recorder }) => {
    const response = await recorder.fetch(`${provider.issuer}/.well-known/openid-configuration`)
    const metadata = (await response.json()) as Record<string, string>
    const sent = fields === undefined ? {} : { 'content-type': form }
    const content = body ?? (fields && new URLSearchParams(fields).toString())
    await recorder.fetch(metadata[`${endpoint}_endpoint`]!, {
      method,
      headers: { ...sent, ...headers },
      ...(content !== undefined && { body: content }),
    })
  }

/** Each as a scenario. */
export const plainScenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries(plainRequests).map(([name, request]) => [name, send(request)]),
)
