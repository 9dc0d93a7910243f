import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { exampleOf, gen1Api, plain, type Route } from '@thumbturn/contract'
import { type Json, placesIn, replaced, type Schema, wrong } from '@thumbturn/service-harness/bodies.ts'
import { exampleCall } from '@thumbturn/service-harness/calls.ts'
import { onSqlite } from '@thumbturn/service-harness/engines.ts'
import { type Gen1Backend, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { Value } from 'typebox/value'

const routes: [string, Route][] = Object.entries(gen1Api.routes)

/** Every member of every body of the first generation, replaced by what does not belong there. */
onSqlite('bodies of the first generation', (fresh) => {
  const running = useService(fresh)
  let backend: Gen1Backend
  before(async () => {
    backend = await gen1Backend(running())
  })

  for (const [name, route] of routes.filter(([, { body }]) => body)) {
    test(`${name} answers a wrong member with 400, and never with an error of ours`, async () => {
      const { method, path, ask } = exampleCall({ name, api: gen1Api, route })
      const [, scope] = route.access.split(':')
      const right = exampleOf(plain(route.body)) as Json
      for (const place of placesIn(route.body as Schema)) {
        for (const [what, value] of wrong) {
          const body = replaced(right, place, value)
          const token = scope && backend.token(scope)
          const answer = await running().ask(method, path, { ...ask, body, token })
          const about = `${place.join('.')} is ${what}: ${answer.status} ${answer.text}`
          assert.ok(answer.status < 500, about)
          if (Value.Check(route.body!, body)) continue
          assert.equal(answer.status, 400, about)
          assert.deepEqual(Object.keys(answer.body as Json), ['code', 'message'], about)
        }
      }
    })
  }
})
