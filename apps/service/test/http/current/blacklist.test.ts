import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, startService, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationNotAccepted,
  signIn,
  signInNotAccepted,
  signInRejected,
  signUp,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const path = '/mgmt/aaguids/blacklist'

let models = 0
/** A model that no other test uses. */
const newModel = () => `0badcafe-0000-4000-8000-${`${++models}`.padStart(12, '0')}`

type Item = { aaguid: string; auth: boolean; reg: boolean }

async function ofBackend(service: Service, of = service.application) {
  const { text: token } = await apiKey(service, ['passkey:read', 'passkey:write'], of)
  const base = `//apps/${of.id}/fido2/v2${path}`
  return {
    token,
    base,
    list: async () => readBody<{ items: Item[] }>(await service.ask('GET', base, { token })).items,
    block: async (...items: Item[]) => readBody(await service.ask('POST', base, { token, body: { items } }), 204),
    unblock: async (...aaguids: string[]) =>
      readBody(await service.ask('DELETE', base, { token, body: { aaguids } }), 204),
  }
}

let applications = 0
const anotherApplication = ({ core }: Service) =>
  createApplication(core, { id: `other-${++applications}`, rpId: 'localhost', origins: ['http://localhost:4300'] })

const listUserEvents = async ({ core }: Service, type: string, aaguid: string) =>
  (await core.store.events.list('demo', 1_000)).filter(
    (event) => event.type === type && event.detail?.aaguid === aaguid,
  )

/** The authenticator models that an application blocks. */
anyEngine('blocked authenticators', (fresh) => {
  const service = useService(fresh)
  managing(service)
  rejections(service)
  enforcing(service)
})

function managing(service: () => Service) {
  test('items are merged by AAGUID in any spelling, listed in order, removed, and cleared', async () => {
    const { block, unblock, list, base, token } = await ofBackend(service(), await anotherApplication(service()))
    assert.deepEqual(await list(), [])
    const [one, two] = [newModel(), newModel()]
    await block({ aaguid: two.toUpperCase(), auth: true, reg: true }, { aaguid: one, auth: true, reg: false })
    await block({ aaguid: two.replaceAll('-', ''), auth: false, reg: true })
    assert.deepEqual(await list(), [
      { aaguid: one, auth: true, reg: false },
      { aaguid: two, auth: false, reg: true },
    ])
    await unblock(one.toUpperCase(), newModel())
    assert.deepEqual(await list(), [{ aaguid: two, auth: false, reg: true }])
    assert.equal((await service().ask('DELETE', `${base}/clear`, { token })).status, 204)
    assert.deepEqual(await list(), [])
  })

  test('the last of two items for the same model wins', async () => {
    const { block, list } = await ofBackend(service(), await anotherApplication(service()))
    const aaguid = newModel()
    await block({ aaguid, auth: true, reg: true }, { aaguid: aaguid.toUpperCase(), auth: false, reg: true })
    assert.deepEqual(await list(), [{ aaguid, auth: false, reg: true }])
  })

  test('every change emits an event with the API key', async () => {
    const application = await anotherApplication(service())
    const { block, unblock } = await ofBackend(service(), application)
    const aaguid = newModel()
    await block({ aaguid, auth: true, reg: true })
    await unblock(aaguid)
    const [removed, merged] = await service().core.store.events.list(application.id, 2)
    const [key] = await service().core.store.apiKeys.list(application.id)
    assert.deepEqual([merged?.type, merged?.detail], ['fido2.aaguid.blacklist.changed', { key: key?.id, merged: 1 }])
    assert.deepEqual(removed?.detail, { key: key?.id, removed: 1 })
  })

  test('a list holds at most 1,000 models and can be changed when full', async () => {
    const { block, list, base, token } = await ofBackend(service(), await anotherApplication(service()))
    const all = Array.from({ length: 1_000 }, () => ({ aaguid: newModel(), auth: true, reg: true }))
    for (let start = 0; start < all.length; start += 100) await block(...all.slice(start, start + 100))
    const body = { items: [{ aaguid: newModel(), auth: true, reg: true }] }
    assertRejected(await service().ask('POST', base, { token, body }), {
      status: 400,
      msg: 'A blacklist can have at most 1000 models',
      msgCode: 'bad_request',
    })
    await block({ aaguid: all[0]!.aaguid, auth: false, reg: false })
    assert.equal((await list()).length, 1_000)
  })
}

