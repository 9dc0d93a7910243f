import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { emitted, yamlOf } from '../src/emit.ts'

type Operation = {
  summary?: string
  description?: string
  security?: unknown
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
  requestBody?: { content: Record<string, { example?: unknown }> }
}

for (const [name, api] of emitted) {
  const document = parse(yamlOf(api)) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  )

  test(`${name} is valid OpenAPI`, async () => {
    const { valid, errors } = await new Validator().validate(parse(yamlOf(api)))
    assert.equal(valid, true, JSON.stringify(errors))
  })

  test(`${name} has every route of the contract once`, () => {
    assert.equal(operations.length, Object.keys(api.routes).length)
  })

  for (const [what, operation] of operations) {
    test(`${name}: ${what} says what it does, who may call it and what can go wrong`, () => {
      assert.ok(operation.summary && operation.description && Array.isArray(operation.security))
      assert.ok('500' in operation.responses)
    })

    test(`${name}: ${what} shows an example of every body`, () => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        part?.content ? [part.content] : [],
      )
      for (const content of bodies) assert.notEqual(content['application/json']?.example, undefined)
    })
  }
}
