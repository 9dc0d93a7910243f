import assert from 'node:assert/strict'
import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import { type Answer, type Service, stored } from './service.ts'
import {
  apiKey,
  app,
  assertRejected,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  type SignedUpUser,
  signUp,
  type startRegistration,
  type Tokens,
} from './situations.ts'
import type { TestDatabase } from './store-situations.ts'

/** The error for an ID or username that the application doesn't have. */
export const unknown = (thing: string) => ({
  status: 404,
  msg: `This application has no such ${thing}`,
  msgCode: 'not_found',
})

/** Calls about users, passkeys, and devices, with an API key that has the scopes. */
export async function backend(service: Service, of = service.application) {
  const { text: token, key } = await apiKey(service, ['user:read', 'user:write', 'passkey:read', 'passkey:write'], of)
  const base = `//apps/${of.id}/fido2/v2/mgmt`
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.ask(method, `${base}${path}`, { token, body })
  return {
    keyId: key.id,
    ask,
    show: (path: string) => ask('GET', path),
    remove: (path: string) => ask('DELETE', path),
    removed: async (path: string) => {
      const response = await ask('DELETE', path)
      assert.deepEqual([response.status, response.text], [204, ''])
    },
    find: (username: string) => ask('GET', `/users/find?username=${encodeURIComponent(username)}`),
  }
}

/** The events about a user, newest first. */
export const listUserEvents = async ({ core }: Service, userId: string): Promise<EventRecord[]> =>
  (await core.store.events.list('demo', 10_000)).filter((event) => event.userId === userId)

/** The only event that names that API key, without the fields that every event has. */
export async function eventBy({ core }: Service, keyId: string) {
  const all = (await core.store.events.list('demo', 10_000)).filter(({ detail }) => detail?.key === keyId)
  assert.equal(all.length, 1)
  const { id, at, address, traceId, duration, ...event } = all[0]!
  assert.deepEqual(
    { address, traced: traceId !== undefined, duration },
    { address: '127.0.0.1', traced: true, duration: 0 },
  )
  return event
}

/** Asserts that the token is no longer valid anywhere. */
export async function assertDead(service: Service, jwtAccess: string) {
  const { text } = await apiKey(service)
  const verified = await service.post('/mgmt/token/verify', { jwtAccess }, { token: text })
  const began = await service.post('/reg/init', { app, deviceInfo, user: { username: '' } }, { token: jwtAccess })
  for (const response of [verified, began, await service.ask('GET', '/passkeys', { token: jwtAccess })])
    assertRejected(response, { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' })
}

/** Tables that still contain the text, except the history and the spent sessions, which contain only IDs. */
export async function traces(database: TestDatabase, text: string): Promise<string[]> {
  const tables = Object.entries(await stored(database))
  return tables.filter(([, rows]) => rows.some((row) => row.includes(text))).map(([table]) => table)
}

/** Registers another passkey for a user with a token. */
export async function anotherPasskey(service: Service, token: string): Promise<Tokens> {
  return readBody(await signUp(service, { token }))
}

/** A sign-up on a machine that sent its device ID. */
export async function signUpUserOn(service: Service, deviceId: string): Promise<SignedUpUser> {
  const [username, device] = [newName(), newDevice()]
  const { session, registrationRequestOptions } = readBody<Awaited<ReturnType<typeof startRegistration>>>(
    await service.post('/reg/init', { app, deviceInfo: { ...deviceInfo, deviceId }, user: { username } }),
  )
  const creationResult = device.create(registrationRequestOptions)
  const tokens = readBody<Tokens>(await service.post('/reg/complete', { session, creationResult }))
  return { ...tokens, username, device }
}
