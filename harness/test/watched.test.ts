import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchContract } from '../src/watched.ts'

const right = { version: '1.2.3' }
const rejected = { msg: 'no', msgCode: 'bad_request' }
const json = 'application/json; charset=utf-8'

/** A response to the call that asks for the version. */
function respond(status: number, content: unknown, { type = json, text = write(content) } = {}) {
  const { watch, complain } = watchContract()
  const exchange = { request: { method: 'GET' }, query: {}, headers: { 'content-type': type } }
  watch.respond?.(exchange as never, { route: '/fido2/v2/version', status, content, text })
  return complain
}

const write = (content: unknown) => (content === undefined ? undefined : JSON.stringify(content))

for (const [what, status, body, complaint] of [
  ['a status that is not declared', 201, right, /GET \/fido2\/v2\/version 201: the status is not declared/],
  ['a member that is not declared', 200, { ...right, extra: 1 }, /must NOT have additional properties/],
  ['a member of the wrong type', 200, { version: 1 }, /\/version must be string/],
  ['a missing member', 200, {}, /must have required property 'version'/],
  ['no body', 200, undefined, /the body is missing/],
  ['a msgCode of another status', 400, { ...rejected, msgCode: 'forbidden' }, /msgCode forbidden/],
] as const)
  test(`a watched server complains about ${what}`, () => {
    assert.throws(respond(status, body), { message: complaint })
  })

test('a watched server accepts what the contract describes', () => {
  respond(200, right)()
  respond(400, rejected)()
})

test('a watched server complains about another content type', () => {
  assert.throws(respond(200, right, { type: 'text/plain' }), { message: /the content type is text\/plain/ })
})

test('a watched server complains about a property that is dropped silently', () => {
  const complain = respond(200, { ...right, secret: 'x' }, { text: JSON.stringify(right) })
  assert.throws(complain, { message: /"secret"/ })
})
