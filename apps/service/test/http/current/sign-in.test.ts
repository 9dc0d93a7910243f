import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeSignIn,
  deviceInfo,
  newDevice,
  newName,
  notVerified,
  readBody,
  signIn,
  signInNotAccepted,
  signInRejected,
  signUpUser,
  startSignIn,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { flag } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { requireApplication } from '../../../src/core/use-cases/applications/target.ts'

eachEngine('sign-in', (fresh) => {
  const running = useService(fresh)

  test('a user signs in with a username, or with any discoverable passkey without one', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    for (const name of [
      username,
      '',
      ' ',
      username.toUpperCase(),
      ` ${username}\u00a0`,
      username.replace('a', '\uff21'),
    ]) {
      const tokens = readBody<Tokens>(await signIn(service, { device, username: name }))
      assert.deepEqual({ userId: tokens.userId, passkeyId: tokens.passkeyId }, { userId, passkeyId }, name)
    }
  })

  test('the user can be omitted from the body entirely', async () => {
    const service = running()
    const started = readBody<Awaited<ReturnType<typeof startSignIn>>>(
      await service.post('/auth/init', { app, deviceInfo }),
    )
    assert.deepEqual(started.assertionOptions.allowCredentials, [])
  })

  test('starting sign-in with a username lists the passkeys of that user with their transports', async () => {
    const service = running()
    const { device, username } = await signUpUser(service, { device: newDevice({ transports: ['usb', 'nfc'] }) })
    const { session, assertionOptions, ...rest } = await startSignIn(service, username)
    const { challenge, ...options } = assertionOptions
    assert.equal(Buffer.from(challenge, 'base64url').length, 32)
    const nothingElse = { crossAuthMethods: [], fallbackMethods: [] }
    assert.deepEqual(rest, { action: 'proceed', ...nothingElse, passkeyType: 'securityKey' })
    assert.deepEqual(options, {
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: device.credentials[0]!.id, transports: ['usb', 'nfc'] }],
      timeout: 300_000,
      userVerification: 'preferred',
    })
  })

  test('binary fields can be sent as padded standard base64', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, username)
    const { userHandle, ...result } = device.get(assertionOptions)
    const padded = Object.fromEntries(
      Object.entries(result).map(([name, text]) => [name, Buffer.from(text, 'base64url').toString('base64')]),
    )
    readBody(await service.post('/auth/complete', { session, assertionResult: { ...padded, userHandle } }))
  })

  for (const [what, userHandleOf] of [
    ['no user handle', () => null],
    ["Mallory's user handle", ({ mallory }: { mallory: string }) => mallory],
    ["Alice's user handle", ({ alice }: { alice: string }) => alice],
  ] as const) {
    test(`Mallory's passkey is rejected for Alice's session with ${what}`, async () => {
      const service = running()
      const [alice, mallory] = [await signUpUser(service), await signUpUser(service)]
      const { session, assertionOptions } = await startSignIn(service, alice.username)
      const before = await stored(service.database)
      const userHandle = userHandleOf({ alice: alice.userId, mallory: mallory.userId })
      const assertionResult = mallory.device.get({ ...assertionOptions, allowCredentials: [] }, { userHandle })
      assertRejected(await service.post('/auth/complete', { session, assertionResult }), signInRejected)
      // Also with Alice's credential ID and only the signature from Mallory.
      const credentialId = alice.device.credentials[0]!.id
      const disguised = { ...assertionResult, credentialId }
      assertRejected(await service.post('/auth/complete', { session, assertionResult: disguised }), signInRejected)
      assert.deepEqual(await stored(service.database), before)
    })
  }

  test("a session of a user without passkeys accepts no other user's passkey", async () => {
    const service = running()
    const [alice, mallory] = [await signUpUser(service), await signUpUser(service)]
    await service.ask('DELETE', `/passkeys/${alice.passkeyId}`, { token: alice.jwtAccess })
    const { session, assertionOptions } = await startSignIn(service, alice.username)
    for (const userHandle of [null, mallory.userId, alice.userId]) {
      const assertionResult = mallory.device.get({ ...assertionOptions, allowCredentials: [] }, { userHandle })
      assertRejected(await service.post('/auth/complete', { session, assertionResult }), signInRejected)
    }
  })

  test('a session of an unknown username accepts no existing passkey', async () => {
    const service = running()
    const mallory = await signUpUser(service)
    const { session, assertionOptions } = await startSignIn(service, newName('unknown'))
    for (const userHandle of [null, mallory.userId]) {
      const assertionResult = mallory.device.get({ ...assertionOptions, allowCredentials: [] }, { userHandle })
      assertRejected(await service.post('/auth/complete', { session, assertionResult }), signInRejected)
    }
  })

  for (const [what, override] of [
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin with the same prefix', { origin: 'http://localhost:43000' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['no user presence', { flags: (right: number) => right & ~flag.UP }],
    ['a backup state without backup eligibility', { flags: (right: number) => right | flag.BS }],
    ['a frame of another origin', { crossOrigin: true }],
    [
      'a broken signature',
      { signature: (right: Buffer) => Buffer.from(right.map((byte, at) => (at === 9 ? byte ^ 1 : byte))) },
    ],
    ['no user handle in a usernameless sign-in', { userHandle: null }],
    ['an unknown user handle', { userHandle: '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968' }],
    ['an unknown credential ID', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ] as const) {
    test(`an assertion with ${what} gets the generic rejection, and no row changes`, async () => {
      const service = running()
      const { device } = await signUpUser(service)
      const before = await stored(service.database)
      assertRejected(await signIn(service, { device, ...override }), signInRejected)
      assert.deepEqual(await stored(service.database), before)
    })
  }

  test('passkeys of a previous RP ID are rejected, until the application has that RP ID again', async (t) => {
    const service = running()
    const { core, application } = service
    const { device, userId } = await signUpUser(service)
    const { rpId, origins } = await requireApplication(core, application)
    t.after(() => changeApplication(core, application, { rpId, origins }))
    await changeApplication(core, application, { rpId: 'example.com', origins: ['https://example.com'] })
    const started = await startSignIn(service)
    const asBefore = { ...started, assertionOptions: { ...started.assertionOptions, rpId } }
    const rejected = await completeSignIn(service, asBefore, { device, origin: 'https://example.com' })
    assertRejected(rejected, signInRejected)
    await changeApplication(core, application, { rpId, origins })
    assert.equal(readBody<Tokens>(await signIn(service, { device })).userId, userId)
  })

  test('extra fields in the body of auth/complete have no effect', async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const { session, assertionOptions } = await startSignIn(service)
    const challenge = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const extra = {
      challenge,
      expectedChallenge: challenge,
      origin: 'https://evil.example',
      rpId: 'evil.example',
      userId: ada.userId,
      username: ada.username,
      user: { username: ada.username },
      userVerification: 'discouraged',
    }
    const forged = mallory.device.get(assertionOptions, { challenge, origin: 'https://evil.example' })
    const rejected = { ...extra, session, assertionResult: { ...forged, ...extra } }
    assertRejected(await service.post('/auth/complete', rejected), signInRejected)
    const right = { ...extra, session, assertionResult: { ...mallory.device.get(assertionOptions), ...extra } }
    assert.equal(readBody<Tokens>(await service.post('/auth/complete', right)).userId, mallory.userId)
  })

  test('the application, not the client, decides whether user verification is required', async (t) => {
    const service = running()
    const { device, username } = await signUpUser(service)
    await withSettings(service, t, { userVerification: 'required' })
    const weak = { device, username, flags: (right: number) => right & ~flag.UV }
    assertRejected(await signIn(service, weak), { ...signInRejected, ...notVerified })
    readBody(await signIn(service, { device, username }))
  })

  counters(running)
  owners(running)
})

