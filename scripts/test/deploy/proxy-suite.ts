import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { after, before, suite, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Program, waitUntil } from '../programs/program.ts'
import { signInInBrowser } from './browser-sign-in.ts'
import { call } from './calls.ts'
import { serveBroken, serveEvents, serveRejections, serveSlowly } from './event-source.ts'
import { type Nodes, origin, publicUrl, startNodes } from './nodes.ts'
import { createSignIns } from './sign-ins.ts'

export type Proxy = {
  /** Starts it with its file, in front of the ports of both nodes. */
  startProxy: () => Promise<Program>
  /** Whether it repeats a request on another node. */
  repeatsRequests: boolean
}

const client = '203.0.113.7'
const forged = '198.51.100.9'
const kB = 1024
const atOnce = 4

/** How long a proxy can take to notice that a node is back. */
const noticedMs = 5_000

/** Calls of APIs whose errors aren't `{msg, msgCode}`: their media type and fields. */
const otherFormats = [
  ['/apps/shop/register/fido2/init', 'application/json', ['code', 'message']],
  ['/api/manage/users/list', 'application/json', ['code', 'message']],
  ['/scim/v2/Users', 'application/scim+json', ['schemas', 'status', 'detail']],
] as const

/** Tests the duties of every proxy in deploy/. */
export function testProxy(name: string, { startProxy, repeatsRequests }: Proxy): void {
  suite(name, () => {
    let running: { nodes: Nodes; proxy: Program }
    before(async () => {
      const nodes = await startNodes()
      running = { nodes, proxy: await startProxy() }
    })
    after(async () => {
      await running?.proxy.stop()
      await running?.nodes.stop()
    })
    testConnections()
    testAddresses(() => running.nodes)
    testAuthorizationRequests()
    testRejections()
    testAttacks()
    if (repeatsRequests) testEndingNodes(() => running.nodes)
    testOutages(() => running.nodes, repeatsRequests)
    testLongCalls()
  })
}

function testConnections() {
  test('HTTP/2 is negotiated, and HTTP is redirected', async () => {
    const session = connect(publicUrl)
    const [headers] = await once(session.request({ ':path': '/health' }), 'response')
    assert.equal(headers[':status'], 200)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    session.destroy()
    const [plain] = await once(request('http://id.example.com/version?a=b').end(), 'response')
    assert.equal(plain.statusCode, 308)
    assert.equal(plain.headers.location, 'https://id.example.com/version?a=b')
  })

  test('users sign up and in with a passkey over TLS, in Chromium', async () => {
    const token = await signInInBrowser({ page: origin, service: `${publicUrl}/apps/shop` })
    assert.equal(token.split('.').length, 3)
  })
}

function testAddresses(findNodes: () => Nodes) {
  test('events record the address of the client, which no header can forge', async () => {
    const others = { 'x-real-ip': forged, 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }
    const attempts: Record<string, string>[] = [
      { 'x-forwarded-for': forged },
      { 'x-forwarded-for': `${forged}, 127.0.0.1` },
      { forwarded: `for=${forged}`, ...others },
    ]
    for (const headers of attempts) {
      await createSignIns({ from: client }).signUp(headers)
      const event = JSON.stringify(findNodes().readEvent('fido2.passkey.reg.success'))
      assert.ok(event.includes(client) && !event.includes(forged), event)
    }
  })

  test('an application has a name of its own', async () => {
    const keys = '/fido2/v2/.well-known/jwks.json'
    const onOwnName = await call({ path: keys, host: 'shop.id.example.com' })
    assert.equal(onOwnName.status, 200, onOwnName.text)
    assert.equal(onOwnName.text, (await call({ path: `/apps/shop${keys}` })).text)
  })
}

