import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '@thumbturn/contract'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { applicationRoutes } from '@thumbturn/service-harness/routes.ts'
import { demo, origin, startService, useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, assertRejected, deviceInfo, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const root = '//fido2/v2'
const init = { app: { id: 'demo' }, deviceInfo }

type Running = ReturnType<typeof useService>
/** Keys and metadata are for pages of every origin. */
const isForEveryPage = ({ access }: Route) => access.kind === 'public' && access.pages === 'every'
const routes = applicationRoutes.map(([, route]) => route).filter((route) => !isForEveryPage(route))
const evil = [
  'null',
  'https://evil.example',
  'http://localhost:43000',
  'http://localhost:430',
  'http://localhost',
  'https://localhost:4300',
  'http://localhost:4300.evil.example',
  'http://evil.localhost:4300',
  'HTTP://LOCALHOST:4300',
  'http://localhost:4300/',
]

function corsContract(running: Running) {
  for (const { path, method, access } of routes) {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const forBackends = access.kind === 'apiKey'
    test(`${method} ${path} can be read by ${forBackends ? 'no page' : 'pages of the application only'}`, async () => {
      const asked = (origin: string, verb = method as string) => running().ask(verb, url, { headers: { origin } })
      const own = await asked(origin)
      assert.equal(own.headers['access-control-allow-origin'], forBackends ? undefined : origin)
      assert.equal(own.headers['access-control-allow-credentials'], undefined)
      if (!forBackends) assert.equal(own.headers.vary, 'Origin')
      for (const other of evil) {
        for (const verb of [method, 'OPTIONS']) {
          const { headers } = await asked(other, verb)
          assert.equal(headers['access-control-allow-origin'], undefined, `${verb} from ${other}`)
          assert.equal(headers['access-control-allow-methods'], undefined, `${verb} from ${other}`)
        }
      }
      const preflight = await asked(origin, 'OPTIONS')
      assert.equal(preflight.status, forBackends ? 405 : 204)
      if (forBackends) return
      assert.equal(preflight.headers['access-control-allow-origin'], origin)
      assert.equal(preflight.headers['access-control-allow-methods'], 'GET, POST, PUT, DELETE')
      assert.equal(preflight.headers['access-control-allow-headers'], 'authorization, content-type')
      assert.equal(preflight.headers.vary, 'Origin')
    })
  }

  test('without an application in the address, the origin of the application in the body is accepted', async () => {
    const own = await running().post('//fido2/v2/auth/init', init, { headers: { origin } })
    assert.equal(own.headers['access-control-allow-origin'], origin)
    for (const other of evil) {
      const response = await running().post('//fido2/v2/auth/init', init, { headers: { origin: other } })
      assert.equal(response.headers['access-control-allow-origin'], undefined)
    }
  })
}

function unreachableApplications(running: Running) {
  const page = 'https://shop.example'

  for (const [what, path, host, rejected] of [
    [
      'by path',
      '//apps/unknown/fido2/v2',
      'localhost:4300',
      { status: 404, msgCode: 'not_found', reason: 'unknown_application' },
    ],
    ['by host', root, 'unknown.localhost:4300', { status: 404, msgCode: 'not_found', reason: 'unknown_application' }],
    [
      'by host and path differently',
      '//apps/demo/fido2/v2',
      'other.localhost:4300',
      { status: 400, msgCode: 'bad_request' },
    ],
  ] as const) {
    test(`a page of any origin can read that an application named ${what} is unknown`, async () => {
      const headers = { host, origin: page, 'access-control-request-method': 'POST' }
      const preflight = await running().ask('OPTIONS', `${path}/auth/init`, { headers })
      assert.equal(preflight.status, 204)
      assert.equal(preflight.headers['access-control-allow-origin'], page)
      assert.equal(preflight.headers['access-control-allow-headers'], 'authorization, content-type')
      assert.equal(preflight.headers['access-control-max-age'], undefined)

      const response = await running().post(`${path}/auth/init`, { deviceInfo }, { headers })
      assertRejected(response, { ...rejected, msg: /unknown|other/ })
      assert.equal(response.headers['access-control-allow-origin'], page)
      assert.equal(response.headers['access-control-allow-credentials'], undefined)
      assert.equal(response.headers.vary, 'Origin')
    })
  }

  test('a page of a known origin can read that the application named by its body is unknown', async () => {
    const response = await running().post(
      `${root}/auth/init`,
      { app: { id: 'unknown' }, deviceInfo },
      { headers: { origin } },
    )
    assertRejected(response, {
      status: 404,
      msg: /^invalid_app_id: .*unknown/,
      msgCode: 'not_found',
      reason: 'unknown_application',
    })
    assert.equal(response.headers['access-control-allow-origin'], origin)
  })

  test('no page can call a backend operation of an unknown application', async () => {
    const headers = { origin: page }
    const response = await running().ask('GET', '//apps/unknown/fido2/v2/mgmt/users/find?username=ada', { headers })
    assert.equal(response.status, 404)
    assert.equal(response.headers['access-control-allow-origin'], undefined)
  })

  test('the error for an unknown application truncates the name to the length of an ID', async () => {
    const response = await running().post(`//apps/${'x'.repeat(5_000)}/fido2/v2/auth/init`, { deviceInfo })
    assertRejected(response, {
      status: 404,
      msg: /no application x{63}…\./,
      msgCode: 'not_found',
      reason: 'unknown_application',
    })
  })
}

function headersContract(running: Running, fresh: FreshDatabase) {
  test('only the keys are cacheable', async () => {
    const paths = [
      '//health',
      '//ready',
      '//nothing',
      `/${demo}/version`,
      '//apps/unknown/fido2/v2/version',
      '//%E0%A4%A',
    ]
    const responses = await Promise.all([
      ...routes
        .filter(({ path }) => !path.endsWith('jwks.json'))
        .map(({ method, path }) => running().ask(method, path)),
      ...paths.map((path) => running().ask('GET', path)),
      running().post('/auth/init', init),
      running().post('/auth/init', '['),
      running().post('/auth/init', ' '.repeat(300_000)),
    ])
    for (const { headers, text } of responses) {
      assert.equal(headers['cache-control'], 'no-store', text)
      assert.equal(headers['x-content-type-options'], 'nosniff', text)
      assert.equal(headers.etag, undefined)
    }
  })

  for (const [method, path] of [
    ['GET', '//'],
    ['GET', '//nothing'],
    ['POST', '/AUTH/INIT'],
    ['POST', '/auth/init/'],
    ['POST', '//fido2/v2//auth/init'],
    ['GET', '//fido2/v2/../../etc/passwd'],
    ['GET', '//apps//fido2/v2/version'],
  ] as const) {
    test(`${method} ${path} returns not found with the standard error body`, async () => {
      const response = await running().ask(method, path)
      assertRejected(response, { status: 404, msg: /^There is no /, msgCode: 'not_found', reason: 'unknown_path' })
    })
  }

  test("a path segment that is too long is rejected by the route's own rule and not echoed", async () => {
    const { text: token } = await apiKey(running(), ['user:read'])
    for (const length of [65, 101, 4_000, 15_000]) {
      const response = await running().ask('GET', `/mgmt/devices/${'x'.repeat(length)}`, { token })
      assertRejected(response, {
        status: 400,
        msg: /`deviceId` must have at most 64 characters\.$/,
        msgCode: 'bad_request',
      })
      assert.ok(response.text.length < 200)
    }
  })

  test('/health responds while the process runs, /ready only while its database does', async () => {
    const database = await fresh()
    const service = await startService({ databaseUrl: database.url })
    assert.deepEqual(readBody(await service.ask('GET', '//health')), { status: 'ok' })
    await service.core.store.close()
    assert.deepEqual(readBody(await service.ask('GET', '//health')), { status: 'ok' })
    const unready = await service.ask('GET', '//ready')
    const msg = 'The database is not writable'
    assert.deepEqual(readBody(unready, 503), { status: 'unavailable', msg, msgCode: 'service_unavailable' })
    assert.deepEqual(readBody(await running().ask('GET', '//ready')), { status: 'ready' })
    const broken = await service.post('/auth/init', { ...init, user: { username: 'ada' } })
    const unavailable = 'The database is unavailable: try again after the time in Retry-After'
    assertRejected(broken, { status: 503, msg: unavailable, msgCode: 'service_unavailable' })
    await service.server.close()
    await database.drop()
  })
}

anyEngine('addresses', (fresh) => {
  const alone = useService(fresh)
  const deployed = useService(fresh, { baseUrl: 'https://auth.example.com' })

  test("with only one application, requests don't need to name it", async () => {
    readBody(await alone().ask('GET', `${root}/.well-known/jwks.json`))
    readBody(await alone().post(`${root}/auth/init`, init))
  })

  test('an application is named by host, path, or body', async () => {
    const headers = { host: 'demo.localhost:4300' }
    readBody(await alone().post(`${root}/auth/init`, init, { headers }))
    readBody(await alone().post(`${root}/auth/init`, init, { headers: { host: 'DEMO.LOCALHOST' } }))
    readBody(await alone().post('/auth/init', init))
    readBody(await alone().post('/auth/init', init, { headers }))
  })

  for (const [what, path, host, id] of [
    ['by host', root, 'unknown.localhost:4300', 'unknown'],
    ['by path', '//apps/unknown/fido2/v2', 'localhost:4300', 'unknown'],
    ['by body', root, 'localhost:4300', 'unknown'],
    ['in uppercase', '//apps/DEMO/fido2/v2', 'localhost:4300', 'demo'],
    ['like an inherited object property', '//apps/constructor/fido2/v2', 'localhost:4300', 'constructor'],
    ['like the object prototype', '//apps/__proto__/fido2/v2', 'localhost:4300', '__proto__'],
  ] as const) {
    test(`an unknown application ${what} is not found`, async () => {
      const response = await alone().post(`${path}/auth/init`, { app: { id }, deviceInfo }, { headers: { host } })
      assertRejected(response, {
        status: 404,
        msg: /^invalid_app_id: there is no application /,
        msgCode: 'not_found',
        reason: 'unknown_application',
      })
    })
  }

  for (const host of [
    '',
    'localhost',
    '127.0.0.1:4300',
    '[::1]:4300',
    'evil.example',
    'demo.evil.example',
    'a.b.localhost',
  ]) {
    test(`the host "${host}" names no application`, async () => {
      readBody(await alone().post(`${root}/auth/init`, init, { headers: { host } }))
    })
  }

  test('an application with its own host is named by that host', async () => {
    const { core } = alone()
    await createApplication(core, {
      id: 'hosted',
      rpId: 'hosted.example',
      origins: ['https://hosted.example'],
      baseUrl: 'https://api.hosted.example',
    })
    const headers = { host: 'api.hosted.example' }
    const response = await alone().post(`${root}/auth/init`, { ...init, app: { id: 'hosted' } }, { headers })
    assert.equal(readBody<{ assertionOptions: { rpId: string } }>(response).assertionOptions.rpId, 'hosted.example')
    assert.equal((await alone().post(`${root}/auth/init`, init, { headers })).status, 400)
    assert.equal((await alone().post('/auth/init', init, { headers })).status, 400)
  })

  test('forwarded headers are not trusted', async () => {
    const headers = {
      host: 'localhost:4300',
      'x-forwarded-host': 'unknown.localhost',
      'x-forwarded-proto': 'https',
      forwarded: 'host=unknown.localhost',
      'x-original-url': '/apps/unknown/fido2/v2/auth/init',
    }
    readBody(await alone().post(`${root}/auth/init`, init, { headers }))
  })

  const running = useService(fresh)
  before(async () => {
    await createApplication(running().core, { id: 'other', rpId: 'localhost', origins: [origin] })
  })

  for (const [what, path, headers, id] of [
    ['host and path', '//apps/other/fido2/v2', { host: 'demo.localhost' }, 'other'],
    ['host and body', root, { host: 'demo.localhost' }, 'other'],
    ['path and body', '//apps/demo/fido2/v2', {}, 'other'],
  ] as const) {
    test(`${what} that name different applications are a bad request`, async () => {
      const response = await running().post(`${path}/auth/init`, { app: { id }, deviceInfo }, { headers })
      assertRejected(response, { status: 400, msg: /demo.*other|other.*demo/, msgCode: 'bad_request' })
    })
  }

  test('a token and a body for different applications are a bad request', async () => {
    const { jwtAccess: token } = await signUpUser(running())
    const response = await running().post(`${root}/reg/init`, { app: { id: 'other' }, deviceInfo }, { token })
    assertRejected(response, { status: 400, msg: /names application other/, msgCode: 'bad_request' })
    readBody(await running().post(`${root}/reg/init`, { app: { id: 'demo' }, deviceInfo }, { token }))
    readBody(await running().ask('GET', `${root}/passkeys`, { token }))
  })

  test('with several applications and none named, the error says so', async () => {
    assertRejected(await running().ask('GET', `${root}/.well-known/jwks.json`), {
      status: 400,
      msg: 'Identify the application: call /apps/<id>/fido2/v2/… or send app.id',
      msgCode: 'bad_request',
    })
  })

  corsContract(deployed)
  unreachableApplications(running)
  headersContract(alone, fresh)
})
