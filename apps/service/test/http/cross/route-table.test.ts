import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, apiKeyScopes, apis, hostedApi, listMsgCodes, type Route } from '@thumbturn/contract'
import { exampleCall, operations } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { routeKey } from '@thumbturn/service-harness/route-key.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { callLimits } from '../../../src/core/use-cases/limits/classes.ts'

/** Paths served besides the APIs: probes and the well-known files of a domain. */
const besides = [
  'GET /health',
  'GET /ready',
  'GET /.well-known/webauthn',
  'GET /.well-known/assetlinks.json',
  'GET /.well-known/apple-app-site-association',
  'GET /.well-known/passkey-endpoints',
  'GET /.well-known/security.txt',
]

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** SCIM describes itself, by `/scim/v2/Schemas`. */
const isScim = (key: string) => key.includes(' /scim/v2')

const described: [string, Api, Route][] = [...Object.values(apis), hostedApi].flatMap((api: Api) =>
  Object.entries(api.routes).map(([name, route]): [string, Api, Route] => [name, api, route]),
)

anyEngine('routes', (fresh) => {
  const running = useService(fresh)

  test('the running server has exactly the routes in the contract and those listed here', () => {
    const { routes } = running()
    const keys = described.map(([, api, route]) => routeKey(api, route))
    assert.equal(new Set(keys).size, keys.length)
    assert.deepEqual(
      [...routes].filter((key) => !key.startsWith('OPTIONS ') && !isScim(key)).sort(),
      [...keys, ...besides].sort(),
    )
  })

  test("no path responds to a method that the contract doesn't have for it, whatever the credential", async (t) => {
    const service = running()
    // A parameter of one path can have the value that another path names.
    const known = described.map(
      ([, api, route]) => new RegExp(`^${routeKey(api, route).replaceAll(/:\w+/g, '[^/]+')}$`),
    )
    const isKnown = (method: string, path: string) => known.some((pattern) => pattern.test(`${method} ${path}`))
    const { text: key } = await apiKey(service, [...apiKeyScopes])
    const { jwtAccess } = await signUpUser(service)
    const paths = new Map(
      operations.map((operation) => [routeKey(operation.api, operation.route).split(' ')[1]!, operation]),
    )
    let tried = 0
    for (const [path, operation] of paths) {
      for (const method of methods.filter((one) => !isKnown(one, path))) {
        const { path: url } = exampleCall(operation)
        for (const token of [undefined, key, jwtAccess]) {
          const { status, headers } = await service.ask(method, url, { token })
          assert.equal(status, 405, `${method} ${url}`)
          const allowed = String(headers.allow).split(', ')
          assert.deepEqual(
            methods.filter((one) => allowed.includes(one)),
            methods.filter((one) => isKnown(one, path)),
            `${method} ${url}`,
          )
          tried++
        }
      }
    }
    assert.ok(tried > 1_000, `${tried} calls`)
    t.diagnostic(`${tried} calls`)
  })

  test('every route declares its rate limit and that it can fail with 429 and 503', () => {
    for (const [name, api, route] of described) {
      assert.ok(Object.hasOwn(callLimits, route.limit), `${api.title}: ${name}`)
      assert.deepEqual(listMsgCodes(route, 429), ['too_many_requests'], name)
      assert.deepEqual(listMsgCodes(route, 503), ['service_unavailable'], name)
    }
  })

  test('operations for pages have a preflight, and operations for backends have none', () => {
    const { routes } = running()
    const isForPages = ({ access }: Route) =>
      access.kind === 'public'
        ? !access.ownPages && access.pages !== 'none'
        : !['apiKey', 'admin', 'member', 'management'].includes(access.kind)
    const forPages = described.filter(([, , route]) => isForPages(route))
    const wanted = new Set(forPages.map(([, api, route]) => routeKey(api, { ...route, method: 'OPTIONS' as never })))
    assert.deepEqual([...routes].filter((key) => key.startsWith('OPTIONS ')).sort(), [...wanted].sort())
  })
})
