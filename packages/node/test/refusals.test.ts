import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import { newName, signedUp } from '@thumbturn/service-harness/situations.ts'
import { createThumbturn, ThumbturnError, type ThumbturnOptions } from '../src/index.ts'
import { catchError, closedPort, listening, startRunning, useRunning } from './running.ts'

const running = useRunning()

for (const [what, options, message] of [
  ['no address', { baseUrl: 'localhost:4300', appId: 'demo' }, /^baseUrl must be like http:\/\/localhost:4300/],
  ['an empty address', { baseUrl: '', appId: 'demo' }, /^baseUrl must be like/],
  ['an address that is no web address', { baseUrl: 'ftp://example.com', appId: 'demo' }, /^baseUrl must be like/],
  ['an address with a password', { baseUrl: 'https://a:b@example.com', appId: 'demo' }, /^baseUrl must be like/],
  ['no application', { baseUrl: 'http://localhost:4300' }, /^Pass appId/],
  [
    'two applications',
    { baseUrl: 'http://localhost:4300/apps/shop', appId: 'demo' },
    /names the application shop, appId demo/,
  ],
  ['a timeout of nothing', { baseUrl: 'http://localhost:4300', appId: 'demo', timeout: 0 }, /^timeout/],
  [
    'an hour of tolerance',
    { baseUrl: 'http://localhost:4300', appId: 'demo', clockTolerance: 3600 },
    /^clockTolerance/,
  ],
  [
    'a key with a line break in it',
    { baseUrl: 'http://localhost:4300', appId: 'demo', apiKey: 'a\nb' },
    /^apiKey has characters/,
  ],
] as const) {
  test(`${what} is refused when the client is made`, () => {
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

test('the application may be named by the address, and a key may end with a line break', async () => {
  const service = running()
  const apiKey = `${await service.key('user:read')}\n`
  const thumbturn = service.client({ baseUrl: `${service.url}/apps/demo/`, appId: undefined, apiKey })
  assert.equal(thumbturn.appId, 'demo')
  assert.equal(await thumbturn.users.find(newName()), undefined)
})

test('a service that is down is unreachable, and the message says why', async () => {
  const baseUrl = await closedPort()
  const refused = await catchError(running().client({ baseUrl }).users.find('ada'))
  assert.equal(refused.code, 'unreachable')
  assert.match(refused.message, /^http:\/\/localhost:\d+ cannot be reached \(ECONNREFUSED\): check baseUrl/)
  assert.equal(refused.status, undefined)
})

test('a service that does not answer in time is given up, also in the middle of its answer', async (t) => {
  const slow = await listening(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"user":')
  })
  const silent = await listening(t, () => {})
  for (const baseUrl of [slow, silent]) {
    const refused = await catchError(running().client({ baseUrl, timeout: 100 }).users.find('ada'))
    assert.equal(refused.code, 'timeout')
    assert.match(refused.message, /did not answer within 100 ms: try again, or raise timeout/)
  }
})

for (const status of [200, 500]) {
  test(`an answer of status ${status} that never ends is given up once it is too large, and its connection closed`, async (t) => {
    let closed = 0
    const baseUrl = await listening(t, (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      Readable.from(endless()).pipe(response)
      response.once('close', () => closed++)
    })
    const { users, grant, verifyToken } = running().client({ baseUrl })
    const { jwtAccess } = await signedUp(running())
    for (const [call, most] of [
      [() => users.find('ada'), '8 MiB'],
      [() => grant('ada', { scopes: ['reg:write'] }), '8 MiB'],
      [() => verifyToken(jwtAccess), '0.25 MiB'],
    ] as const) {
      const refused = await catchError(call())
      assert.deepEqual([refused.code, refused.status], ['response_too_large', status])
      assert.match(refused.message, new RegExp(`answered more than ${most}: check baseUrl$`))
    }
    while (closed < 3) await setImmediate()
  })
}

function* endless() {
  yield '{"keys":"'
  for (;;) yield 'x'.repeat(65_536)
}

for (const [what, listener] of [
  ['a page', [200, { 'content-type': 'text/html' }, '<h1>Hello</h1>']],
  ['a page that is not found', [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>']],
  ['JSON of another service', [404, { 'content-type': 'application/json' }, '{"error":"not found"}']],
  ['JSON that is none', [200, { 'content-type': 'application/json' }, '{']],
  ['a redirection', [301, { location: 'https://example.com/' }, '']],
  ['nothing', [200, {}, '']],
] as const) {
  test(`${what} is called a wrong address, and the key goes no further`, async (t) => {
    const asked: (string | undefined)[] = []
    const baseUrl = await listening(t, ({ headers }, response) => {
      asked.push(headers.authorization)
      response.writeHead(listener[0], listener[1]).end(listener[2])
    })
    const refused = await catchError(running().client({ baseUrl }).users.find('ada'))
    assert.equal(refused.code, 'wrong_base_url')
    assert.match(refused.message, /: check baseUrl$/)
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
  test(`an error ${status} with the reason ${reason} is ${code}, whatever its text says`, async (t) => {
    const baseUrl = await listening(t, (_, response) => {
      const msgCode = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found' }[status]
      const msg = 'invalid_app_id: There is no POST /The code'
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ msg, msgCode, reason }))
    })
    const failed = await catchError(running().client({ baseUrl }).contacts.verifyEmail('ada', { code: '000000' }))
    assert.equal(failed.code, code)
  })
}

test('only a reason tells a rejected token from a rejected API key', async (t) => {
  for (const [reason, code] of [
    ['invalid_api_key', 'invalid_api_key'],
    [undefined, 'token_rejected'],
  ]) {
    const baseUrl = await listening(t, (_, response) => {
      const body = { msg: 'The API key', msgCode: 'unauthorized', reason }
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    assert.equal((await catchError(running().client({ baseUrl }).verifyTokenRemotely('a.b.c'))).code, code)
  }
})

test('a wrong path of the right service is called a wrong address', async () => {
  const service = running()
  const refused = await catchError(service.client({ baseUrl: `${service.url}/thumbturn` }).users.find('ada'))
  assert.equal(refused.code, 'wrong_base_url')
})

test('an application that there is not is told from a user that there is not', async () => {
  const refused = await catchError(running().client({ appId: 'nowhere' }).users.find('ada'))
  assert.deepEqual([refused.code, refused.status], ['unknown_application', 404])
  assert.match(refused.message, /^invalid_app_id: there is no application nowhere\. .*: check appId and baseUrl$/)
})

test('a wrong key, a key without the scope and no key are three things', async () => {
  const service = running()
  const { userId } = await signedUp(service)
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

test('a grant that the key does not hold is a missing scope', async () => {
  const service = running()
  const weak = service.client({ apiKey: await service.key('passkey:read') })
  assert.equal((await catchError(weak.grant(newName(), { scopes: ['reg:write'] }))).code, 'missing_scope')
  assert.equal((await catchError(weak.grantExternalAuth(newName()))).code, 'missing_scope')
})

test('what the service does not take is a bad request in its words', async () => {
  const service = running()
  const refused = await catchError(service.client().grant(newName(), { scopes: [] }))
  assert.deepEqual([refused.code, refused.status], ['invalid_request', 400])
  assert.match(refused.message, /`grants` must have at least 1 item\./)
  const large = await catchError(service.client().passkeys.rename('x', { name: 'n'.repeat(300_000) }))
  assert.deepEqual([large.code, large.status], ['invalid_request', 413])
})

test('too many calls are told with the seconds to wait', async (t) => {
  const busy = await startRunning({ limits: { store: 'memory', factor: 0.01 } })
  t.after(() => busy.close())
  const thumbturn = busy.client()
  const refused = await catchError(
    (async () => {
      for (let at = 0; at < 2_000; at++) await thumbturn.users.find('ada')
    })(),
  )
  assert.ok(refused instanceof ThumbturnError)
  assert.deepEqual([refused.code, refused.status], ['rate_limited', 429])
  assert.ok(refused.retryAfter! >= 1)
  assert.match(refused.message, new RegExp(`try again in ${refused.retryAfter} s$`))
})

for (const [what, status, body] of [
  ['a bug of the service', 500, '{"msg":"Internal server error","msgCode":"internal_error"}'],
  ['a proxy without a service', 502, '<h1>Bad gateway</h1>'],
] as const) {
  test(`${what} is a server error, and no wrong address`, async (t) => {
    const baseUrl = await listening(t, (_, response) => {
      response.writeHead(status, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html' }).end(body)
    })
    const refused = await catchError(running().client({ baseUrl }).users.find('ada'))
    assert.deepEqual([refused.code, refused.status], ['server_error', status])
  })
}

test('a reading that got no answer is made once more, anything else never', async (t) => {
  const asked: string[] = []
  const baseUrl = await listening(t, ({ method = '', socket }) => {
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

test('a reading succeeds when the connection that was kept has ended', async (t) => {
  let broken = true
  const baseUrl = await listening(t, ({ socket }, response) => {
    if (broken) socket.destroy()
    else response.setHeader('content-type', 'application/json').end('{"items":[]}')
    broken = false
  })
  assert.deepEqual(await running().client({ baseUrl }).authenticators.listBlocked(), [])
})

test('no error shows a key or a token, however it is printed', async () => {
  const service = running()
  const apiKey = `ttk_0123456789abcdef.${'S'.repeat(43)}`
  const { jwtAccess } = await signedUp(service)
  const printed: string[] = []
  for (const baseUrl of [service.url, await closedPort()]) {
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