function testAuthorizationRequests() {
  test('an authorization request with long values leads to the sign-in page, whose address contains it', async () => {
    const long = 'a'.repeat(2_000)
    const query = new URLSearchParams({
      client_id: 'wiki',
      redirect_uri: `${origin}/callback`,
      response_type: 'code',
      scope: 'openid',
      state: long,
      nonce: long,
      // That of RFC 7636, appendix B.
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const { status, headers, text } = await call({ path: `/apps/shop/openid/authorize?${query}` })
    assert.equal(status, 303, text)
    const { pathname, search } = new URL(String(headers.location))
    assert.ok(search.length > 2 * long.length)
    assert.equal((await call({ path: `${pathname}${search}` })).status, 200)
  })
}

function testRejections() {
  test('large bodies get the error of the service, and very large ones the same from the proxy', async () => {
    for (const [size, msg] of [
      [300 * kB, 'The body is larger than 256 kB'],
      [2500 * kB, 'The body is larger than 2 MB'],
    ] as const) {
      const body = JSON.stringify({ text: 'x'.repeat(size) })
      const { status, text, headers } = await call({ path: '/apps/shop/fido2/v2/auth/init', method: 'POST', body })
      assert.equal(status, 413, text)
      assert.deepEqual(JSON.parse(text), { msg, msgCode: 'payload_too_large' })
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.ok(headers['strict-transport-security'])
    }
    const body = JSON.stringify({ text: 'x'.repeat(2500 * kB) })
    for (const [path, type, fields] of otherFormats) {
      const { status, text, headers } = await call({ path, method: 'POST', body })
      assert.equal(status, 413, text)
      assert.equal(String(headers['content-type']).split(';')[0], type)
      assert.deepEqual(Object.keys(JSON.parse(text)), fields)
    }
  })

  test('what is for operators is not shown', async () => {
    const paths = ['/ready', '/ready/', '/metrics', '/apps/shop/ready', '/apps/shop/metrics', '//ready', '/%72eady']
    for (const path of paths) {
      const { status, text } = await call({ path })
      assert.equal(status, 404, `${path}: ${text}`)
      assert.equal((JSON.parse(text) as { msgCode: string }).msgCode, 'not_found')
    }
    assert.equal((await call({ path: '/health' })).text, '{"status":"ok"}')
  })

  test('requests for an unknown host get to no node', async () => {
    for (const headers of [{ host: 'other.example' }, { host: '192.0.2.1' }]) {
      const { status, text } = await call({ path: '/health', headers })
      assert.equal(status, 421, text)
      const [plain] = await once(request('http://id.example.com/health', { headers }).end(), 'response')
      assert.doesNotMatch((await plain.setEncoding('utf8').toArray()).join(''), /"status":"ok"/)
    }
  })
}

function testAttacks() {
  test('no caller can keep requests from the nodes', async () => {
    const attacks = [
      // Rejected before it has arrived.
      { path: '/apps/shop/fido2/v2/auth/init', body: 'x'.repeat(1900 * kB) },
      { path: '/apps/shop/fido2/v2/auth/init', body: 'x'.repeat(3000 * kB), isChunked: true },
    ]
    for (const attack of [...attacks, ...attacks, ...attacks]) {
      const attacking = call({ method: 'POST', ...attack }).catch(() => undefined)
      await pause(500)
      const startedAt = performance.now()
      for (let node = 0; node < 2; node++) assert.equal((await call({ path: '/health' })).status, 200)
      assert.ok(performance.now() - startedAt < 2_000)
      await attacking
    }
  })
}

/** Signs in all the time, four times at once, while each node ends by the signal and starts again. Returns the failures. */
async function endNodes(t: TestContext, nodes: Nodes, signal: NodeJS.Signals) {
  const signIns = createSignIns({ from: client })
  await signIns.signUp()
  const repeated = signIns.repeat(atOnce)
  for (const node of [0, 1] as const) {
    await signIns.waitForMore(40)
    await nodes.stopNode(node, signal)
    await signIns.waitForMore(40)
    await nodes.restartNode(node)
    await pause(noticedMs)
  }
  signIns.stop()
  const { completed, failures } = await repeated
  t.diagnostic(`${completed} sign-ins, ${failures.length} failed`)
  return failures
}

function testEndingNodes(findNodes: () => Nodes) {
  test('while nodes stop and start again, no sign-in fails', async (t) => {
    assert.deepEqual(await endNodes(t, findNodes(), 'SIGTERM'), [])
  })

  test('when nodes are killed, only sign-ins fail whose response they owed', async (t) => {
    const failures = await endNodes(t, findNodes(), 'SIGKILL')
    assert.ok(failures.length <= 2 * atOnce, failures.join('\n'))
    // The other node can't repeat what the killed one had written.
    assert.deepEqual(
      failures.filter((failure) => !/^\/auth\/complete: 404 .*"msgCode":"forbidden"/.test(failure)),
      [],
    )
  })
}

function testOutages(findNodes: () => Nodes, repeatsRequests: boolean) {
  test('without any node, the error says so in the format of the service', async () => {
    await Promise.all([findNodes().stopNode(0), findNodes().stopNode(1)])
    const body = JSON.stringify({ deviceInfo: {} })
    const { status, text, headers } = await call({ path: '/apps/shop/fido2/v2/auth/init', method: 'POST', body })
    assert.equal(status, 503, text)
    assert.equal((JSON.parse(text) as { msgCode: string }).msgCode, 'service_unavailable')
    assert.ok(headers['retry-after'])
    assert.equal(headers['access-control-allow-origin'], '*')
    for (const [path, type, fields] of otherFormats) {
      const { status, text, headers } = await call({ path, method: 'POST', body })
      assert.equal(status, 503, text)
      assert.ok(headers['retry-after'])
      assert.equal(String(headers['content-type']).split(';')[0], type)
      assert.deepEqual(Object.keys(JSON.parse(text)), fields)
    }
  })

  test('nodes that reject calls with 503 get the next ones', async (t) => {
    await pause(noticedMs)
    for (const port of [4300, 4301]) await serveRejections(t, port)
    for (const path of ['/apps/shop/fido2/v2/auth/otp/verify', '/apps/shop/authenticate/password', '/scim/v2/Users']) {
      for (const method of ['POST', 'GET', 'POST', 'GET']) {
        const { status } = await call({ path, method, ...(method === 'POST' && { body: '{}' }) })
        assert.equal(status, 503, `${method} ${path}`)
      }
    }
    assert.equal((await call({ path: '/health' })).status, 200)
  })

  test('of requests that a node may have received, only ceremonies are sent to the other node', async (t) => {
    await pause(noticedMs)
    const nodes = await Promise.all([4300, 4301].map((port) => serveBroken(t, port)))
    const body = '{}'
    for (const [path, isRepeated] of [
      ['/admin/v1/applications/shop/api-keys', false],
      ['/scim/v2/Bulk', false],
      ['/apps/shop/fido2/v2/mgmt/users', false],
      ['/manage/users/create', false],
      ['/apps/shop/fido2/v2/auth/complete', true],
      ['/api/authenticate/fido2/complete', true],
    ] as const) {
      if (isRepeated && !repeatsRequests) continue
      await call({ path, method: 'POST', body })
      const received = nodes.flat().filter((line) => line === `POST ${path}`)
      assert.equal(received.length > 1, isRepeated, received.join())
      await pause(noticedMs)
    }
  })
}

function testLongCalls() {
  test('a call that waits for a user gets its response', async (t) => {
    await pause(noticedMs)
    for (const port of [4300, 4301]) await serveSlowly(t, port, 35_000)
    const paths = ['/apps/shop/authenticate/code/wait', '/api/native/authenticate/code/wait']
    const calls = await Promise.all(paths.map((path) => call({ path, method: 'POST', body: '{}' })))
    for (const { status, text } of calls) assert.equal(status, 200, text)
    assert.equal((await call({ path: '/health' })).status, 200)
  })

  test('server-sent events are forwarded at once', async (t) => {
    for (const port of [4300, 4301]) await serveEvents(t, port)
    await waitUntil(async () => (await call({ path: '/health' })).status === 200)
    const session = connect(publicUrl)
    t.after(() => session.destroy())
    const stream = session.request({ ':path': '/admin/v1/stream' }).setEncoding('utf8')
    const startedAt = performance.now()
    for (const expected of ['data: 1\n\n', 'data: 2\n\n']) assert.deepEqual(await once(stream, 'data'), [expected])
    assert.ok(performance.now() - startedAt < 3_000)
  })
}
