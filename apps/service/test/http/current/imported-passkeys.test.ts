import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PasskeyRecord, UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type ForeignPasskey, registerElsewhere, userRecord } from '@thumbturn/service-harness/imports.ts'
import { type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  readBody,
  requestGrant,
  signIn,
  signInNotAccepted,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { AssertionOverrides } from '@thumbturn/testkit'
import { createImporter } from '../../../src/core/use-cases/imports/import.ts'

anyEngine('imported passkeys', (fresh) => {
  const running = useService(fresh)

  async function imported(passkeys: readonly PasskeyRecord[], changes: Partial<UserRecord> = {}) {
    const { core, application } = running()
    const record = userRecord(passkeys, changes)
    const importer = createImporter(core, { backend: { application, keyId: 'test' }, dryRun: false })
    const [result] = (await importer.run([{ number: 2, text: JSON.stringify(record) }])).results
    if (result?.outcome !== 'imported') throw new Error(JSON.stringify(result))
    return { username: record.username, userId: result.userId }
  }

  const complete = (service: Service, { device }: ForeignPasskey, overrides: AssertionOverrides = {}) =>
    signIn(service, { device, ...overrides })

  const readHandle = async (userId: string) =>
    (await running().core.store.passkeys.listByUser('demo', userId)).map(({ userHandle }) => userHandle)

  test('a user signs in with a passkey registered elsewhere, by username and by the passkey alone', async () => {
    const foreign = registerElsewhere()
    const { username, userId } = await imported([foreign.record])
    for (const name of [username, '']) {
      const tokens = readBody<Tokens>(await signIn(running(), { device: foreign.device, username: name }))
      assert.equal(tokens.userId, userId)
    }
    assert.deepEqual(await readHandle(userId), [foreign.record.userHandle])
  })

  test('an imported passkey works in every form of its public key, under every algorithm', async () => {
    for (const algorithm of [-7, -8, -35, -36, -48, -49, -50, -257] as const) {
      const { device, credential, record } = registerElsewhere({ algorithm })
      const { publicKeyCose, ...rest } = record
      const username = `algorithm${algorithm}@example.com`
      await imported([{ ...rest, publicKeySpki: credential.key.spki.toString('base64') }], { username })
      readBody(await signIn(running(), { device, username }))
      const [passkey] = (await running().core.store.users.findWithPasskeys('demo', {
        usernameKey: username,
        addressKey: username,
      }))!.passkeys
      assert.deepEqual(Buffer.from(passkey!.publicKey), credential.key.cose)
    }
  })

  test('another handle than the imported one is rejected, and the user’s own id too', async () => {
    const foreign = registerElsewhere()
    const other = registerElsewhere()
    const { userId } = await imported([foreign.record])
    await imported([other.record])
    for (const userHandle of [other.record.userHandle!, userId, null]) {
      assertRejected(await complete(running(), foreign, { userHandle }), signInRejected)
    }
    readBody(await complete(running(), foreign))
  })

  test('an unknown handle is learned at the first sign-in, and no other is accepted later', async () => {
    const { device, credential, record } = registerElsewhere()
    const { userHandle, ...withoutHandle } = record
    const { userId, username } = await imported([withoutHandle])
    assert.deepEqual(await readHandle(userId), [''])
    const foreign = { device, credential, record }
    assertRejected(await complete(running(), foreign, { userHandle: null }), signInRejected)
    readBody(await signIn(running(), { device, username }))
    assert.deepEqual(await readHandle(userId), [userHandle])
    assertRejected(await complete(running(), foreign, { userHandle: 'AAAA' }), signInRejected)
    readBody(await complete(running(), foreign))
  })

  test('a wrong signature teaches no handle and no backup eligibility', async () => {
    const foreign = registerElsewhere({ backupEligible: true })
    const { userHandle, backupEligible: _unknown, ...record } = foreign.record
    const { userId } = await imported([record])
    const before = await stored(running().database)
    assertRejected(await complete(running(), foreign, { signature: (right) => right.reverse() }), signInRejected)
    assert.deepEqual(await stored(running().database), before)
    assert.deepEqual(await readHandle(userId), [''])
  })

  test('an unknown backup eligibility is settled by the first sign-in, and must not change later', async () => {
    const foreign = registerElsewhere({ backupEligible: true })
    const { backupEligible, ...record } = foreign.record
    const { userId } = await imported([record])
    readBody(await complete(running(), foreign))
    const [passkey] = await running().core.store.passkeys.listByUser('demo', userId)
    assert.deepEqual([passkey!.backupEligible, passkey!.backupEligibleUnknown], [true, undefined])
    const changed = await complete(running(), foreign, { flags: (right) => right & ~0x08 })
    assertRejected(changed, signInNotAccepted)
  })

  test('the counter of an imported passkey must rise', async () => {
    const foreign = registerElsewhere({ counter: 'counting' })
    await imported([{ ...foreign.record, signCount: 2 }])
    assertRejected(await complete(running(), foreign), signInRejected)
    assertRejected(await complete(running(), foreign), signInRejected)
    readBody(await complete(running(), foreign))
  })

  test('an inactive user is imported as such, and can’t sign in', async () => {
    const foreign = registerElsewhere()
    await imported([foreign.record], { status: 'inactive' })
    assertRejected(await complete(running(), foreign), signInRejected)
  })

  test('options list imported passkeys: to sign in with, and to exclude from a registration', async () => {
    const service = running()
    const { record, device } = registerElsewhere()
    const { username } = await imported([record])
    const descriptor = { type: 'public-key', id: record.credentialId, transports: ['internal'] }
    const { assertionOptions } = await startSignIn(service, username)
    assert.deepEqual(assertionOptions.allowCredentials, [descriptor])
    const token = await requestGrant(service, username, ['reg:write'])
    const { registrationRequestOptions } = await startRegistration(service, username, { token })
    assert.deepEqual(registrationRequestOptions.excludeCredentials, [descriptor])
    assert.throws(() => device.create(registrationRequestOptions), { name: 'InvalidStateError' })
  })

  test('the list of passkeys has the handles of imported ones, which browsers need to hide deleted passkeys', async () => {
    const service = running()
    const foreign = registerElsewhere()
    await imported([foreign.record])
    const { jwtAccess } = readBody<Tokens>(await complete(service, foreign))
    const listed = readBody<{ userHandle?: string }[]>(await service.ask('GET', '/passkeys', { token: jwtAccess }))
    assert.deepEqual(
      listed.map(({ userHandle }) => userHandle),
      [foreign.record.userHandle],
    )
    const own = await signUpUser(service, { device: newDevice() })
    const [passkey] = readBody<object[]>(await service.ask('GET', '/passkeys', { token: own.jwtAccess }))
    assert.ok(!('userHandle' in passkey!))
  })
})