function rejections(service: () => Service) {
  const item = { aaguid: newModel(), auth: true, reg: true }
  for (const [what, method, body] of [
    ['something else for an AAGUID', 'POST', { items: [{ ...item, aaguid: 'x' }] }],
    ['101 items', 'POST', { items: Array(101).fill(item) }],
    ['a word for an AAGUID', 'DELETE', { aaguids: ['x'] }],
    ['101 AAGUIDs', 'DELETE', { aaguids: Array(101).fill(item.aaguid) }],
  ] as const) {
    test(`${what} is a bad request and changes nothing`, async () => {
      const { base, token, list } = await ofBackend(service())
      const before = await list()
      const response = await service().ask(method, base, { token, body })
      assertRejected(response, { status: 400, msg: /./, msgCode: 'bad_request' })
      assert.deepEqual(await list(), before)
    })
  }

  test('the lists of different applications are independent', async () => {
    const others = await ofBackend(service(), await anotherApplication(service()))
    const mine = await ofBackend(service())
    const aaguid = newModel()
    await others.block({ aaguid, auth: true, reg: true })
    assert.equal(
      (await mine.list()).some((listed) => listed.aaguid === aaguid),
      false,
    )
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    assert.equal((await signIn(service(), { device })).status, 200)
    await service().ask('DELETE', `${path}/clear`, { token: mine.token })
    assert.equal((await others.list()).length, 1)
  })
}

