import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  apiKeyScopes,
  apis,
  describeAccess,
  findExample,
  plain,
  type Route,
  type ServiceScope,
} from '@thumbturn/contract'
import { exampleCall, type Operation } from '@thumbturn/service-harness/calls.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import { preparations as admin } from './admin.ts'
import { preparations as current } from './current.ts'
import { preparations as gen1 } from './gen1.ts'
import { preparations as openid } from './openid.ts'
import { preparations as proxy } from './proxy.ts'
import { type ExampleChanges, type Prepare, replaceIn, startInstallation } from './world.ts'

const preparations: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  current,
  proxy,
  gen1,
  admin,
  openid,
}

/** The credential of a call that needs no particular one. */
async function createToken(service: Service, { access }: Route): Promise<string | undefined> {
  const { scheme, scope, optional } = describeAccess(access)
  if (optional) return undefined
  if (scheme === 'apiKey') return (await apiKey(service, [...apiKeyScopes])).text
  if (scheme === 'adminKey') return (await createAdminKey(service)).text
  if (scheme === 'serviceToken') return (await gen1Backend(service)).token(scope as ServiceScope)
  return undefined
}

/** The call of an example, with what only the service could issue. */
async function send(service: Service, operation: Operation, { ids, query, body, token, headers }: ExampleChanges) {
  const { method, path, ask } = exampleCall(operation, ids)
  const url = new URL(path.slice(1), 'http://localhost')
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return service.ask(method, `/${url.pathname}${url.search}`, {
    body: body === undefined ? ask.body : replaceIn(ask.body, body),
    token: token ?? (await createToken(service, operation.route)),
    headers: { ...ask.headers, ...headers },
  })
}

/** The same over a connection that is closed after the headers, because the body has no end. */
async function openStream(service: Service, operation: Operation, sent: ExampleChanges) {
  const { server } = service
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const left = new AbortController()
  const authorization = (await createToken(service, operation.route))!
  const { path } = exampleCall(operation, sent.ids)
  const response = await fetch(`http://127.0.0.1:${port}${path.slice(1)}`, {
    headers: { authorization },
    signal: left.signal,
  })
  left.abort()
  return { status: response.status, text: response.statusText, body: undefined }
}

/** The fields of a response that its example doesn't show, with their path. */
function listMissing(example: unknown, value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (typeof example !== 'object' || example === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => {
    const shown = Array.isArray(example) ? example[0] : (example as Record<string, unknown>)[name]
    return shown === undefined ? [`${path}.${name}`] : listMissing(shown, inner, `${path}.${name}`)
  })
}

for (const [name, api] of Object.entries(apis)) {
  for (const [operation, route] of Object.entries(api.routes)) {
    test(`${name}: the example of ${operation} works as it is`, async (t) => {
      const service = await startInstallation(name === 'admin' ? 'shop' : 'demo')
      t.after(() => service.close())
      const sent = (await preparations[name]![operation]?.(service)) ?? {}
      if (sent.after) t.after(sent.after)
      const ask = route.media === 'text/event-stream' ? openStream : send
      const { status, text, body } = await ask(service, { name: operation, api, route }, sent)
      assert.equal(status, route.never ? 400 : route.ok, text)
      if (sent.expected) assert.partialDeepStrictEqual(body, sent.expected)
      if (!route.result || route.never || route.media !== undefined) return
      assert.deepEqual(
        listMissing(findExample(plain(route.result)), body),
        [],
        'the example of the response lacks fields',
      )
    })
  }
}
