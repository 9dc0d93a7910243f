import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, deviceInfo, readBody } from '@thumbturn/service-harness/situations.ts'
import type { Application } from '../../../src/core/model/applications/application.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createUnknownOrigins, describeRemedy } from '../../../src/http/unknown-origins.ts'

const body = { app: { id: 'demo' }, deviceInfo }
const local = 'http://localhost:5173'
const preflight = { 'access-control-request-method': 'POST' }

anyEngine('unknown origins', (fresh) => {
  const service = useService(fresh)
  const deployed = useService(fresh, { baseUrl: 'https://auth.example.com' })

  test('an origin of one application opens no other that the body names', async () => {
    const bank = { id: 'bank', rpId: 'bank.example', origins: ['https://bank.example'] }
    await createApplication(deployed().core, bank)
    for (const [id, page, isAllowed] of [
      ['bank', 'https://bank.example', true],
      ['demo', 'https://bank.example', false],
      ['bank', 'https://evil.example', false],
    ] as const) {
      const call = { ...body, app: { id } }
      const { headers, status } = await deployed().post('//fido2/v2/auth/init', call, { headers: { origin: page } })
      assert.equal(headers['access-control-allow-origin'], isAllowed ? page : undefined, `${page} calls ${id}`)
      assert.equal(status, 200)
    }
  })

  test("on localhost, a page of an origin that isn't allowed can read the command that allows it", async () => {
    const asked = await service().ask('OPTIONS', '/auth/init', { headers: { origin: local, ...preflight } })
    assert.equal(asked.headers['access-control-allow-origin'], local)
    assert.equal(asked.headers['access-control-allow-headers'], 'authorization, content-type')
    assert.equal(asked.headers['access-control-max-age'], undefined)

    const response = await service().post('/auth/init', body, { headers: { origin: local } })
    const command = `thumbturn app set demo --add-origin ${local}`
    const msg = `The origin ${local} is not allowed for application demo. To allow it, run: ${command}`
    assertRejected(response, { status: 400, msg, msgCode: 'origin_not_allowed' })
    assert.equal(response.headers['access-control-allow-origin'], local)
  })

  test("the error for an origin that the RP ID doesn't cover states where its passkeys work", async () => {
    for (const [page, msg] of [
      ['http://app.localhost:5173', /passkeys work on localhost only/],
      ['http://127.0.0.1:5173', /No application can allow it: use http:\/\/localhost:5173\.$/],
    ] as const) {
      const response = await service().post('/auth/init', body, { headers: { origin: page } })
      assertRejected(response, { status: 400, msg, msgCode: 'origin_not_allowed' })
    }
  })

  test('pages served by the service itself need no permission', async () => {
    const headers = { origin: 'http://localhost:4999', host: 'localhost:4999' }
    readBody(await service().post('/auth/init', body, { headers }))
  })

  test("a page from a non-local origin can't read the error, and neither can a page on localhost from a deployed service", async () => {
    for (const [at, page] of [
      [service(), 'https://evil.example'],
      [deployed(), local],
    ] as const) {
      for (const method of ['OPTIONS', 'POST']) {
        const { headers } = await at.ask(method, '/auth/init', { body, headers: { origin: page, ...preflight } })
        assert.equal(headers['access-control-allow-origin'], undefined, `${method} from ${page}`)
        assert.equal(headers['access-control-allow-methods'], undefined, `${method} from ${page}`)
      }
    }
  })
})

for (const [page, advice] of [
  ['http://localhost:5173', /^To allow it, run: thumbturn app set demo --add-origin http:\/\/localhost:5173$/],
  ['null', /^No application can allow it: sandboxed frames and local files report it, /],
  ['https://*.example.com', /^No application can allow it: origins have no wildcards/],
  ['http://shop.example', /^No application can allow it: use https:\/\/shop\.example\.$/],
  ['http://$(reboot).localhost', /^No application can allow it: it must be https/],
  [`android:apk-key-hash:${'A'.repeat(43)}`, /^No application can allow it: an Android app is/],
  ['http://app.localhost:5173', /^Its passkeys work on localhost only/],
] as const)
  test(`a page of ${page} is described only by what the application would accept`, async () => {
    const application = { id: 'demo', rpId: 'localhost', origins: [origin] } as unknown as Application
    assert.match(describeRemedy(page, application, 'thumbturn'), advice)
  })

test('an unknown origin is logged once per minute, and a flood of origins fills neither memory nor log', () => {
  let at = 0
  const origins = createUnknownOrigins({ monotonic: () => at }, 'thumbturn')
  assert.deepEqual([origins.isNews('a'), origins.isNews('a'), origins.isNews('b')], [true, false, true])
  const flood = Array.from({ length: 1000 }, (_, index) => origins.isNews(`https://${index}.example`))
  assert.equal(flood.filter(Boolean).length, 98)
  at = 60_000
  assert.deepEqual([origins.isNews('a'), origins.isNews('a')], [true, false])
})