function enforcing(service: () => Service & { database: Parameters<typeof stored>[0] }) {
  test("a model blocked with reg can't be registered until it is unblocked, but can still sign in", async () => {
    const aaguid = newModel()
    const { block, unblock } = await ofBackend(service())
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    await block({ aaguid, auth: false, reg: true })
    const username = newName()
    assertRejected(await signUp(service(), { username, device: newDevice({ aaguid }) }), registrationNotAccepted)
    assert.equal(
      await service().core.store.users.findWithPasskeys('demo', { usernameKey: username, addressKey: username }),
      undefined,
    )
    assert.equal((await signIn(service(), { device })).status, 200)

    const [event] = await listUserEvents(service(), 'fido2.passkey.reg.aaguid.blocked', aaguid)
    assert.deepEqual(event?.detail, { aaguid, by: 'blacklist' })
    await unblock(aaguid)
    await signUpUser(service(), { username, device: newDevice({ aaguid }) })
  })

  test("a model blocked with auth can't sign in until it is unblocked, but can be registered", async () => {
    const aaguid = newModel()
    const { block, unblock } = await ofBackend(service())
    await block({ aaguid, auth: true, reg: false })
    const { device, username, userId, passkeyId } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    const before = await stored(service().database)
    assertRejected(await signIn(service(), { device, username }), signInNotAccepted)
    assertRejected(await signIn(service(), { device }), signInNotAccepted)
    const { passkeys, devices } = await stored(service().database)
    assert.deepEqual({ passkeys, devices }, { passkeys: before.passkeys, devices: before.devices })

    const events = await listUserEvents(service(), 'fido2.passkey.auth.aaguid.blocked', aaguid)
    assert.equal(events.length, 2)
    assert.deepEqual([events[0]?.userId, events[0]?.passkeyId], [userId, passkeyId])
    await unblock(aaguid)
    assert.equal((await signIn(service(), { device })).status, 200)
  })

  test('a wrong signature gets the same response for a blocked model as for another, and for an unknown passkey', async () => {
    const aaguid = newModel()
    const blocked = await signUpUser(service(), { device: newDevice({ aaguid }) })
    const other = await signUpUser(service())
    await (await ofBackend(service())).block({ aaguid, auth: true, reg: true })
    const texts = new Set<string>()
    for (const device of [blocked.device, other.device, newDevice({ aaguid })]) {
      const { session, assertionOptions } = await startSignIn(service())
      if (device.credentials.length === 0)
        device.create((await startRegistration(service(), newName())).registrationRequestOptions)
      const assertionResult = { ...device.get(assertionOptions), signature: 'AAAA' }
      const wrong = await service().post('/auth/complete', { session, assertionResult })
      assertRejected(wrong, signInRejected)
      texts.add(wrong.text)
    }
    assert.equal(texts.size, 1)
  })

  test('a ceremony that fails verification writes nothing, whatever its model', async () => {
    const aaguid = newModel()
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    await (await ofBackend(service())).block({ aaguid, auth: true, reg: true })
    const started = await startSignIn(service())
    const assertionResult = { ...device.get(started.assertionOptions), signature: 'AAAA' }
    const created = await startRegistration(service(), newName())
    const otherwise = await startRegistration(service(), newName())
    const creationResult = newDevice({ aaguid }).create(otherwise.registrationRequestOptions)
    const before = await stored(service().database)
    await service().post('/auth/complete', { session: started.session, assertionResult })
    await service().post('/reg/complete', { session: created.session, creationResult })
    assert.deepEqual(await stored(service().database), before)
  })

  test('resending the response of a blocked authenticator writes nothing more', async () => {
    const aaguid = newModel()
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    await (await ofBackend(service())).block({ aaguid, auth: true, reg: true })
    const { session, assertionOptions } = await startSignIn(service())
    const assertionResult = device.get(assertionOptions)
    const created = await startRegistration(service(), newName())
    const creationResult = newDevice({ aaguid }).create(created.registrationRequestOptions)
    const again = async () => {
      assertRejected(await service().post('/auth/complete', { session, assertionResult }), signInNotAccepted)
      const body = { session: created.session, creationResult }
      assertRejected(await service().post('/reg/complete', body), registrationNotAccepted)
    }
    await again()
    const before = await stored(service().database)
    await Promise.all([again(), again(), again()])
    assert.deepEqual(await stored(service().database), before)
  })

  test('a block takes effect on other nodes immediately', async () => {
    const aaguid = newModel()
    const secret = Buffer.alloc(32, 7)
    const [one, two] = await Promise.all(
      [1, 2].map(() => startService({ databaseUrl: service().database.url, secret, clock: service().clock })),
    )
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid }) })
    const { session, assertionOptions } = await startSignIn(two!)
    await (await ofBackend(one!)).block({ aaguid, auth: true, reg: false })
    const assertionResult = device.get(assertionOptions)
    assertRejected(await two!.post('/auth/complete', { session, assertionResult }), signInNotAccepted)
    await Promise.all([one!.close(), two!.close()])
  })

  test('an allowlist blocks unlisted models from both ceremonies', async () => {
    const [named, other] = [newModel(), newModel()]
    const { device } = await signUpUser(service(), { device: newDevice({ aaguid: other }) })
    const { core, application } = service()
    const allowed = await changeApplication(core, application, { settings: { authenticators: [named] } })
    assertRejected(await signIn(service(), { device }), signInNotAccepted)
    assertRejected(await signUp(service(), { device: newDevice({ aaguid: other }) }), registrationNotAccepted)
    const [event] = await listUserEvents(service(), 'fido2.passkey.auth.aaguid.blocked', other)
    assert.equal(event?.detail?.by, 'allow list')
    const { device: good } = await signUpUser(service(), { device: newDevice({ aaguid: named }) })
    assert.equal((await signIn(service(), { device: good })).status, 200)
    await changeApplication(core, allowed, { settings: { authenticators: [] } })
    assert.equal((await signIn(service(), { device })).status, 200)
  })
}
