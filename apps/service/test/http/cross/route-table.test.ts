import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, apis, listMsgCodes, type Route } from '@thumbturn/contract'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { routeKey } from '@thumbturn/service-harness/watched.ts'
import { callLimits } from '../../../src/core/model/limits/classes.ts'

/** Paths served besides the APIs: probes and the well-known files of a domain. */
const besides = [
  'GET /health',
  'GET /ready',
  'GET /.well-known/webauthn',
  'GET /.well-known/assetlinks.json',
  'GET /.well-known/apple-app-site-association',
]

/** SCIM describes itself, by `/scim/v2/Schemas`. */
const isScim = (key: string) => key.includes(' /scim/v2')

const described: [string, Api, Route][] = Object.values(apis).flatMap((api) =>
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
      access.kind === 'public' ? !access.ownPages : !['apiKey', 'admin', 'member', 'management'].includes(access.kind)
    const forPages = described.filter(([, , route]) => isForPages(route))
    const wanted = new Set(forPages.map(([, api, route]) => routeKey(api, { ...route, method: 'OPTIONS' as never })))
    assert.deepEqual([...routes].filter((key) => key.startsWith('OPTIONS ')).sort(), [...wanted].sort())
  })
})
