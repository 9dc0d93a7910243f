import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Route } from '@thumbturn/contract'
import { apiKeyScopes } from '@thumbturn/contract/vocabulary/scopes.ts'
import {
  createSample,
  fits,
  type Json,
  placesIn,
  replaced,
  type Schema,
  wrong,
} from '@thumbturn/service-harness/bodies.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { applicationRoutes } from '@thumbturn/service-harness/routes.ts'
import { type Answer, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  deviceInfo,
  readBody,
  signUpUser,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'

const routes = applicationRoutes.filter(([, { body }]) => body)

function assertBadRequest(response: Answer, about: string) {
  assert.equal(response.status, 400, about)
  assert.deepEqual(Object.keys(response.body as Json), ['msg', 'msgCode'], about)
  assert.equal((response.body as Json).msgCode, 'bad_request', about)
  assert.doesNotMatch(String((response.body as Json).msg), /must NOT|must match|^body/, about)
}

anyEngine('bodies', (fresh) => {
  const running = useService(fresh)
  let tokens: Record<string, string | undefined>
  before(async () => {
    const { jwtAccess } = await signUpUser(running())
    const { session } = await startSignIn(running())
    const { text } = await apiKey(running(), [...apiKeyScopes])
    tokens = { user: jwtAccess, optionalUser: jwtAccess, session, apiKey: text, userOrApiKey: text }
  })
  const send = ({ method, path, access }: Route, body: unknown, headers?: Record<string, string>) =>
    running().ask(method, path.replaceAll(/\{\w+\}/g, 'x'), {
      token: tokens[access.kind],
      body,
      headers,
    })

  for (const [name, route] of routes) {
    test(`${name} responds to an invalid field with 400, never with an internal error`, async () => {
      const schema = route.body as Schema
      const right = createSample(schema) as Json
      for (const path of placesIn(schema)) {
        for (const [what, value] of wrong) {
          const body = replaced(right, path, value)
          const response = await send(route, body)
          const about = `${path.join('.')} is ${what}: ${response.status} ${response.text}`
          assert.ok(response.status < 500, about)
          if (!fits(route.body!, body)) assertBadRequest(response, about)
        }
      }
    })

    test(`${name} accepts only JSON bodies of at most 256 kB`, async () => {
      const body = JSON.stringify(createSample(route.body as Schema))
      const form = await send(route, body, { 'content-type': 'application/x-www-form-urlencoded' })
      assertRejected(form, { status: 415, msg: /application\/json/, msgCode: 'unsupported_media_type' })
      for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x']) {
        const response = await send(route, body, { 'content-encoding': encoding })
        assertRejected(response, { status: 415, msg: /without content encoding/, msgCode: 'unsupported_media_type' })
      }
      const large = `{"x":"${'x'.repeat(256 * 1024)}"}`
      assertRejected(await send(route, large), {
        status: 413,
        msg: 'The body is larger than 256 kB',
        msgCode: 'payload_too_large',
      })
    })
  }

  test('unknown fields are ignored, including a nested __proto__', async () => {
    const extra = {
      constructor: 'x',
      toString: 'x',
      hasOwnProperty: 1,
      is_verified: true,
      tenant: 'other',
      role: 'admin',
    }
    const body = {
      app: { id: 'demo', ...extra },
      deviceInfo: { ...deviceInfo, ...extra },
      user: { username: 'x', ...extra },
      ...extra,
    }
    readBody(await running().post('/auth/init', body))
    const nested = '{"app":{"id":"demo"},"deviceInfo":{"webauthnCapabilities":{"__proto__":{"polluted":1}}}}'
    assert.equal((await running().post('/auth/init', nested)).status, 400)
    assert.equal(({} as Json).polluted, undefined)
  })

  test('a body has at most a hundred levels, brackets in texts aside', async () => {
    const nest = (levels: number) =>
      `{"app":{"id":"demo"},"deviceInfo":{"x":${'['.repeat(levels)}"[[\\"[["${']'.repeat(levels)}}}`
    readBody(await running().post('/auth/init', nest(98)))
    const tooDeep = { status: 400, msg: /nested too deeply/, msgCode: 'bad_request' }
    for (const levels of [99, 100_000]) assertRejected(await running().post('/auth/init', nest(levels)), tooDeep)
  })

  test('the last of duplicate fields counts', async () => {
    const twice = '{"app":{"id":7},"app":{"id":"demo"},"deviceInfo":{}}'
    readBody(await running().post('/auth/init', twice))
  })

  test('if one of several values is allowed, the message lists them', async () => {
    const { text: token } = await apiKey(running(), ['reg:write'])
    const response = await running().post('/mgmt/grant', { username: 'ada', grants: ['everything'] }, { token })
    const scopes = '`passkey:read`, `passkey:write`, `profile:read`, `profile:write`, `reg:write`, or `auth:write`'
    assertRejected(response, { status: 400, msg: `\`grants[0]\` must be ${scopes}.`, msgCode: 'bad_request' })
  })

  test('an error about a body never echoes its content', async () => {
    const secret = 'ttk_0123456789abcdef.secret'
    for (const body of [{ session: [secret] }, { session: secret, assertionResult: { clientDataJSON: secret } }]) {
      const response = await running().post('/auth/complete', body)
      assert.equal(response.status, 400)
      assert.doesNotMatch(response.text, /secret/)
    }
  })
})
