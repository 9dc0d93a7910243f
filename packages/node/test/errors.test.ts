import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import { newName, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createThumbturn, ThumbturnError, type ThumbturnOptions } from '../src/index.ts'
import { catchError, createClosedUrl, startServer, startTestService, useTestService } from './service.ts'

const running = useTestService()

for (const [what, options, message] of [
  [
    'no address at all',
    { baseUrl: undefined, appId: 'demo' },
    /^baseUrl is missing: pass the address of your application/,
  ],
  ['no address', { baseUrl: 'localhost:4300', appId: 'demo' }, /^baseUrl must be like http:\/\/localhost:4300/],
  ['an empty address', { baseUrl: '', appId: 'demo' }, /^baseUrl must be like/],
  ['an address that is no web address', { baseUrl: 'ftp://example.com', appId: 'demo' }, /^baseUrl must be like/],
  ['an address with a password', { baseUrl: 'https://a:b@example.com', appId: 'demo' }, /^baseUrl must be like/],
  ['no application', { baseUrl: 'http://localhost:4300' }, /^appId is missing/],
  [
    'two applications',
    { baseUrl: 'http://localhost:4300/apps/shop', appId: 'demo' },
    /names the application shop, appId demo/,
  ],
  ['a timeout of 0', { baseUrl: 'http://localhost:4300', appId: 'demo', timeout: 0 }, /^timeout/],
  [
    'an hour of tolerance',
    { baseUrl: 'http://localhost:4300', appId: 'demo', clockTolerance: 3600 },
    /^clockTolerance/,
  ],
  [
    'a key with a line break in it',
    { baseUrl: 'http://localhost:4300', appId: 'demo', apiKey: 'a\nb' },
    /^apiKey contains characters/,
  ],
] as const) {
  test(`${what} is rejected when the client is created`, () => {
    assert.throws(
      () => createThumbturn(options as ThumbturnOptions),
      (error: unknown) => {
        assert.ok(error instanceof ThumbturnError)
        assert.deepEqual([error.name, error.code], ['ThumbturnError', 'invalid_options'])
        assert.match(error.message, message)
        return true
      },
    )
  })
}

test('the base URL can name the application, and a key can end with a line break', async () => {
  const service = running()
  const apiKey = `${await service.key('user:read')}\n`
  const thumbturn = service.client({ baseUrl: `${service.url}/apps/demo/`, appId: undefined, apiKey })
  assert.equal(thumbturn.appId, 'demo')
  assert.equal(await thumbturn.users.find(newName()), undefined)
})

test('a stopped service is unreachable, and the message contains the cause', async () => {
  const baseUrl = await createClosedUrl()
  const error = await catchError(running().client({ baseUrl }).users.find('ada'))
  assert.equal(error.code, 'unreachable')
  assert.match(error.message, /^http:\/\/localhost:\d+ is unreachable \(ECONNREFUSED\): check baseUrl/)
  assert.equal(error.status, undefined)
})

test('a response that takes too long times out, also in the middle of its body', async (t) => {
  const slow = await startServer(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"user":')
  })
  const silent = await startServer(t, () => {})
  for (const baseUrl of [slow, silent]) {
    const error = await catchError(running().client({ baseUrl, timeout: 100 }).users.find('ada'))
    assert.equal(error.code, 'timeout')
    assert.match(error.message, /did not respond within 100 ms: try again, or raise timeout/)
  }
})

for (const status of [200, 500]) {
  test(`an endless response with status ${status} is abandoned at the size limit, and its connection is closed`, async (t) => {
    let closed = 0
    const baseUrl = await startServer(t, (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      Readable.from(endless()).pipe(response)
      response.once('close', () => closed++)
    })
    const { users, grant, verifyToken } = running().client({ baseUrl })
    const { jwtAccess } = await signUpUser(running())
    for (const [call, most] of [
      [() => users.find('ada'), '8 MiB'],
      [() => grant('ada', { scopes: ['reg:write'] }), '8 MiB'],
      [() => verifyToken(jwtAccess), '0.25 MiB'],
    ] as const) {
      const error = await catchError(call())
      assert.deepEqual([error.code, error.status], ['response_too_large', status])
      assert.match(error.message, new RegExp(`sent more than ${most}: check baseUrl$`))
    }
    while (closed < 3) await setImmediate()
  })
}

