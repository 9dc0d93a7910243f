import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { askForCode, signUpUserWithContacts, textsTo, useCodes, verifyCode } from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend, notAuthenticated } from '@thumbturn/service-harness/gen1.ts'
import { attestationSubject, party } from '@thumbturn/service-harness/metadata-service.ts'
import { attestPacked } from '@thumbturn/service-harness/packed.ts'
import {
  assertRejected,
  type Device,
  newDevice,
  newName,
  notVerified,
  readBody,
  registrationNotAccepted,
  registrationRejected,
  requestGrant,
  signIn,
  signInNotAccepted,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const vendor = party(undefined, { pathLength: 'any', from: '2020-01-01' })
const batch = party(vendor, { subject: attestationSubject, from: '2020-01-01' })
const anchored = { attestationTrust: 'anchors', trustAnchors: [vendor.der.toString('base64')] } as const
const profile = { securityProfile: 'asvs-l3', ...anchored } as const
const standard = {
  securityProfile: 'standard',
  registrationRequiresToken: false,
  enumeration: 'open',
  crossAuthMethods: ['otp', 'otp:email', 'otp:sms'],
  mfaPolicy: 'passkey-or-otp',
  userVerification: 'preferred',
  attestation: 'none',
  attestationTrust: 'none',
  backupEligibility: 'any',
  otpToUsername: true,
} as const

eachEngine('the security profile asvs-l3', (fresh) => {
  const running = useCodes(fresh)

  /** Changes settings, and returns those that the application then has. */
  async function set(settings: Partial<ApplicationSettings>): Promise<ApplicationSettings> {
    const { core, application } = running()
    return (await changeApplication(core, application, { settings })).settings
  }

  async function register(device: Device, isAttested = true) {
    const service = running()
    const username = newName()
    const token = await requestGrant(service, username, ['reg:write'])
    const { session, registrationRequestOptions } = await startRegistration(service, undefined, { token })
    const created = device.create(registrationRequestOptions)
    const creationResult = isAttested ? attestPacked(created, batch) : created
    return service.post('/reg/complete', { session, creationResult })
  }

  test('choosing it sets what it restricts, and keeps what it allows', async () => {
    await set({ ...standard, algorithms: [-8, -7], mfaPolicy: 'external-then-passkey' })
    const { securityProfile, crossAuthMethods, userVerification, attestationTrust, ...more } = await set({
      securityProfile: 'asvs-l3',
    })
    assert.deepEqual(
      { securityProfile, crossAuthMethods, userVerification, attestationTrust },
      { securityProfile: 'asvs-l3', crossAuthMethods: [], userVerification: 'required', attestationTrust: 'metadata' },
    )
    assert.deepEqual([more.algorithms, more.mfaPolicy], [[-8, -7], 'external-then-passkey'])
    assert.equal(more.backupEligibility, 'device-bound')
  })

  for (const [name, value] of Object.entries({
    userVerification: 'preferred',
    crossAuthMethods: ['otp:email'],
    mfaPolicy: 'passkey-or-otp',
    backupEligibility: 'any',
    backupEligibilityChange: 'flag',
    attestationTrust: 'none',
    algorithms: [-7, -257],
    enumeration: 'open',
    registrationRequiresToken: false,
  }))
    test(`it rejects ${name} ${JSON.stringify(value)}, alone and together with the choice`, async () => {
      await set({ ...standard, ...profile })
        .then(() => assert.fail('contradictory settings were accepted'))
        .catch((error: Error) => assert.match(error.message, /asvs-l3 does not allow crossAuthMethods/))
      await set(standard)
      await assert.rejects(set({ securityProfile: 'asvs-l3', [name]: value }), new RegExp(`does not allow ${name} `))
      await set(profile)
      await assert.rejects(set({ [name]: value }), new RegExp(`does not allow ${name} `))
    })

  test('an attested, device-bound passkey that verifies its user signs up and in', async () => {
    await set(standard)
    await set(profile)
    const device = newDevice()
    readBody(await register(device))
    readBody(await signIn(running(), { device }))
  })

  test('a passkey without user verification, attestation, or a device of its own is rejected', async () => {
    await set(standard)
    await set(profile)
    assertRejected(await register(newDevice({ userVerified: false })), { ...registrationRejected, ...notVerified })
    assertRejected(await register(newDevice(), false), registrationNotAccepted)
    assertRejected(await register(newDevice({ backupEligible: true })), registrationNotAccepted)
  })

  test('a passkey from before that it would not register no longer signs in, until the profile is left', async () => {
    await set(standard)
    const { device } = await signUpUser(running())
    await set(profile)
    assertRejected(await signIn(running(), { device }), signInNotAccepted)
    await set(standard)
    readBody(await signIn(running(), { device }))
  })

  for (const [method, kind] of [
    ['email', 'email'],
    ['sms', 'phone'],
  ] as const)
    test(`no ${method === 'sms' ? 'SMS' : method} code is sent, shown, or accepted, in any API`, async () => {
      await set(standard)
      const service = running()
      const user = await signUpUserWithContacts(service)
      const backend = await gen1Backend(service)
      const address = kind === 'email' ? user.email : user.phone
      await set(profile)
      const before = (await textsTo(service, address)).length
      assert.equal((await askForCode(service, method, user.username)).status, 204)
      assert.equal((await textsTo(service, address)).length, before)
      assert.equal((await verifyCode(service, user.username, '000000')).status, 400)
      const added = await backend.call('credentials.force_add', `/credentials/${kind}/init/force`, {
        username: user.username,
        ...(kind === 'email' ? { email: address } : { phone_number: address }),
      })
      assert.equal(added.status, 403)
      assert.match(added.text, /asvs-l3/)
    })

  test('passwords and access codes from before no longer sign in, and no new ones are created', async () => {
    await set(standard)
    const service = running()
    const backend = await gen1Backend(service)
    const username = newName()
    const password = 'correct horse battery'
    const twice = { password, password_confirmation: password }
    readBody(await backend.call('auth.register', '/register/password', { username, ...twice }))
    await set(profile)
    assertGen1Rejected(
      await backend.call('auth.login', '/authenticate/password', { username, password }),
      notAuthenticated,
    )
    const another = await backend.call('auth.register', '/register/password', { username: newName(), ...twice })
    assert.equal(another.status, 403)
    const code = await backend.call('codes.generate', '/codes/short/generate', {
      username,
      purpose: 'temporary_authentication',
    })
    assert.equal(code.status, 403)
  })

  test('the version is hidden as long as one application has the profile', async () => {
    await set(standard)
    const service = running()
    const show = async () => readBody<{ version: string }>(await service.ask('GET', '/version')).version
    assert.notEqual(await show(), 'hidden')
    await set(profile)
    assert.equal(await show(), 'hidden')
  })
})
