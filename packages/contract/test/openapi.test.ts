import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { apis } from '../src/apis.ts'
import { toYaml } from '../src/emit.ts'
import { listMsgCodes, listRejections } from '../src/rejections.ts'
import { describeAccess } from '../src/security.ts'

type Operation = {
  operationId: string
  summary?: string
  description?: string
  security?: object[]
  responses: Record<string, unknown>
}

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; const?: unknown; 'x-go-name'?: string }

/** Every object in a part of a document, such as a schema. */
const objectsIn = (part: unknown): Schema[] =>
  typeof part === 'object' && part !== null ? [part, ...Object.values(part).flatMap(objectsIn)] : []

/** The property that generators of clients create where names begin with an upper-case letter and have no punctuation. */
const toFieldName = ([name, schema]: [string, Schema]) =>
  schema['x-go-name'] ?? name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())

for (const [name, api] of Object.entries(apis)) {
  const document = parse(toYaml(api)) as { paths: Record<string, Record<string, Operation>> }
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  )

  test(`${name}: the document is valid OpenAPI`, async () => {
    const { valid, errors } = await new Validator().validate(parse(toYaml(api)))
    assert.equal(valid, true, JSON.stringify(errors))
  })

  test(`${name}: no two routes share method and path`, () => {
    assert.deepEqual([...operations.keys()].sort(), Object.keys(api.routes).sort())
  })

  test(`${name}: no two fields of an object get the same name in generated clients`, () => {
    for (const { properties = {} } of objectsIn(document)) {
      const names = Object.entries(properties).map(toFieldName)
      assert.equal(new Set(names).size, names.length, names.join(', '))
    }
  })

  test(`${name}: a choice among constants is an enum`, () => {
    const choices = objectsIn(document).filter(({ anyOf }) => Array.isArray(anyOf))
    assert.deepEqual(
      choices.filter(({ anyOf = [] }) => anyOf.every((choice) => choice.const !== undefined)),
      [],
    )
  })

  test(`${name}: internal_error is the code of no outcome that is described`, () => {
    for (const [operation, route] of Object.entries(api.routes)) {
      const statuses = Object.keys(listRejections(route)).map(Number)
      const internal = statuses.filter((status) => listMsgCodes(route, status).includes('internal_error'))
      assert.deepEqual(internal, [500], operation)
    }
  })

  for (const [operation, route] of Object.entries(api.routes)) {
    test(`${name}: ${operation} documents what it does, who can call it, and every possible response`, () => {
      const { summary, description, security, responses } = operations.get(operation)!
      assert.ok(summary && description)
      const { scheme, alternative, scope, optional } = describeAccess(route.access)
      const schemes = [scheme, alternative].filter((one) => one !== undefined)
      assert.deepEqual(security, [...(optional ? [{}] : []), ...schemes.map((one) => ({ [one]: [] }))])
      if (scope !== undefined) assert.ok(description.includes(`\`${scope}\``))
      const rejections = Object.keys(listRejections(route))
      for (const status of [route.ok, ...rejections]) assert.ok(status in responses, `${status}`)
      assert.equal(scheme === undefined, route.access.kind === 'public')
    })
  }
}