function counters(running: () => Service & { database: Parameters<typeof stored>[0] }) {
  test("a counter that doesn't increase is rejected and changes nothing", async () => {
    const service = running()
    const { device } = await signUpUser(service, { device: newDevice({ counter: 'counting' }) })
    readBody(await signIn(service, { device, signCount: 7 }))
    const before = await stored(service.database)
    for (const signCount of [7, 6, 0]) assertRejected(await signIn(service, { device, signCount }), signInRejected)
    assert.deepEqual(await stored(service.database), before)
    readBody(await signIn(service, { device, signCount: 0xffff_ffff }))
    assertRejected(await signIn(service, { device, signCount: 8 }), signInRejected)
  })

  test('if the application only flags counters, the sign-in succeeds and emits an event', async (t) => {
    const service = running()
    const { device, passkeyId } = await signUpUser(service, { device: newDevice({ counter: 'counting' }) })
    readBody(await signIn(service, { device, signCount: 9 }))
    await withSettings(service, t, { signCounter: 'flag' })
    readBody(await signIn(service, { device, signCount: 4 }))
    const events = await service.core.store.events.list('demo', 1000)
    const flagged = events.filter(
      (event) => event.passkeyId === passkeyId && event.type === 'fido2.passkey.auth.counter',
    )
    assert.deepEqual(
      flagged.map(({ detail }) => detail),
      [{ stored: 9, received: 4 }],
    )
    const [row] = await service.database.query(`select sign_count from passkeys where id = '${passkeyId}'`)
    assert.equal(Number(row?.sign_count), 9)
  })

  test('a passkey whose backup eligibility changed is rejected and changes nothing', async () => {
    const service = running()
    const { device, passkeyId } = await signUpUser(service)
    const changed = await signIn(service, { device, flags: (right) => right | flag.BE })
    assertRejected(changed, signInNotAccepted)
    const [row] = await service.database.query(`select backup_eligible from passkeys where id = '${passkeyId}'`)
    assert.equal(Number(row?.backup_eligible), 0)
    readBody(await signIn(service, { device }))
  })

  test('if the application only flags it, the passkey signs in, emits one event, and its record follows', async (t) => {
    const service = running()
    const { device, passkeyId } = await signUpUser(service)
    await withSettings(service, t, { backupEligibilityChange: 'flag' })
    const synced = { device, flags: (right: number) => right | flag.BE | flag.BS }
    readBody(await signIn(service, synced))
    readBody(await signIn(service, synced))
    const events = await service.core.store.events.list('demo', 1000)
    const flagged = events.filter(
      (event) => event.passkeyId === passkeyId && event.type === 'fido2.passkey.auth.backup',
    )
    assert.deepEqual(
      flagged.map(({ detail }) => detail),
      [{ stored: false, received: true }],
    )
    const [row] = await service.database.query(
      `select backup_eligible, backed_up from passkeys where id = '${passkeyId}'`,
    )
    assert.deepEqual([Number(row?.backup_eligible), Number(row?.backed_up)], [1, 1])
  })

  test('credentialSynced follows the backup state at each sign-in', async () => {
    const service = running()
    const { device, jwtAccess } = await signUpUser(service, { device: newDevice({ backupEligible: true }) })
    const synced = async () =>
      readBody<{ credentialSynced: boolean }[]>(await service.ask('GET', '/passkeys', { token: jwtAccess }))[0]
        ?.credentialSynced
    assert.equal(await synced(), false)
    readBody(await signIn(service, { device, flags: (right) => right | flag.BS }))
    assert.equal(await synced(), true)
    readBody(await signIn(service, { device }))
    assert.equal(await synced(), false)
  })
}

