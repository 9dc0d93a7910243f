import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { type CheckoutAgent, startCheckoutAgent } from '../src/server.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { ask, call, connect, folder, settingsFor, walletOrigin, wish } from './situations.ts'

let agent: CheckoutAgent
let issuer: Issuer
let client: Client
let purchaseId: string
const tokens = { first: '', second: '' }

before(async () => {
  const data = folder((clean) => after(clean))
  issuer = await startIssuer()
  agent = await startCheckoutAgent(settingsFor(data, issuer.application))
  await issuer.protect(agent.url)
  for (const name of ['first', 'second'] as const) tokens[name] = await issuer.requestToken(agent.url)
  client = await connect(agent.url, tokens.first)
  purchaseId = (await call(client, 'initiate', wish)).data.purchaseId!
})

after(async () => {
  await client?.close()
  await agent?.close()
  await issuer?.close()
})

type AgentRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Got = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

/** Sends a raw request, Host header included, which fetch would overwrite. */
const send = ({ method = 'POST', path, headers = {}, body = '' }: AgentRequest) =>
  new Promise<Got>((resolve, reject) => {
    const sent = request(new URL(path, agent.url), { method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

const version = '2025-06-18'
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } },
})
const listing = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
const mcp = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${tokens.first}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  ...more,
})

