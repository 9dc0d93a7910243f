import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backend } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  authenticate,
  proveCode,
  reached,
  readCompletedFlow,
  readNextStep,
  startMfa,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { origin, type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  app,
  assertRejected,
  completeRegistration,
  completeSignIn,
  type Device,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { trustKey } from '@thumbturn/service-harness/trust.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }
const unknownBrowser = { status: 404, msg: 'This browser is unknown to the application', msgCode: 'not_found' }

const firstSeen = { clientName: 'Chrome', osName: 'Linux' }

type DeviceResponse = {
  createdAt: string
  lastUsedAt: string
  name: string
  deviceInfo: object
  trustKeys: string[]
  passkeyIds: string[]
}
type DeviceReport = { deviceInfo?: object; trustItems?: object; headers?: Record<string, string> }

/** How devices are recorded and recognized: by client data, the User-Agent header, and verified device keys. */
eachEngine('device recognition', (fresh) => {
  const running = useService(fresh)

  test('a device without client data is recorded by its User-Agent', async () => {
    const service = running()
    const { deviceId } = await signUpUserFrom(service, { headers: firefox })
    const shown = await findShownDevice(service, deviceId)
    assert.equal(shown.name, 'Firefox on Linux')
    assert.deepEqual(shown.deviceInfo, { clientName: 'Firefox', clientVersion: '145.0', osName: 'Linux', deviceId })
  })

  test('client data takes precedence over the User-Agent', async () => {
    const service = running()
    const said = { clientName: 'My app', osName: 'Debian', screenWidth: 800 }
    const { deviceId } = await signUpUserFrom(service, { deviceInfo: said, headers: firefox })
    assert.deepEqual((await findShownDevice(service, deviceId)).deviceInfo, { ...said, deviceId })
  })

  test('a device is recognized by the keys verified at registration and sign-in', async () => {
    const service = running()
    const [browser, wallet] = [trustKey(), trustKey()]
    const item = (key: typeof browser) => key.item(service.clock.now())
    assertRejected(await discover(service, { auth: item(browser) }), unknownBrowser)
    const user = await signUpUserFrom(service, { trustItems: { auth: item(browser) } })
    assert.equal((await discover(service, { auth: item(browser) })).status, 204)
    assertRejected(await discover(service, { wallet: item(wallet) }), unknownBrowser)
    await signedInFrom(service, user, {
      trustItems: { auth: item(browser), wallet: item(wallet), merchant: item(browser) },
    })
    // The key is the same in any trust item.
    assert.equal((await discover(service, { merchant: item(wallet) })).status, 204)
    const { trustKeys, passkeyIds } = await findShownDevice(service, user.deviceId)
    assert.deepEqual(trustKeys, [browser.thumbprint, wallet.thumbprint].sort())
    assert.deepEqual(passkeyIds, [user.passkeyId])
  })

  test('invalid trust items change nothing and never fail a ceremony', async () => {
    const service = running()
    const key = trustKey()
    const old = key.item(service.clock.now() - 300_000)
    const user = await signUpUserFrom(service, { trustItems: { auth: 'q3Jk0Zt4m1o', wallet: old, merchant: 'a.b.c' } })
    assert.deepEqual((await findShownDevice(service, user.deviceId)).trustKeys, [])
    for (const trustItems of [{}, { auth: '' }, { auth: old }, { auth: 'x'.repeat(8192) }, { other: 'x' }, { auth: 7 }])
      assertRejected(await discover(service, trustItems), unknownBrowser)
    assert.equal((await service.post('/mfa/discover', {})).status, 400)
  })

  test('a device without its ID is recognized by a previously verified key', async () => {
    const service = running()
    const [browser, wallet] = [trustKey(), trustKey()]
    const item = (key: typeof browser) => key.item(service.clock.now())
    const user = await signUpUserFrom(service, { deviceInfo: firstSeen, trustItems: { auth: item(browser) } })
    const trustItems = { auth: item(wallet), merchant: item(browser) }
    const cleared = await signedInFrom(service, user, { deviceInfo: { clientName: 'Other' }, trustItems })
    assert.equal(cleared.deviceId, user.deviceId)
    const claimed = await signedInFrom(service, user, { deviceInfo: { deviceId: 'claimed-id' }, trustItems })
    assert.equal(claimed.deviceId, user.deviceId)
    const unproven = await signedInFrom(service, user, { deviceInfo: { deviceId: 'claimed-id' } })
    assert.equal(unproven.deviceId, 'claimed-id')
    assert.equal((await service.core.store.devices.listByUser('demo', user.userId)).length, 2)
  })

  test('another passkey and a multi-factor flow are recorded on the device with the verified key', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors' })
    const key = trustKey()
    const trustItems = { auth: key.item(service.clock.now()) }
    const user = await signUpUserFrom(service, { deviceInfo: firstSeen, trustItems })
    const { userId, username, deviceId, device, jwtAccess: token } = user
    const body = { app, deviceInfo: {}, trustItems }
    const started = readBody<RegistrationInit>(await service.post('/reg/init', body, { token }))
    const added = await completeRegistration(service, started)
    assert.equal(readBody<Tokens>(added).deviceId, deviceId)

    await reached(service, userId, username)
    const flow = await startMfa(service, username, { deviceInfo: {}, trustItems })
    const next = readNextStep(await authenticate(service, flow, { device }))
    assert.equal(
      readCompletedFlow(await proveCode(service, next, { method: 'email', address: username })).deviceId,
      deviceId,
    )
    assert.equal((await service.core.store.devices.listByUser('demo', userId)).length, 1)
  })

  test('a passkey list includes the device each passkey was created and last used on, and its Bluetooth support', async () => {
    const service = running()
    const user = await signUpUserFrom(service, { deviceInfo: { ...firstSeen, hasBluetooth: false } })
    const deviceId = 'another-device'
    await signedInFrom(service, user, { deviceInfo: { clientName: 'Firefox', deviceId, hasBluetooth: true } })
    const [listed] = readBody<Record<string, object>[]>(
      await service.ask('GET', '/passkeys', { token: user.jwtAccess }),
    )
    assert.deepEqual(listed!.createdFrom, { ...firstSeen, hasBluetooth: false, deviceId: user.deviceId })
    assert.deepEqual(listed!.lastUsedFrom, { clientName: 'Firefox', hasBluetooth: true, deviceId })
    assert.deepEqual(listed!.lastUsedFromDevice, listed!.lastUsedFrom)
  })

  test("claiming another user's device ID changes nothing in the owner's records", async () => {
    const service = running()
    const key = trustKey()
    const owner = await signUpUserFrom(service, {
      deviceInfo: firstSeen,
      trustItems: { auth: key.item(service.clock.now()) },
    })
    const { deviceId, userId, jwtAccess: token } = owner
    const records = async () => {
      const { lastUsedAt, createdAt, name, deviceInfo, trustKeys } = await findShownDevice(service, deviceId)
      const passkeys = readBody(await service.ask('GET', '/passkeys', { token }))
      const devices = await service.core.store.devices.listByUser('demo', userId)
      return { lastUsedAt, createdAt, name, deviceInfo, trustKeys, passkeys, devices }
    }
    const before = await records()
    service.clock.advance(1000)
    const trustItems = { auth: trustKey().item(service.clock.now()) }
    const other = await signUpUserFrom(service, { deviceInfo: { clientName: 'Eve', deviceId }, trustItems })
    await signedInFrom(service, other, { deviceInfo: { clientName: 'Eve', deviceId }, trustItems })
    assert.deepEqual(await records(), before)
  })

  test("a key verified for another user's device identifies no device of this user", async () => {
    const service = running()
    const trustItems = { auth: trustKey().item(service.clock.now()) }
    const owner = await signUpUserFrom(service, { trustItems })
    const other = await signUpUserFrom(service, { deviceInfo: { deviceId: 'of-the-other' } })
    const { deviceId } = await signedInFrom(service, other, { deviceInfo: {}, trustItems })
    assert.notEqual(deviceId, owner.deviceId)
  })

  test('a key is unknown until its ceremony completes, and looking it up writes nothing', async () => {
    const service = running()
    const key = trustKey()
    const trustItems = { auth: key.item(service.clock.now()) }
    const before = await stored(service.database)
    readBody(await service.post('/reg/init', { app, deviceInfo: {}, user: { username: newName() }, trustItems }))
    readBody(await service.post('/auth/init', { app, deviceInfo: {}, trustItems }))
    assertRejected(await discover(service, trustItems), unknownBrowser)
    assert.deepEqual(await stored(service.database), before)
  })

  test('a key is unknown to other applications', async () => {
    const service = running()
    const key = trustKey()
    const trustItems = { auth: key.item(service.clock.now()) }
    await signUpUserFrom(service, { trustItems })
    await createApplication(service.core, { id: 'elsewhere', rpId: 'localhost', origins: [origin] })
    assertRejected(await service.post('//apps/elsewhere/fido2/v2/mfa/discover', { trustItems }), unknownBrowser)
  })

  for (const [what, path] of [
    ['the device', ({ deviceId }: Tokens) => `/devices/${deviceId}`],
    ['every device of the user', ({ userId }: Tokens) => `/users/${userId}/devices`],
    ['the user', ({ userId }: Tokens) => `/users/${userId}`],
  ] as const) {
    test(`a key is deleted with ${what}`, async () => {
      const service = running()
      const key = trustKey()
      const trustItems = { auth: key.item(service.clock.now()) }
      const user = await signUpUserFrom(service, { trustItems })
      assert.equal((await discover(service, trustItems)).status, 204)
      const { removed } = await backend(service)
      await removed(path(user))
      assertRejected(await discover(service, trustItems), unknownBrowser)
      assert.equal(JSON.stringify(await stored(service.database)).includes(key.thumbprint), false)
    })
  }
})

const discover = (service: Service, trustItems: object) => service.post('/mfa/discover', { app, trustItems })

type FromDevice = Tokens & { device: Device; username: string }

async function signUpUserFrom(
  service: Service,
  { deviceInfo = {}, trustItems, headers }: DeviceReport,
): Promise<FromDevice> {
  const [device, username] = [newDevice(), newName()]
  const body = { app, deviceInfo, trustItems, user: { username } }
  const started = readBody<RegistrationInit>(await service.post('/reg/init', body, { headers }))
  const done = await completeRegistration(service, started, { device })
  return { ...readBody<Tokens>(done), device, username }
}

async function signedInFrom(service: Service, { device, deviceId }: FromDevice, said: DeviceReport) {
  const { deviceInfo = { deviceId }, trustItems } = said
  const started = await service.post('/auth/init', { app, deviceInfo, trustItems })
  return readBody<Tokens>(await completeSignIn(service, readBody<AuthenticationInit>(started), { device }))
}

async function findShownDevice(service: Service, deviceId: string): Promise<DeviceResponse> {
  const { show } = await backend(service)
  return readBody(await show(`/devices/${deviceId}`))
}