function owners(running: () => Service & { database: Parameters<typeof stored>[0] }) {
  test('a deactivated user is rejected like a wrong passkey and can sign in once reactivated', async () => {
    const service = running()
    const { device, userId, username } = await signUpUser(service)
    await service.database.query(`update users set status = 'inactive' where id = '${userId}'`)
    for (const name of [username, '']) assertRejected(await signIn(service, { device, username: name }), signInRejected)
    await service.database.query(`update users set status = 'active' where id = '${userId}'`)
    readBody(await signIn(service, { device, username }))
  })

  test("a user or passkey deleted between init and complete can't sign in", async () => {
    const service = running()
    for (const change of [
      ({ userId }: Tokens) => `delete from users where id = '${userId}'`,
      ({ passkeyId }: Tokens) => `delete from passkeys where id = '${passkeyId}'`,
      ({ userId }: Tokens) => `update users set status = 'inactive' where id = '${userId}'`,
    ]) {
      const ada = await signUpUser(service)
      const started = await startSignIn(service, ada.username)
      await service.database.query(change(ada))
      const before = await stored(service.database)
      assertRejected(await completeSignIn(service, started, { device: ada.device }), signInRejected)
      assert.deepEqual(await stored(service.database), before)
    }
  })

  test('a sign-in records its device, and the client keeps the device ID', async () => {
    const service = running()
    const { device, deviceId, userId } = await signUpUser(service)
    const begin = async (info: object) =>
      readBody<Awaited<ReturnType<typeof startSignIn>>>(await service.post('/auth/init', { app, deviceInfo: info }))
    const complete = async (info: object) => {
      const { session, assertionOptions } = await begin(info)
      const response = await service.post('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
      return readBody<Tokens>(response).deviceId
    }
    assert.equal(await complete(deviceInfo), deviceId)
    assert.notEqual(await complete({ clientName: 'Firefox', osName: 'Linux' }), deviceId)
    assert.equal(await complete({ clientName: 'Firefox', deviceId }), deviceId)
    const rows = await service.database.query(`select id from devices where user_id = '${userId}'`)
    assert.equal(rows.length, 2)
  })
}