test("a person who opens the agent's address sees a page that says what it is, also at that of the tools", async () => {
  for (const path of ['/', '/mcp']) {
    const { status, headers, text } = await send({ method: 'GET', path, headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
    assert.match(text, /<h1>Checkout agent<\/h1>/)
    assert.ok(text.includes(`href="${new URL(issuer.application).origin}/ai/mcp/checkout-agent/"`))
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
  }
  assert.equal((await send({ method: 'GET', path: '/mcp', headers: { accept: 'text/event-stream' } })).status, 401)
})

describe('the tools over HTTP', () => {
  for (const [what, toAuthorization] of [
    ['no token', () => ''],
    ['half a token', () => `Bearer ${tokens.first.slice(0, 40)}`],
    ['a token with another scheme', () => `Basic ${tokens.first}`],
    ['two tokens', () => `Bearer ${tokens.first} ${tokens.second}`],
  ] as const) {
    test(`are rejected with ${what}, and say where a token comes from`, async () => {
      const headers = mcp({ authorization: toAuthorization() })
      const rejected = await send({ path: '/mcp', headers, body: initialize })
      assert.equal(rejected.status, 401)
      assert.match(String(rejected.headers['www-authenticate']), /^Bearer .*scope="purchase"/)
      const [, address = ''] = /resource_metadata="(.*?)"/.exec(String(rejected.headers['www-authenticate'])) ?? []
      const metadata = JSON.parse((await send({ method: 'GET', path: new URL(address).pathname })).text)
      assert.deepEqual(metadata.authorization_servers, [issuer.application])
    })
  }

  test('are rejected with a token for another agent, or without the permission', async () => {
    const elsewhere = await issuer.requestToken('http://localhost:9')
    const without = await issuer.requestToken(agent.url, { scope: 'openid' })
    for (const [token, status] of [
      [elsewhere, 401],
      [without, 403],
    ] as const) {
      const headers = mcp({ authorization: `Bearer ${token}` })
      assert.equal((await send({ path: '/mcp', headers, body: initialize })).status, status)
    }
  })

  test('are rejected with the token in the URL', async () => {
    const { authorization, ...headers } = mcp()
    assert.ok(authorization)
    assert.equal((await send({ path: `/mcp?access_token=${tokens.first}`, headers, body: initialize })).status, 401)
  })

  for (const host of ['evil.example', 'evil.example:4340', 'localhost.evil.example', 'localhost@evil.example']) {
    test(`are rejected for the host "${host}" (DNS rebinding)`, async () => {
      assert.equal((await send({ path: '/mcp', headers: mcp({ host }), body: initialize })).status, 403)
      const shown = await send({ method: 'GET', path: `/api/purchases/${purchaseId}`, headers: { host } })
      assert.notEqual(shown.status, 200)
    })
  }

  for (const origin of ['http://evil.example', 'null', walletOrigin, 'http://localhost']) {
    test(`are rejected for a page of ${origin}`, async () => {
      assert.equal((await send({ path: '/mcp', headers: mcp({ origin }), body: initialize })).status, 403)
      assert.equal((await send({ method: 'OPTIONS', path: '/mcp', headers: { origin } })).status, 403)
    })
  }

  test("start a session with an unguessable ID that another user can't use", async () => {
    const started = await send({ path: '/mcp', headers: mcp(), body: initialize })
    const id = String(started.headers['mcp-session-id'])
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4/)
    const own = await send({ path: '/mcp', headers: mcp({ 'mcp-session-id': id }), body: listing })
    assert.equal(own.status, 200)
    const authorization = `Bearer ${tokens.second}`
    for (const method of ['POST', 'GET', 'DELETE']) {
      const headers = mcp({ 'mcp-session-id': id, authorization })
      assert.equal((await send({ method, path: '/mcp', headers, body: method === 'POST' ? listing : '' })).status, 404)
    }
    assert.equal((await send({ path: '/mcp', headers: mcp({ 'mcp-session-id': id }), body: listing })).status, 200)
  })

  test('answer nothing without a session, and nothing in one that ended', async () => {
    assert.equal((await send({ path: '/mcp', headers: mcp(), body: listing })).status, 400)
    const started = await send({ path: '/mcp', headers: mcp(), body: initialize })
    const headers = mcp({ 'mcp-session-id': String(started.headers['mcp-session-id']) })
    assert.equal((await send({ method: 'DELETE', path: '/mcp', headers })).status, 200)
    assert.equal((await send({ path: '/mcp', headers, body: listing })).status, 404)
  })

  test('keep ten sessions of an agent: one more ends the one that was not used for longest', async () => {
    const authorization = `Bearer ${tokens.second}`
    const begin = async () =>
      String(
        (await send({ path: '/mcp', headers: mcp({ authorization }), body: initialize })).headers['mcp-session-id'],
      )
    const ids = []
    for (let number = 0; number < 11; number++) ids.push(await begin())
    const fetchStatus = async (id: string) =>
      (await send({ path: '/mcp', headers: mcp({ authorization, 'mcp-session-id': id }), body: listing })).status
    assert.deepEqual(
      [await fetchStatus(ids[0]!), await fetchStatus(ids[1]!), await fetchStatus(ids[10]!)],
      [404, 200, 200],
    )
  })

  for (const [what, body, status] of [
    ['no JSON', '{', 400],
    ['no message', '{}', 400],
    ['nothing', '', 400],
    ['more than 64 KiB', JSON.stringify({ x: 'x'.repeat(70_000) }), 413],
    ['a list that never ends well', '['.repeat(10_000), 400],
  ] as const) {
    test(`reject ${what}, and continue`, async () => {
      assert.equal((await send({ path: '/mcp', headers: mcp(), body })).status, status)
      assert.equal((await client.listTools()).tools.length, 3)
    })
  }
})

describe('the page of the user', () => {
  const api = (step = '') => `${agent.url}/api/purchases/${purchaseId}${step}`

  test('reads a purchase from its own origin, and nothing may keep it', async () => {
    const { headers, body } = await ask(api(), undefined, { origin: walletOrigin })
    assert.deepEqual([body.id, body.state], [purchaseId, 'waiting'])
    assert.deepEqual(
      ['access-control-allow-origin', 'cache-control', 'referrer-policy', 'x-content-type-options', 'x-powered-by'].map(
        (name) => headers.get(name),
      ),
      [walletOrigin, 'no-store', 'no-referrer', 'nosniff', null],
    )
    assert.match(headers.get('vary') ?? '', /Origin/)
  })

  test('learns neither handle nor agent', async () => {
    const { body } = await ask(api())
    assert.deepEqual(Object.keys(body).sort(), ['expiresAt', 'id', 'state', 'text'])
  })

  for (const origin of ['http://evil.example', 'null', `${walletOrigin}.evil.example`, 'http://localhost:43300']) {
    test(`is not one of ${origin}: it can neither read nor answer`, async () => {
      const { status, headers } = await ask(api('/decline'), {}, { origin })
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null])
      assert.equal((await ask(api())).body.state, 'waiting')
    })
  }

  test('cannot respond with a form, which a page of another origin could send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const { status } = await send({
        path: `/api/purchases/${purchaseId}/decline`,
        headers: { 'content-type': type },
        body: '{}',
      })
      assert.equal(status, 415)
    }
    assert.equal((await ask(api())).body.state, 'waiting')
  })

  for (const [what, body, status, code] of [
    ['no token', {}, 400, 'invalid'],
    ['a token that is no text', { token: { x: 1 }, attempt: 'a' }, 400, 'invalid'],
    ['an attempt that could reach into the nonce', { token: 'x', attempt: 'a.b c' }, 400, 'invalid'],
    ['an empty token', { token: '', attempt: 'a' }, 400, 'invalid'],
    ['a state of its own', { token: 'x', attempt: 'a', state: 'confirmed' }, 400, 'invalid'],
    ['a list', [], 400, 'invalid'],
    ['a token that is none', { token: 'x.y.z', attempt: 'a' }, 403, 'not_proved'],
    ['far too much', { token: 'x'.repeat(20_000), attempt: 'a' }, 413, 'invalid'],
  ] as const) {
    test(`receives an error for ${what}`, async () => {
      const result = await ask(api('/confirm'), body)
      assert.deepEqual([result.status, result.body.code], [status, code])
    })
  }

  test('receives a retryable error while the service is unreachable', async (t) => {
    const stopped = await startIssuer()
    const separate = await startCheckoutAgent(
      settingsFor(
        folder((clean) => t.after(clean)),
        stopped.application,
      ),
    )
    t.after(() => separate.close())
    const assistant = await connect(separate.url, await stopped.requestToken(separate.url))
    t.after(() => assistant.close())
    const { purchaseId } = (await call(assistant, 'initiate', wish)).data
    await stopped.close()
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const claims = { aud: 'demo', iss: stopped.application, exp: 4e9, tokenType: 'jwtAccess' }
    const token = `${part({ alg: 'ES256', kid: 'k' })}.${part(claims)}.c2lnbmF0dXJl`
    const { status, body } = await ask(`${separate.url}/api/purchases/${purchaseId}/confirm`, { token, attempt: 'a' })
    assert.deepEqual(
      [status, body.code, body.msg],
      [502, 'unreachable', 'The confirmation cannot be checked at the moment: try again'],
    )
  })

  test('receives not_found for any call about an unknown purchase', async () => {
    for (const id of ['x'.repeat(22), '__proto__', '%2e%2e%2f', '%00', 'a%0d%0ab']) {
      const { status, body } = await ask(`${agent.url}/api/purchases/${id}`)
      assert.deepEqual([status, body.code], [404, 'not_found'], id)
    }
    assert.equal((await ask(`${agent.url}/api/purchases/%E0%A4%A`)).status, 400)
    assert.equal((await ask(`${agent.url}/api/purchases`)).status, 404)
    assert.equal((await ask(`${agent.url}/else`)).status, 404)
  })
})
