import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anotherPasskey,
  assertDead,
  backend,
  eventBy,
  listUserEvents,
  signUpUserOn,
  traces,
  unknown,
} from '@thumbturn/service-harness/backend.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  completeSignIn,
  newDevice,
  newName,
  readBody,
  signIn,
  signInRejected,
  signUpUser,
  startSignIn,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'

type Running = () => Service & { database: TestDatabase }

const unknownUser = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
const zeros = '00000000-0000-0000-0000-000000000000'

/** The data that a backend can read, and its operations with users, passkeys, and devices. */
anyEngine('management', (fresh) => {
  const running = useService(fresh)
  passkeys(running)
  finding(running)
  devices(running)
  testForeignApplications(running)
})

function passkeys(running: Running) {
  test('a passkey lists where and when it was created and used', async () => {
    const service = running()
    const { device, passkeyId, deviceId } = await signUpUser(service)
    const { show } = await backend(service)
    const made = {
      id: passkeyId,
      aaguid: zeros,
      name: 'Chrome on Linux',
      createdAt: new Date(service.clock.now()).toISOString(),
      createdFromDeviceId: deviceId,
    }
    assert.deepEqual(readBody(await show(`/passkeys/${passkeyId}`)), made)
    service.clock.advance(1000)
    readBody(await signIn(service, { device }))
    const lastUsedAt = new Date(service.clock.now()).toISOString()
    const used = { ...made, lastUsedAt, lastUsedFromDeviceId: deviceId }
    assert.deepEqual(readBody(await show(`/passkeys/${passkeyId}`)), used)
  })

  test('a passkey of a known model lists the name of its provider', async () => {
    const service = running()
    const aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
    const { passkeyId } = await signUpUser(service, { device: newDevice({ aaguid }) })
    const { show } = await backend(service)
    const { providerName } = readBody<{ providerName: string }>(await show(`/passkeys/${passkeyId}`))
    assert.equal(providerName, 'iCloud Keychain')
  })

  test('a backend can rename a passkey, which emits an event with the API key', async () => {
    const service = running()
    const { passkeyId, userId, jwtAccess: token } = await signUpUser(service)
    const { ask, keyId } = await backend(service)
    const response = await ask('PUT', `/passkeys/${passkeyId}/rename`, { passkeyName: ' Ada’s \u{1f511} ' })
    assert.deepEqual([response.status, response.text], [204, ''])
    const [listed] = readBody<{ name: string }[]>(await service.ask('GET', '/passkeys', { token }))
    assert.equal(listed?.name, 'Ada’s \u{1f511}')
    const event = { appId: 'demo', type: 'fido2.passkey.renamed', userId, passkeyId, detail: { key: keyId } }
    assert.deepEqual(await eventBy(service, keyId), event)
  })

  test('a passkey name from a backend that is only spaces is a bad request', async () => {
    const { passkeyId } = await signUpUser(running())
    const { ask } = await backend(running())
    const response = await ask('PUT', `/passkeys/${passkeyId}/rename`, { passkeyName: '  ' })
    assertRejected(response, { status: 400, msg: /name of a passkey/, msgCode: 'bad_request' })
  })

  test('deleting a passkey blocks its sign-ins and signs the user out; other passkeys remain', async () => {
    const service = running()
    const { device, passkeyId, userId, username, jwtAccess } = await signUpUser(service)
    const other = await anotherPasskey(service, jwtAccess)
    const started = await startSignIn(service, username)
    const { removed, remove, show, keyId } = await backend(service)
    await removed(`/passkeys/${passkeyId}`)
    const event = { appId: 'demo', type: 'fido2.passkey.deleted', userId, passkeyId, detail: { key: keyId } }
    assert.deepEqual(await eventBy(service, keyId), event)
    assertRejected(await completeSignIn(service, started, { device }), signInRejected)
    assertRejected(await signIn(service, { device }), signInRejected)
    for (const token of [jwtAccess, other.jwtAccess]) await assertDead(service, token)
    for (const response of [await show(`/passkeys/${passkeyId}`), await remove(`/passkeys/${passkeyId}`)])
      assertRejected(response, unknown('passkey'))
    readBody(await show(`/passkeys/${other.passkeyId}`))
  })

  test('of 20 parallel deletions of a passkey, exactly one succeeds, with one event', async () => {
    const service = running()
    const { passkeyId, userId } = await signUpUser(service)
    const { remove } = await backend(service)
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(`/passkeys/${passkeyId}`)))
    const statuses = responses.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [204, ...Array<number>(19).fill(404)])
    for (const response of responses.filter(({ status }) => status === 404))
      assertRejected(response, unknown('passkey'))
    const events = (await listUserEvents(service, userId)).filter(({ type }) => type === 'fido2.passkey.deleted')
    assert.equal(events.length, 1)
  })
}