function* endless() {
  yield '{"keys":"'
  for (;;) yield 'x'.repeat(65_536)
}

for (const [what, listener] of [
  ['an HTML page', [200, { 'content-type': 'text/html' }, '<h1>Hello</h1>']],
  ['an HTML page with status 404', [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>']],
  ['JSON from another service', [404, { 'content-type': 'application/json' }, '{"error":"not found"}']],
  ['invalid JSON', [200, { 'content-type': 'application/json' }, '{']],
  ['a redirect', [301, { location: 'https://example.com/' }, '']],
  ['an empty response', [200, {}, '']],
  ['a server that sends null', [200, { 'content-type': 'application/json' }, 'null']],
] as const) {
  test(`${what} is wrong_base_url, and the key is sent only once`, async (t) => {
    const asked: (string | undefined)[] = []
    const baseUrl = await startServer(t, ({ headers }, response) => {
      asked.push(headers.authorization)
      response.writeHead(listener[0], listener[1]).end(listener[2])
    })
    const error = await catchError(running().client({ baseUrl }).users.find('ada'))
    assert.equal(error.code, 'wrong_base_url')
    assert.match(error.message, /: check baseUrl$/)
    assert.equal(asked.length, 1)
  })
}

for (const [status, reason, code] of [
  [404, 'unknown_path', 'wrong_base_url'],
  [404, 'unknown_application', 'unknown_application'],
  [404, undefined, 'not_found'],
  [400, 'invalid_code', 'invalid_code'],
  [401, 'invalid_api_key', 'invalid_api_key'],
] as const) {
  test(`status ${status} with the reason ${reason} is ${code}, whatever the message says`, async (t) => {
    const baseUrl = await startServer(t, (_, response) => {
      const msgCode = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found' }[status]
      const msg = 'invalid_app_id: There is no POST /The code'
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ msg, msgCode, reason }))
    })
    const failed = await catchError(running().client({ baseUrl }).contacts.verifyEmail('ada', { code: '000000' }))
    assert.equal(failed.code, code)
  })
}

test('a wrong path on the right service is wrong_base_url', async () => {
  const service = running()
  const error = await catchError(service.client({ baseUrl: `${service.url}/thumbturn` }).users.find('ada'))
  assert.equal(error.code, 'wrong_base_url')
})

test('an unknown application and an unknown user have different codes', async () => {
  const error = await catchError(running().client({ appId: 'nowhere' }).users.find('ada'))
  assert.deepEqual([error.code, error.status], ['unknown_application', 404])
  assert.match(error.message, /^invalid_app_id: there is no application nowhere\. .*: check appId and baseUrl$/)
})

test('an unknown key, a key without the scope, and no key have different codes', async () => {
  const service = running()
  const { userId } = await signUpUser(service)
  const ask = (apiKey: string | undefined) => catchError(service.client({ apiKey }).users.delete(userId))
  const wrong = await ask(`ttk_0123456789abcdef.${'A'.repeat(43)}`)
  assert.deepEqual([wrong.code, wrong.status], ['invalid_api_key', 401])
  assert.match(wrong.message, /thumbturn key create/)
  const weak = await ask(await service.key('user:read'))
  assert.deepEqual([weak.code, weak.status], ['missing_scope', 403])
  assert.match(weak.message, /lacks the scope user:write/)
  const none = await ask(undefined)
  assert.equal(none.code, 'missing_api_key')
})

