import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { watched } from '../src/watched.ts'

const right = { version: '1.2.3' }
const rejected = { msg: 'no', msgCode: 'bad_request' }

for (const [what, status, body, complaint] of [
  ['the response that the contract describes', 200, right, undefined],
  ['a declared error', 400, rejected, undefined],
  ['a status that is not declared', 201, right, /GET \/fido2\/v2\/version 201: the status is not declared/],
  ['a member that is not declared', 200, { ...right, extra: 1 }, /must NOT have additional properties/],
  ['a member of the wrong type', 200, { version: 1 }, /\/version must be string/],
  ['a missing member', 200, {}, /must have required property 'version'/],
  ['no body', 200, undefined, /the body is missing/],
  ['another content type', 200, '{"version":"1.2.3"}', /the content type is text\/plain/],
  ['a msgCode of another status', 400, { ...rejected, msgCode: 'forbidden' }, /msgCode forbidden/],
] as const) {
  test(`in a watched server, ${what} ${complaint ? 'fails the call' : 'is accepted'}`, async (t) => {
    const { server, routes } = await watched(async () => {
      const made = Fastify()
      made.get('/fido2/v2/version', (_, reply) => reply.code(status).send(body))
      return made
    })
    t.after(() => server.close())
    const call = server.inject({ method: 'GET', url: '/fido2/v2/version' })
    if (complaint) await assert.rejects(call, { message: complaint })
    else assert.equal((await call).statusCode, status)
    assert.ok(routes.has('GET /fido2/v2/version'))
  })
}

test('a property that a serializer would drop silently also fails the call', async (t) => {
  const { server } = await watched(async () => {
    const made = Fastify()
    const response = { 200: { type: 'object', properties: { version: { type: 'string' } } } }
    made.get('/fido2/v2/version', { schema: { response } }, () => ({ ...right, secret: 'x' }))
    return made
  })
  t.after(() => server.close())
  await assert.rejects(server.inject('/fido2/v2/version'), { message: /"secret"/ })
})