function finding(running: Running) {
  test('a user is found by username, with devices and passkeys', async () => {
    const service = running()
    const { username, userId, passkeyId, deviceId } = await signUpUser(service)
    const { find } = await backend(service)
    const at = new Date(service.clock.now()).toISOString()
    assert.deepEqual(readBody(await find(username)), {
      user: { userId, usernames: [username] },
      devices: [{ createdAt: at, deviceId, lastUsedAt: at, name: 'Chrome on Linux' }],
      passkeys: [
        {
          id: passkeyId,
          aaguid: zeros,
          name: 'Chrome on Linux',
          createdAt: at,
          createdFromDeviceId: deviceId,
          passkeyId,
        },
      ],
    })
  })

  test('every spelling of a username finds the user, who is listed as spelled at sign-up', async () => {
    const service = running()
    const username = newName('Ång')
    const { userId } = await signUpUser(service, { username })
    const { find } = await backend(service)
    const wide = username.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
    for (const spelling of [username, username.toUpperCase(), ` ${username} `, username.normalize('NFD'), wide]) {
      const { user } = readBody<{ user: unknown }>(await find(spelling))
      assert.deepEqual(user, { userId, usernames: [username] }, spelling)
    }
  })

  for (const [what, query] of [
    ['no query', ''],
    ['no username', '?user=ada'],
    ['an empty username', '?username='],
    ['only spaces', '?username=%20%20'],
    ['a plus sign for a space', '?username=+'],
    ['two usernames', '?username=ada&username=bob'],
    ['two lines', '?username=a%0Ab'],
    ['NUL', '?username=a%00'],
    ['257 characters', `?username=${'x'.repeat(257)}`],
  ] as const) {
    test(`a lookup with ${what} is a bad request`, async () => {
      const { show } = await backend(running())
      assertRejected(await show(`/users/find${query}`), { status: 400, msg: /username/, msgCode: 'bad_request' })
    })
  }

  test('looking up an unknown username finds no user', async () => {
    const { find } = await backend(running())
    for (const name of [newName(), '%', '_', "' or 1=1 --", '*', '__proto__', 'ada']) {
      assertRejected(await find(name), unknown('user'))
    }
  })
}

type DeviceResponse = { deviceId: string; name: string; userIds: string[]; passkeyIds: string[] }

function devices(running: Running) {
  test('a device lists the passkeys created or used on it', async () => {
    const service = running()
    const { device, userId, passkeyId, deviceId } = await signUpUser(service)
    const createdAt = new Date(service.clock.now()).toISOString()
    service.clock.advance(1000)
    readBody(await signIn(service, { device }))
    const { show } = await backend(service)
    assert.deepEqual(readBody(await show(`/devices/${deviceId}`)), {
      createdAt,
      deviceId,
      lastUsedAt: new Date(service.clock.now()).toISOString(),
      name: 'Chrome on Linux',
      deviceInfo: { clientName: 'Chrome', osName: 'Linux', deviceId },
      trustKeys: [],
      userIds: [userId],
      passkeyIds: [passkeyId],
    })
  })

  test('a machine shared by two users is one device, which lists both and is deleted for both', async () => {
    const service = running()
    const shared = `shared-${unknownUser}`
    const ada = await signUpUserOn(service, shared)
    service.clock.advance(1000)
    const bob = await signUpUserOn(service, shared)
    const { show, removed, remove, find, keyId } = await backend(service)
    const { userIds, passkeyIds } = readBody<DeviceResponse>(await show(`/devices/${shared}`))
    assert.deepEqual(userIds, [bob.userId, ada.userId])
    assert.deepEqual(passkeyIds, [bob.passkeyId, ada.passkeyId])
    await removed(`/devices/${shared}`)
    const event = { appId: 'demo', type: 'fido2.device.deleted', deviceId: shared, detail: { key: keyId } }
    assert.deepEqual(await eventBy(service, keyId), event)
    for (const response of [await show(`/devices/${shared}`), await remove(`/devices/${shared}`)])
      assertRejected(response, unknown('device'))
    assert.deepEqual(await traces(service.database, shared), ['events'])
    for (const { username, jwtAccess, device } of [ada, bob]) {
      const found = readBody<{ devices: unknown[]; passkeys: object[] }>(await find(username))
      assert.deepEqual([found.devices, found.passkeys.length], [[], 1])
      assert.ok(!('createdFromDeviceId' in found.passkeys[0]!))
      readBody(await service.ask('GET', '/passkeys', { token: jwtAccess }))
      readBody(await signIn(service, { device }))
    }
  })

  test('of 20 parallel deletions of a device, exactly one succeeds', async () => {
    const service = running()
    const { deviceId } = await signUpUser(service)
    const { remove } = await backend(service)
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(`/devices/${deviceId}`)))
    const statuses = responses.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [204, ...Array<number>(19).fill(404)])
  })
}

const calls = ({ userId, passkeyId, deviceId }: Tokens): [string, string, string, unknown?][] => [
  ['passkey', 'GET', `/passkeys/${passkeyId}`],
  ['passkey', 'PUT', `/passkeys/${passkeyId}/rename`, { passkeyName: 'Mine' }],
  ['passkey', 'DELETE', `/passkeys/${passkeyId}`],
  ['device', 'GET', `/devices/${deviceId}`],
  ['device', 'DELETE', `/devices/${deviceId}`],
  ['user', 'DELETE', `/users/${userId}`],
  ['user', 'DELETE', `/users/${userId}/devices`],
  ['user', 'DELETE', `/users/${userId}/passkeys`],
]

function testForeignApplications(running: Running) {
  for (const id of [unknownUser, 'x', "'%20or%201=1%20--", '%25', '..%2f', '__proto__', '%F0%9F%94%91']) {
    test(`${id} matches no user, passkey, or device`, async () => {
      const service = running()
      const { ask } = await backend(service)
      for (const [thing, method, path, body] of calls({ userId: id, passkeyId: id, deviceId: id, jwtAccess: '' }))
        assertRejected(await ask(method, path, body), unknown(thing))
    })
  }

  for (const id of ['%00', '%ff', '%', 'x'.repeat(65), '%ud800', '']) {
    test(`the ID ${id.slice(0, 9)} (${id.length}) is a bad request or unknown, never an internal error`, async () => {
      const { ask } = await backend(running())
      for (const [, method, path, body] of calls({ userId: id, passkeyId: id, deviceId: id, jwtAccess: '' })) {
        const response = await ask(method, path, body)
        assert.ok([400, 404].includes(response.status), `${response.status} ${response.text}`)
        assert.deepEqual(Object.keys(response.body as object), ['msg', 'msgCode'])
      }
    })
  }
}
