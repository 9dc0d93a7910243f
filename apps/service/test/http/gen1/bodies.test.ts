import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeAccess, findExample, gen1Api, plain, type Route } from '@thumbturn/contract'
import { toOpenApi } from '@thumbturn/contract/openapi'
import {
  absent,
  fits,
  type Json,
  optionalPlacesIn,
  placesIn,
  replaced,
  type Schema,
  typesIn,
  wrong,
} from '@thumbturn/service-harness/bodies.ts'
import { exampleCall } from '@thumbturn/service-harness/calls.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Gen1Backend, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { bodyValidator, openApiValidator } from '@thumbturn/service-harness/openapi.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'

type Operation = { parameters: { name: string }[] }
const document = toOpenApi(gen1Api) as unknown as { paths: Record<string, Record<string, Operation>> }
const findComplaints = openApiValidator(document)

const describeBody = bodyValidator(gen1Api)

/** The document's message for a parameter of the query. */
function describeParameter({ path, method }: Route, name: string, value: string) {
  const place = ['paths', path, method.toLowerCase()]
  const at = document.paths[path]![method.toLowerCase()]!.parameters.findIndex((parameter) => parameter.name === name)
  return findComplaints([...place, 'parameters', String(at), 'schema'], value)
}

const routes: [string, Route][] = Object.entries(gen1Api.routes)

/** Replaces every field of every first-generation body and query with invalid values, and leaves it blank. */
anyEngine('bodies of the first generation', (fresh) => {
  const running = useService(fresh)
  let backend: Gen1Backend
  before(async () => {
    backend = await gen1Backend(running())
  })

  for (const [name, route] of routes.filter(([, { body }]) => body)) {
    test(`${name} responds to an invalid field with 400, and never with a server error`, async () => {
      const { method, path, ask } = exampleCall({ name, api: gen1Api, route })
      const { scope } = describeAccess(route.access)
      const right = findExample(plain(route.body)) as Json
      for (const place of placesIn(route.body as Schema)) {
        for (const [what, value] of wrong) {
          const body = replaced(right, place, value)
          const token = scope && backend.token(scope)
          const response = await running().ask(method, path, { ...ask, body, token })
          const about = `${place.join('.')} is ${what}: ${response.status} ${response.text}`
          assert.ok(response.status < 500, about)
          if (fits(route.body!, body)) continue
          assert.equal(response.status, 400, about)
          assert.deepEqual(Object.keys(response.body as Json), ['code', 'message'], about)
        }
      }
    })
  }

  /** Sends a call about a new user, so that no call affects the next one. */
  const callWith = async ([name, route]: [string, Route], place: string[], value: unknown) => {
    const { method, path, ask } = exampleCall({ name, api: gen1Api, route })
    const { scope } = describeAccess(route.access)
    const user = await subject(backend, path)
    const body = route.body && replaced({ ...(ask.body as Json), ...own(user, ask.body) }, place, value)
    return running().ask(method, path, { ...ask, body, token: scope && backend.token(scope) })
  }

  for (const entry of routes) {
    const [name, { body, query }] = entry
    for (const place of optionalPlacesIn((body ?? {}) as Schema)) {
      test(`${name} treats null and an empty ${place.join('.')} as omitted, and documents it`, async () => {
        for (const blank of [null, '']) {
          const example = replaced(findExample(plain(body)) as Json, place, blank)
          assert.deepEqual(describeBody(entry[1], example), [])
        }
        const expected = describeAnswer(await callWith(entry, place, absent))
        for (const blank of [null, '']) assert.deepEqual(describeAnswer(await callWith(entry, place, blank)), expected)
      })
    }
    for (const [field = ''] of optionalPlacesIn((query ?? {}) as Schema)) {
      test(`${name} treats an empty ${field} in the query as omitted, and documents it`, async () => {
        assert.deepEqual(describeParameter(entry[1], field, ''), [])
        const { method, path, ask } = exampleCall({ name, api: gen1Api, route: entry[1] })
        const { scope } = describeAccess(entry[1].access)
        const send = (url: string) => running().ask(method, url, { ...ask, token: scope && backend.token(scope) })
        const left = path.replace(new RegExp(`(?<=[?&])${field}=[^&]*&?`), '')
        assert.notEqual(left, path)
        assert.deepEqual(describeAnswer(await send(`${left}&${field}=`)), describeAnswer(await send(left)))
      })
    }
  }
})

type Subject = { username: string; user_id: string }

/** The user a call is about. Exists already, unless the call creates the user. */
async function subject(backend: Gen1Backend, path: string): Promise<Subject> {
  const username = newName()
  if (/\/register\/|\/manage\/users$/.test(path)) return { username, user_id: 'unknown' }
  const { id } = readBody<{ id: string }>(await backend.manage('users.create', 'POST /manage/users', { username }))
  return { username, user_id: id }
}

const own = (user: Subject, body: unknown): Partial<Subject> =>
  Object.fromEntries(Object.entries(user).filter(([name]) => Object.hasOwn(body as Json, name)))

/** The status, the text of an error, and the names and types of the fields. */
const describeAnswer = ({ status, body }: Answer) => [status, status === 200 ? typesIn(body) : body]
