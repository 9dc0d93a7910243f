import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOpenidClient, clientSecret, send } from '@thumbturn/service-harness/openid.ts'
import type { IntrospectionOptions, ProtectedResource, ThumbturnError } from '../src/resource.ts'
import { addResourceClient, createResource, requestAccess, resourceUri } from './resource-situations.ts'
import { type TestService, useTestService } from './service.ts'

const running = useTestService()

/** A resource that asks with a client of its own. */
async function createAskingResource(service: TestService, more: Partial<IntrospectionOptions> = {}) {
  const client = await addOpenidClient(service, { resources: [resourceUri] })
  const outage = { isOn: false }
  const fetch: typeof globalThis.fetch = (url, init) =>
    outage.isOn ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(url, init)
  const introspection = { clientId: client.id, clientSecret, ...more }
  return { resource: createResource(service, { introspection, fetch }), outage }
}

/** A token, and its revocation by the client that has it. */
async function requestRevocable(service: TestService) {
  const client = await addResourceClient(service)
  const { token } = await requestAccess(service, { client })
  const revoke = async () => assert.equal((await send(service, 'revoke', { client, fields: { token } })).status, 200)
  return { token, revoke }
}

/** The status of a request, and the code of its rejection for the log. */
async function admit(resource: ProtectedResource, token: string) {
  const errors: ThumbturnError[] = []
  const request = { method: 'POST', path: '/notes/mcp', authorization: `Bearer ${token}`, dpop: undefined }
  const { rejection } = await resource.admit(request, { onRejected: (error) => errors.push(error) })
  return [rejection?.status ?? 200, errors[0]?.code] as const
}

const countQuestions = ({ calls }: TestService) => calls.filter((call) => call.endsWith('/openid/introspect')).length

test('a revoked token ends within a minute, for which the service is asked once', async () => {
  const service = running()
  const { resource } = await createAskingResource(service)
  const { token, revoke } = await requestRevocable(service)
  const before = countQuestions(service)
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await admit(resource, token))[0]))
  assert.deepEqual(new Set(statuses), new Set([200]))
  await revoke()
  service.clock.advance(59_000)
  assert.deepEqual(await admit(resource, token), [200, undefined])
  assert.equal(countQuestions(service) - before, 1)
  service.clock.advance(1_000)
  assert.deepEqual(await admit(resource, token), [401, 'token_rejected'])
  assert.equal(countQuestions(service) - before, 2)
})

test('a revoked token ends at once if the service is asked for each request', async () => {
  const service = running()
  const { resource } = await createAskingResource(service, { cacheSeconds: 0 })
  const { token, revoke } = await requestRevocable(service)
  assert.deepEqual(await admit(resource, token), [200, undefined])
  await revoke()
  assert.deepEqual(await admit(resource, token), [401, 'token_rejected'])
})

test('a token that is rejected by its signature, its audience, or a scope is not asked about', async () => {
  const service = running()
  const { resource } = await createAskingResource(service)
  const { token } = await requestRevocable(service)
  const elsewhere = await requestAccess(service, { resource: 'https://other.example.com' })
  const before = countQuestions(service)
  for (const one of [`${token.slice(0, -4)}AAAA`, elsewhere.token, 'x'])
    assert.equal((await admit(resource, one))[0], 401)
  assert.equal(countQuestions(service), before)
})

test('during an outage, tokens get 503 once the last response is too old, and count again afterward', async () => {
  const service = running()
  const { resource, outage } = await createAskingResource(service)
  const { token } = await requestRevocable(service)
  assert.deepEqual(await admit(resource, token), [200, undefined])
  outage.isOn = true
  service.clock.advance(59_000)
  assert.deepEqual(await admit(resource, token), [200, undefined])
  service.clock.advance(2_000)
  assert.deepEqual(await admit(resource, token), [503, 'unreachable'])
  outage.isOn = false
  service.clock.advance(5_000)
  assert.deepEqual(await admit(resource, token), [200, undefined])
})

test('tokens that were not revoked before count during an outage by choice, and revoked ones do not', async () => {
  const service = running()
  const { resource, outage } = await createAskingResource(service, { duringOutage: 'accept' })
  const [kept, revoked] = [await requestRevocable(service), await requestRevocable(service)]
  for (const { token } of [kept, revoked]) assert.deepEqual(await admit(resource, token), [200, undefined])
  await revoked.revoke()
  service.clock.advance(60_000)
  assert.equal((await admit(resource, revoked.token))[0], 401)
  outage.isOn = true
  service.clock.advance(61_000)
  assert.deepEqual(await admit(resource, kept.token), [200, undefined])
  assert.deepEqual(await admit(resource, revoked.token), [401, 'token_rejected'])
})

test('a wrong secret is a fault of the server, also during outages that are accepted', async () => {
  const service = running()
  const { token } = await requestRevocable(service)
  for (const change of [{ clientSecret: 'wrong' }, { clientId: 'unknown', duringOutage: 'accept' as const }]) {
    const { resource } = await createAskingResource(service, change)
    assert.deepEqual(await admit(resource, token), [503, 'invalid_options'])
  }
})

test('a client that does not list the resource learns nothing, so no token counts', async () => {
  const service = running()
  const { id: clientId } = await addOpenidClient(service)
  const { resource } = await createAskingResource(service, { clientId })
  const { token } = await requestRevocable(service)
  assert.deepEqual(await admit(resource, token), [401, 'token_rejected'])
})

test('options of introspection that are missing or out of range are rejected', () => {
  const valid = { clientId: 'notes-server', clientSecret }
  for (const change of [
    { clientId: '' },
    { clientSecret: undefined },
    { clientSecret: ' ' },
    { cacheSeconds: -1 },
    { cacheSeconds: 0.5 },
    { cacheSeconds: 3_601 },
    { duringOutage: 'maybe' as 'accept' },
  ])
    assert.throws(() => createResource(running(), { introspection: { ...valid, ...change } }), {
      code: 'invalid_options',
    })
})
