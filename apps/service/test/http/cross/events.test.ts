import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { type Ask, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  deviceInfo,
  newName,
  readBody,
  requestGrant,
  signUpUser,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'

const randomId = /^[0-9a-f]{32}$/

anyEngine('events', (fresh) => {
  const running = useService(fresh)
  const newest = async (type: EventType) => {
    const event = (await running().core.store.events.list('demo', 100)).find((one) => one.type === type)
    assert.ok(event, type)
    return event
  }
  /** A whole sign-in whose second call has these headers, with its response. */
  const signedInWith = async (ask: Ask, change?: (service: Service) => void) => {
    const service = running()
    const { device } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service)
    change?.(service)
    const response = await service.post(
      '/auth/complete',
      { session, assertionResult: device.get(assertionOptions) },
      ask,
    )
    return { response, tokens: readBody<{ userId: string; passkeyId: string; deviceId: string }>(response) }
  }

  test('a sign-in event records who, with what, from where, in which call, and how long it took', async () => {
    const { response, tokens } = await signedInWith({})
    const { id, ...event } = await newest('fido2.passkey.auth.success')
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.match(String(response.headers['x-trace-id']), randomId)
    assert.deepEqual(event, {
      appId: 'demo',
      type: 'fido2.passkey.auth.success',
      at: running().clock.now(),
      userId: tokens.userId,
      passkeyId: tokens.passkeyId,
      deviceId: tokens.deviceId,
      address: '127.0.0.1',
      traceId: response.headers['x-trace-id'],
      duration: 0,
      detail: {
        userVerified: true,
        aaguid: '00000000-0000-0000-0000-000000000000',
        purpose: 'signIn',
        named: false,
        autofill: false,
        os: 'Linux',
        client: 'Chrome',
        took: 0,
      },
    })
  })

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = (id: string) => `00-${id}-00f067aa0ba902b7-01`
  const named: [what: string, headers: Record<string, string>, expected: string | RegExp][] = [
    ['a traceparent', { traceparent: parent(traceId) }, traceId],
    ['a traceparent and a request ID', { traceparent: parent(traceId), 'x-request-id': 'request-1' }, traceId],
    ['a request ID', { 'x-request-id': 'order:42.retry-1' }, 'order:42.retry-1'],
    [
      'a request ID and an all-zero traceparent',
      { traceparent: parent('0'.repeat(32)), 'x-request-id': 'a'.repeat(8) },
      'aaaaaaaa',
    ],
    ['nothing', {}, randomId],
    ['a traceparent of version ff', { traceparent: parent(traceId).replace('00-', 'ff-') }, randomId],
    ['an uppercase traceparent', { traceparent: parent(traceId).toUpperCase() }, randomId],
    ['a request ID of 7 characters', { 'x-request-id': 'a'.repeat(7) }, randomId],
    ['a request ID of 65 characters', { 'x-request-id': 'a'.repeat(65) }, randomId],
    ['a request ID with a control character', { 'x-request-id': 'aaaaaaaa\t{"level":50}' }, randomId],
  ]
  for (const [what, headers, expected] of named) {
    test(`a call with ${what} is traced accordingly, in its response and its event`, async () => {
      const { response } = await signedInWith({ headers })
      const said = String(response.headers['x-trace-id'])
      if (typeof expected === 'string') assert.equal(said, expected)
      else assert.match(said, expected)
      assert.equal((await newest('fido2.passkey.auth.success')).traceId, said)
    })
  }

  test('a traceId in the body identifies the call if no header does', async () => {
    const body = { app, deviceInfo, user: { username: newName() }, traceId: 'from-the-body' }
    const ask = (headers?: Record<string, string>) => running().post('/auth/init', body, { headers })
    assert.equal((await ask()).headers['x-trace-id'], 'from-the-body')
    assert.equal((await ask({ 'x-request-id': 'from-the-header' })).headers['x-trace-id'], 'from-the-header')
  })

  test('every error contains a trace ID, whichever layer returns it', async () => {
    for (const [method, path] of [
      ['POST', '/auth/complete'],
      ['GET', '//nowhere'],
      ['GET', '//%'],
    ] as const) {
      const { headers } = await running().ask(method, path, { body: method === 'POST' ? {} : undefined })
      assert.match(String(headers['x-trace-id']), randomId)
    }
  })

  test('if the application pseudonymizes, IP addresses and unknown usernames become stable hashes', async (t) => {
    const service = running()
    await withSettings(service, t, { pseudonymizeEvents: true })
    const names = [newName(), newName()] as const
    for (const name of [names[0], names[0], names[1]]) await requestGrant(service, name, ['reg:write'])
    const granting = { limit: 3, type: 'fido2.grant' }
    const events = (await service.core.store.events.page('demo', granting)).events.reverse()
    const [first, same, other] = events.map(({ address, detail }) => ({ address, username: detail?.username }))
    assert.match(String(first?.username), /^~[\w-]{22}$/)
    assert.match(String(first?.address), /^~[\w-]{22}$/)
    assert.deepEqual(same, first)
    assert.equal(other?.address, first?.address)
    assert.notEqual(other?.username, first?.username)
    const rows = JSON.stringify(await service.database.query('select * from events'))
    for (const name of names) assert.ok(!rows.includes(name))
  })

  test('a grant event keeps the name for an unknown username, and only the ID for a user', async () => {
    const name = newName()
    await requestGrant(running(), name, ['reg:write'])
    assert.equal((await newest('fido2.grant.issued')).detail?.username, name)
    const { username, userId } = await signUpUser(running())
    await requestGrant(running(), username, ['reg:write'])
    const event = await newest('fido2.grant.issued')
    assert.deepEqual([event.userId, event.detail?.username], [userId, undefined])
  })
})