test('granting a scope that the key lacks is missing_scope', async () => {
  const service = running()
  const weak = service.client({ apiKey: await service.key('passkey:read') })
  assert.equal((await catchError(weak.grant(newName(), { scopes: ['reg:write'] }))).code, 'missing_scope')
  assert.equal((await catchError(weak.grantExternalAuth(newName()))).code, 'missing_scope')
})

test('a rejected argument is invalid_request with the message of the service', async () => {
  const service = running()
  const error = await catchError(service.client().grant(newName(), { scopes: [] }))
  assert.deepEqual([error.code, error.status], ['invalid_request', 400])
  assert.match(error.message, /`grants` must have at least 1 item\./)
  const large = await catchError(service.client().passkeys.rename('x', { name: 'n'.repeat(300_000) }))
  assert.deepEqual([large.code, large.status], ['invalid_request', 413])
})

test('rate_limited contains the seconds to wait', async (t) => {
  const busy = await startTestService({ limits: { store: 'memory', factor: 0.01 } })
  t.after(() => busy.close())
  const thumbturn = busy.client()
  const error = await catchError(
    (async () => {
      for (let at = 0; at < 2_000; at++) await thumbturn.users.find('ada')
    })(),
  )
  assert.ok(error instanceof ThumbturnError)
  assert.deepEqual([error.code, error.status], ['rate_limited', 429])
  assert.ok(error.retryAfter! >= 1)
  assert.match(error.message, new RegExp(`try again in ${error.retryAfter} s$`))
})

for (const [what, status, body] of [
  ['a bug in the service', 500, '{"msg":"Internal server error","msgCode":"internal_error"}'],
  ['a proxy without its service', 502, '<h1>Bad gateway</h1>'],
] as const) {
  test(`${what} is server_error, not wrong_base_url`, async (t) => {
    const baseUrl = await startServer(t, (_, response) => {
      response.writeHead(status, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' }).end(body)
    })
    const error = await catchError(running().client({ baseUrl }).users.find('ada'))
    assert.deepEqual([error.code, error.status], ['server_error', status])
  })
}

test('a GET without a response is sent once more, other requests are not', async (t) => {
  const asked: string[] = []
  const baseUrl = await startServer(t, ({ method = '', socket }) => {
    asked.push(method)
    socket.destroy()
  })
  const { users, passkeys, grant } = running().client({ baseUrl })
  for (const call of [
    () => users.find('ada'),
    () => grant('ada', { scopes: ['reg:write'] }),
    () => users.delete('x'),
    () => passkeys.rename('x', { name: 'y' }),
  ])
    assert.equal((await catchError(call())).code, 'unreachable')
  assert.deepEqual(asked.toSorted(), ['DELETE', 'GET', 'GET', 'POST', 'PUT'])
})

test('a GET succeeds after its kept-alive connection has ended', async (t) => {
  let broken = true
  const baseUrl = await startServer(t, ({ socket }, response) => {
    if (broken) socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"items":[]}')
    broken = false
  })
  assert.deepEqual(await running().client({ baseUrl }).authenticators.listBlocked(), [])
})

test('no error contains a key or a token, even when inspected', async () => {
  const service = running()
  const apiKey = `ttk_0123456789abcdef.${'S'.repeat(43)}`
  const { jwtAccess } = await signUpUser(service)
  const printed: string[] = []
  for (const baseUrl of [service.url, await createClosedUrl()]) {
    const thumbturn = service.client({ baseUrl, apiKey })
    for (const call of [
      () => thumbturn.verifyTokenRemotely(jwtAccess),
      () => thumbturn.users.find('ada'),
      () => thumbturn.verifyToken(`${jwtAccess}x`),
    ])
      printed.push(inspect(await catchError(call()), { depth: 10, showHidden: true }))
  }
  for (const text of printed) assert.doesNotMatch(text, new RegExp(`SSSSSS|${jwtAccess.split('.')[2]}`))
})
