import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherPasskey, assertDead, backend, eventBy, traces, unknown } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  completeRegistration,
  completeSignIn,
  readBody,
  registrationRejected,
  requestGrant,
  type SignedUpUser,
  signIn,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'

type Running = () => Service & { database: TestDatabase }

/** The data that remains after a backend deletes a user or all of a user's passkeys or devices. */
eachEngine('deletions', (fresh) => {
  const running = useService(fresh)
  deletingUsers(running)
  testDeletionOfAll(running)
})

function deletingUsers(running: Running) {
  test("deleting a user keeps only a history without the username and invalidates the user's tokens", async () => {
    const service = running()
    const { username, userId, passkeyId, jwtAccess, device } = await signUpUser(service)
    await anotherPasskey(service, jwtAccess)
    const grant = await requestGrant(service, username, ['passkey:read', 'reg:write'])
    const { removed, remove, find, show, keyId } = await backend(service)
    await removed(`/users/${userId}`)
    const event = { appId: 'demo', type: 'fido2.user.deleted', userId, detail: { key: keyId } }
    assert.deepEqual(await eventBy(service, keyId), event)
    assert.deepEqual(await traces(service.database, userId), ['events'])
    assert.deepEqual(await traces(service.database, username), [])
    for (const token of [jwtAccess, grant]) await assertDead(service, token)
    assertRejected(await signIn(service, { device }), signInRejected)
    for (const response of [await find(username), await remove(`/users/${userId}`)])
      assertRejected(response, unknown('user'))
    assertRejected(await show(`/passkeys/${passkeyId}`), unknown('passkey'))
  })

  test("a flow that a deleted user started can't be completed and writes nothing", async () => {
    const service = running()
    const { username, userId, jwtAccess, device } = await signUpUser(service)
    const signingIn = await startSignIn(service, username)
    const unnamed = await startSignIn(service)
    const adding = await startRegistration(service, undefined, { token: jwtAccess })
    const grant = await requestGrant(service, username, ['reg:write'])
    const granting = await startRegistration(service, undefined, { token: grant })
    const { removed } = await backend(service)
    await removed(`/users/${userId}`)
    const before = await stored(service.database)
    for (const started of [signingIn, unnamed])
      assertRejected(await completeSignIn(service, started, { device }), signInRejected)
    for (const started of [adding, granting])
      assertRejected(await completeRegistration(service, started), registrationRejected)
    assert.deepEqual(await stored(service.database), before)
  })

  test('the username of a deleted user can be registered again, as a new user', async () => {
    const service = running()
    const first = await signUpUser(service)
    const { removed, remove, find, show } = await backend(service)
    await removed(`/users/${first.userId}`)
    const second = await signUpUser(service, { username: first.username })
    for (const member of ['userId', 'passkeyId', 'deviceId'] as const) assert.notEqual(second[member], first[member])
    await assertDead(service, first.jwtAccess)
    assertRejected(await remove(`/users/${first.userId}`), unknown('user'))
    assertRejected(await show(`/passkeys/${first.passkeyId}`), unknown('passkey'))
    assert.equal(readBody<{ user: { userId: string } }>(await find(first.username)).user.userId, second.userId)
  })
}

function testDeletionOfAll(running: Running) {
  test('deleting all passkeys of a user invalidates their tokens; the user remains and can register with a grant', async () => {
    const service = running()
    const { username, userId, jwtAccess, device } = await signUpUser(service)
    const other = await anotherPasskey(service, jwtAccess)
    const { removed, find, keyId } = await backend(service)
    await removed(`/users/${userId}/passkeys`)
    const event = { appId: 'demo', type: 'fido2.passkey.deleted', userId, detail: { key: keyId, all: true } }
    assert.deepEqual(await eventBy(service, keyId), event)
    for (const token of [jwtAccess, other.jwtAccess]) await assertDead(service, token)
    assertRejected(await signIn(service, { device }), signInRejected)
    assert.deepEqual(readBody<{ passkeys: unknown[] }>(await find(username)).passkeys, [])
    const again = await anotherPasskey(service, await requestGrant(service, username, ['reg:write']))
    assert.equal(again.userId, userId)
  })

  test("a registration started with a token is rejected after the token's passkey is deleted", async () => {
    const service = running()
    const { removed } = await backend(service)
    for (const createPath of [
      ({ userId }: SignedUpUser) => `/users/${userId}/passkeys`,
      ({ passkeyId }: SignedUpUser) => `/passkeys/${passkeyId}`,
    ]) {
      const ada = await signUpUser(service)
      const started = await startRegistration(service, undefined, {
        token: ada.jwtAccess,
      })
      await removed(createPath(ada))
      const before = await stored(service.database)
      assertRejected(await completeRegistration(service, started), registrationRejected)
      assert.deepEqual(await stored(service.database), before)
    }
  })

  test('deleting all passkeys also deletes those added with an already deleted passkey', async () => {
    const service = running()
    for (let round = 0; round < 5; round++) {
      const { userId, jwtAccess, username } = await signUpUser(service)
      const adding = await Promise.all(
        Array.from({ length: 6 }, () => startRegistration(service, undefined, { token: jwtAccess })),
      )
      const { removed, find } = await backend(service)
      const completing = adding.map((started) => completeRegistration(service, started))
      await removed(`/users/${userId}/passkeys`)
      for (const { status, text } of await Promise.all(completing)) assert.ok([200, 403].includes(status), text)
      assert.deepEqual(readBody<{ passkeys: unknown[] }>(await find(username)).passkeys, [])
    }
  })

  test('deleting all devices of a user keeps passkeys and tokens', async () => {
    const service = running()
    const { username, userId, jwtAccess, deviceId, device } = await signUpUser(service)
    const { removed, find, show, keyId } = await backend(service)
    await removed(`/users/${userId}/devices`)
    const event = { appId: 'demo', type: 'fido2.device.deleted', userId, detail: { key: keyId, all: true } }
    assert.deepEqual(await eventBy(service, keyId), event)
    assertRejected(await show(`/devices/${deviceId}`), unknown('device'))
    assert.deepEqual(await traces(service.database, deviceId), ['events'])
    readBody(await service.ask('GET', '/passkeys', { token: jwtAccess }))
    assert.deepEqual(readBody<{ devices: unknown[] }>(await find(username)).devices, [])
    readBody(await signIn(service, { device }))
    assert.equal(readBody<{ devices: unknown[] }>(await find(username)).devices.length, 1)
  })

  test('deleting all items again when none are left does nothing', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { removed } = await backend(service)
    for (const what of ['passkeys', 'devices']) {
      await removed(`/users/${userId}/${what}`)
      const before = await stored(service.database)
      await removed(`/users/${userId}/${what}`)
      assert.deepEqual(await stored(service.database), before)
    }
  })
}
