import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  app,
  assertRejected,
  deviceInfo,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  registrationNotAccepted,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { CreationOverrides } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

type PasskeyEntry = { id: string; extensions?: object }

/** Extensions and hints of an application, from the options to what is recorded of a passkey. */
eachEngine('extensions and hints', (fresh) => {
  const running = useService(fresh)
  let admin: string
  before(async () => {
    admin = (await createAdminKey(running())).text
  })

  const change = (settings: Partial<ApplicationSettings>) => {
    const { core, application } = running()
    const usual = {
      extensions: ['credProps'],
      hints: [],
      credProtectEnforced: false,
      credProtect: 'userVerificationOptionalWithCredentialIDList',
      userVerification: 'preferred',
    } as const
    return changeApplication(core, application, { settings: { ...usual, ...settings } })
  }

  /** Registers a new user with these outputs; `client` is what the browser reports. */
  async function register(overrides: CreationOverrides = {}, client?: object) {
    const device = newDevice()
    const { session, registrationRequestOptions } = await startRegistration(running(), newName())
    const created = device.create(registrationRequestOptions, overrides)
    const creationResult = client === undefined ? created : { ...created, clientExtensionResults: client }
    return running().post('/reg/complete', { session, creationResult })
  }

  async function readExtensions({ jwtAccess, passkeyId }: Tokens) {
    const list = readBody<PasskeyEntry[]>(await running().ask('GET', '/passkeys', { token: jwtAccess }))
    return list.find(({ id }) => id === passkeyId)?.extensions
  }

  test('by default, a registration requests credProps, and a sign-in nothing', async () => {
    await change({})
    const { registrationRequestOptions } = await startRegistration(running(), newName())
    assert.deepEqual(registrationRequestOptions.extensions, { credProps: true })
    assert.equal('hints' in registrationRequestOptions, false)
    const { assertionOptions } = await startSignIn(running())
    assert.equal('extensions' in assertionOptions, false)
    assert.equal('hints' in assertionOptions, false)
  })

  test('every extension of the setting is in the options as WebAuthn and CTAP name it', async () => {
    await change({
      extensions: ['credProps', 'credProtect', 'minPinLength', 'largeBlob', 'prf'],
      credProtect: 'userVerificationRequired',
      credProtectEnforced: true,
      userVerification: 'required',
    })
    const { registrationRequestOptions } = await startRegistration(running(), newName())
    assert.deepEqual(registrationRequestOptions.extensions, {
      credProps: true,
      credentialProtectionPolicy: 'userVerificationRequired',
      enforceCredentialProtectionPolicy: true,
      minPinLength: true,
      largeBlob: { support: 'preferred' },
      prf: {},
    })
    const { assertionOptions } = await startSignIn(running())
    assert.deepEqual(assertionOptions.extensions, { largeBlob: { read: true } })
  })

  test('the options of an unknown username are no different', async () => {
    await change({ extensions: ['largeBlob'], hints: ['hybrid'] })
    const ada = await signUpUser(running())
    const keys = async (username: string) =>
      Object.keys((await startSignIn(running(), username)).assertionOptions).sort()
    assert.deepEqual(await keys('unknown'), await keys(ada.username))
  })

  test('hints are in the options of registrations, sign-ins, and transactions', async () => {
    await change({ hints: ['client-device', 'hybrid'] })
    const ada = await signUpUser(running())
    const expected = ['client-device', 'hybrid']
    const { registrationRequestOptions } = await startRegistration(running(), newName())
    assert.deepEqual(registrationRequestOptions.hints, expected)
    assert.deepEqual((await startSignIn(running())).assertionOptions.hints, expected)
    assert.deepEqual((await startTransaction(running(), ada.username)).assertionOptions.hints, expected)
  })

  test('a passkey for a security key is requested with no hint that contradicts it', async () => {
    await change({ hints: ['client-device', 'hybrid'] })
    const body = { app, deviceInfo, user: { username: newName() }, passkeyOptions: { securityKey: true } }
    const { registrationRequestOptions } = readBody<RegistrationInit>(await running().post('/reg/init', body))
    assert.deepEqual(registrationRequestOptions.hints, ['security-key'])
  })

  test('what the extensions said is listed with the passkey, by who says it', async () => {
    await change({ extensions: ['credProps', 'credProtect', 'prf'] })
    const extensions = { credProtect: 2, 'hmac-secret': true, minPinLength: 6 }
    const client = { credProps: { rk: true }, prf: { enabled: true }, largeBlob: { supported: false } }
    const tokens = readBody<Tokens>(await register({ extensions }, client))
    const expected = {
      client: { discoverable: true, prf: true, largeBlob: false },
      authenticator: {
        credProtect: 'userVerificationOptionalWithCredentialIDList',
        hmacSecret: true,
        minPinLength: 6,
      },
    }
    assert.deepEqual(await readExtensions(tokens), expected)
    const shown = await running().ask('GET', `//admin/v1/applications/demo/users/${tokens.userId}`, { token: admin })
    assert.deepEqual(readBody<{ passkeys: PasskeyEntry[] }>(shown).passkeys[0]!.extensions, expected)
  })

  test('without extension results, nothing is listed', async () => {
    await change({})
    assert.equal(await readExtensions(readBody<Tokens>(await register())), undefined)
    assert.equal(await readExtensions(readBody<Tokens>(await register({}, { appid: true }))), undefined)
  })

  test('only what the browser reported is listed where the authenticator said nothing', async () => {
    await change({})
    const tokens = readBody<Tokens>(await register({}, { credProps: { rk: false } }))
    assert.deepEqual(await readExtensions(tokens), { client: { discoverable: false } })
  })

  test('outputs of prf are never stored', async () => {
    await change({ extensions: ['prf'] })
    const secret = 'c2VjcmV0LW9mLXRoZS1wYWdl'
    const tokens = readBody<Tokens>(await register({}, { prf: { enabled: true, results: { first: secret } } }))
    assert.deepEqual(await readExtensions(tokens), { client: { prf: true } })
    const stored = await running().core.store.passkeys.find('demo', tokens.passkeyId)
    assert.ok(!JSON.stringify(stored).includes(secret))
  })

  for (const [what, results] of [
    ['a number for a flag', { credProps: { rk: 1 } }],
    ['text for an object', { prf: 'yes' }],
    ['a list', []],
  ] as const) {
    test(`${what} in the results of the browser is left out`, async () => {
      await change({})
      assert.equal(await readExtensions(readBody<Tokens>(await register({}, results))), undefined)
    })
  }

  const enforced = {
    extensions: ['credProps', 'credProtect'],
    credProtect: 'userVerificationOptionalWithCredentialIDList',
    credProtectEnforced: true,
  } as const

  for (const [what, extensions, client] of [
    ['no output of the authenticator', undefined, undefined],
    ['a weaker policy', { credProtect: 1 }, undefined],
    ['no output of the authenticator, whatever the browser claims', undefined, { credProtect: 3 }],
  ] as const) {
    test(`enforced credential protection rejects ${what}`, async () => {
      await change(enforced)
      const overrides = extensions === undefined ? {} : { extensions }
      assertRejected(await register(overrides, client), registrationNotAccepted)
    })
  }

  for (const credProtect of [2, 3]) {
    test(`enforced credential protection accepts policy ${credProtect}`, async () => {
      await change(enforced)
      readBody(await register({ extensions: { credProtect } }))
    })
  }

  test('a policy that is not enforced is only requested', async () => {
    await change({ ...enforced, credProtectEnforced: false })
    readBody(await register())
  })

  for (const [what, settings, message] of [
    [
      'enforced protection without the extension',
      { extensions: ['credProps'], credProtectEnforced: true },
      /credProtectEnforced needs/,
    ],
    [
      'protection by user verification that the application does not require',
      { extensions: ['credProtect'], credProtect: 'userVerificationRequired', userVerification: 'preferred' },
      /^credProtect userVerificationRequired needs userVerification required: browsers reject the request otherwise$/,
    ],
    [
      'enforced protection that protects nothing',
      { extensions: ['credProtect'], credProtect: 'userVerificationOptional', credProtectEnforced: true },
      /^credProtectEnforced needs another credProtect than userVerificationOptional: browsers reject/,
    ],
    [
      'the weakest protection of passkeys that need a username anyway',
      { extensions: ['credProtect'], credProtect: 'userVerificationOptional', residentKey: 'discouraged' },
      /^credProtect userVerificationOptional needs residentKey preferred or required: browsers reject/,
    ],
    ['an unknown extension', { extensions: ['appid'] }, /extensions/],
    ['an unknown hint', { hints: ['phone'] }, /hints/],
  ] as const) {
    test(`${what} is not a valid setting`, async () => {
      const response = await running().ask('PATCH', '//admin/v1/applications/demo', {
        token: admin,
        body: { settings },
      })
      assertRejected(response, { status: 400, msg: message, msgCode: 'bad_request' })
    })
  }

  test('a registration without a dialog requests the same extensions', async () => {
    await change({ extensions: ['prf'], hints: ['hybrid'] })
    const ada = await signUpUser(running())
    const body = { app, deviceInfo, user: { username: ada.username }, passkeyOptions: { conditionalCreate: true } }
    const started = readBody<RegistrationInit>(await running().post('/reg/init', body, { token: ada.jwtAccess }))
    assert.deepEqual(started.registrationRequestOptions.extensions, { prf: {} })
    const again = readBody<AuthenticationInit>(await running().post('/auth/init', { app, deviceInfo }))
    assert.deepEqual(again.assertionOptions.hints, ['hybrid'])
  })
})
