import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  readClaims,
  registrationRejected,
  requestGrant,
  signIn,
  signUp,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { flag } from '@thumbturn/testkit'

eachEngine('sign-up', (fresh) => {
  const running = useService(fresh)

  test('a new username creates a user with one passkey', async () => {
    const service = running()
    const username = newName()
    const { device, ...tokens } = await signUpUser(service, { username })
    const [passkey] = readBody<{ id: string; credentialId: string }[]>(
      await service.ask('GET', '/passkeys', { token: tokens.jwtAccess }),
    )
    assert.equal(passkey?.id, tokens.passkeyId)
    assert.equal(passkey?.credentialId, device.credentials[0]!.id)
    assert.equal(readClaims(tokens.jwtAccess).username, username)
  })

  test('the application decides the options, and every challenge is 32 fresh bytes', async () => {
    const service = running()
    const { registrationRequestOptions: options } = await startRegistration(service, newName(), {
      displayName: 'Ada',
    })
    const { challenge, user, ...rest } = options
    assert.equal(Buffer.from(challenge, 'base64url').length, 32)
    assert.match(user.id, /^[0-9a-f-]{36}$/)
    assert.equal(user.displayName, 'Ada')
    assert.deepEqual(rest, {
      rp: { id: 'localhost', name: 'Demo' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { requireResidentKey: true, residentKey: 'required', userVerification: 'preferred' },
      attestation: 'none',
      extensions: { credProps: true },
    })
    const other = await startRegistration(service, newName())
    assert.notEqual(other.registrationRequestOptions.challenge, challenge)
    assert.notEqual(other.registrationRequestOptions.user.id, user.id)
  })

  test("registering with the user's own token adds a second passkey and excludes the first", async () => {
    const service = running()
    const { device, jwtAccess, userId, passkeyId } = await signUpUser(service)
    const { action, session, registrationRequestOptions } = await startRegistration(service, undefined, {
      token: jwtAccess,
    })
    assert.equal(action, 'proceed')
    assert.deepEqual(registrationRequestOptions.excludeCredentials, [
      { type: 'public-key', id: device.credentials[0]!.id, transports: ['internal'] },
    ])
    const second = newDevice()
    const creationResult = second.create(registrationRequestOptions)
    const tokens = readBody<Tokens>(await service.post('/reg/complete', { session, creationResult }))
    assert.equal(tokens.userId, userId)
    assert.notEqual(tokens.passkeyId, passkeyId)
    assert.equal(readBody<Tokens>(await signIn(service, { device: second })).userId, userId)
    assert.equal(readBody<Tokens>(await signIn(service, { device })).userId, userId)
  })

  test("another user's token can't start a registration", async () => {
    const service = running()
    const [ada, bob] = [await signUpUser(service), await signUpUser(service)]
    const response = await service.post(
      '/reg/init',
      { app, deviceInfo, user: { username: bob.username } },
      { token: ada.jwtAccess },
    )
    assertRejected(response, { status: 403, msg: 'The token belongs to another user', msgCode: 'forbidden' })
  })

  test("an existing username leads to sign-in, and the session can't be completed", async () => {
    const service = running()
    const { username, userId, device } = await signUpUser(service)
    const started = await startRegistration(service, username)
    assert.equal(started.action, 'signIn')
    assert.notEqual(started.registrationRequestOptions.user.id, userId)
    assert.deepEqual(started.registrationRequestOptions.excludeCredentials, [])
    const before = await stored(service.database)
    assertRejected(await completeRegistration(service, started), registrationRejected)
    assert.deepEqual(await stored(service.database), before)
    readBody(await signIn(service, { device, username }))
  })

  for (const [what, change] of [
    ['another case', (name: string) => name.toUpperCase()],
    ['surrounding spaces', (name: string) => `  ${name} `],
    ['full-width letters', (name: string) => name.replaceAll('a', '\uff41')],
    ['a trailing non-breaking space', (name: string) => `${name}\u00a0`],
  ] as const) {
    test(`a username in ${what} is the same username`, async () => {
      const service = running()
      const { username } = await signUpUser(service)
      assert.equal((await startRegistration(service, change(username))).action, 'signIn')
    })
  }

  test('a registered credential ID is rejected for other users, and its owner can still sign in', async () => {
    const service = running()
    const first = await signUpUser(service)
    const started = await startRegistration(service, newName())
    const before = await stored(service.database)
    const credentialId = first.device.credentials[0]!.id
    assertRejected(await completeRegistration(service, started, { credentialId }), registrationRejected)
    assert.deepEqual(await stored(service.database), before)
    assert.equal(readBody<Tokens>(await signIn(service, { device: first.device })).userId, first.userId)
  })

  test('parallel completions with one credential ID store one row', async () => {
    const service = running()
    const credentialId = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const started = await Promise.all(Array.from({ length: 8 }, () => startRegistration(service, newName())))
    const responses = await Promise.all(started.map((one) => completeRegistration(service, one, { credentialId })))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    const rows = await service.database.query(`select id from passkeys where credential_id = '${credentialId}'`)
    assert.equal(rows.length, 1)
  })

  for (const [what, override] of [
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['the type of an assertion', { type: 'webauthn.get' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['no user presence', { flags: (right: number) => right & ~flag.UP }],
    ['a frame of another origin', { crossOrigin: true }],
    ['a backup state without backup eligibility', { flags: (right: number) => right | flag.BS }],
  ] as const) {
    test(`a credential with ${what} is rejected, and nothing is stored`, async () => {
      const service = running()
      const started = await startRegistration(service, newName())
      const before = await stored(service.database)
      assertRejected(await completeRegistration(service, started, override), registrationRejected)
      assert.deepEqual(await stored(service.database), before)
    })
  }

  test('an account deleted or deactivated between init and complete gets no passkey', async () => {
    const service = running()
    for (const change of [`update users set status = 'inactive'`, 'delete from users']) {
      const { jwtAccess, userId } = await signUpUser(service)
      const started = await startRegistration(service, undefined, { token: jwtAccess })
      await service.database.query(`${change} where id = '${userId}'`)
      const before = await stored(service.database)
      assertRejected(await completeRegistration(service, started), registrationRejected)
      assert.deepEqual(await stored(service.database), before)
    }
  })

  test('extra fields in the body of reg/complete have no effect', async () => {
    const service = running()
    const victim = await signUpUser(service)
    const username = newName()
    const { session, registrationRequestOptions } = await startRegistration(service, username)
    const creationResult = newDevice().create(registrationRequestOptions)
    const extra = { challenge: 'x', expectedChallenge: 'x', origin: 'x', rpId: 'x', verified: true, status: 'active' }
    const response = await service.post('/reg/complete', {
      session,
      creationResult: { ...creationResult, ...extra },
      ...extra,
      userId: victim.userId,
      user: { username: victim.username, id: victim.userId },
    })
    const { userId, jwtAccess } = readBody<Tokens>(response)
    assert.notEqual(userId, victim.userId)
    assert.equal(readClaims(jwtAccess).username, username)
  })

  test('with the registration lock, starting a registration requires a token', async (t) => {
    const service = running()
    await withSettings(service, t, { registrationRequiresToken: true })
    const username = newName()
    const msg = 'This application registers passkeys only with a token that has the scope reg:write'
    for (const token of [undefined, '', '   '])
      assertRejected(await service.post('/reg/init', { app, deviceInfo, user: { username } }, { token }), {
        status: 401,
        msg,
        msgCode: 'unauthorized',
      })

    const token = await requestGrant(service, username, ['reg:write'])
    const { jwtAccess } = readBody<Tokens>(await signUp(service, { username, token }))
    assert.equal(readClaims(jwtAccess).username, username)
  })

  test('a registration that started without a token is rejected once the application requires one', async (t) => {
    const service = running()
    const username = newName()
    const started = await startRegistration(service, username)
    const token = await requestGrant(service, newName(), ['reg:write'])
    const granted = await startRegistration(service, undefined, { token })
    await withSettings(service, t, { registrationRequiresToken: true })
    const before = await stored(service.database)
    assertRejected(await completeRegistration(service, started), registrationRejected)
    assert.deepEqual(await stored(service.database), before)
    readBody(await completeRegistration(service, granted))
  })

  test("a grant for one username can't register another", async () => {
    const service = running()
    const token = await requestGrant(service, newName(), ['reg:write'])
    const response = await service.post('/reg/init', { app, deviceInfo, user: { username: newName() } }, { token })
    assertRejected(response, { status: 403, msg: 'The token belongs to another user', msgCode: 'forbidden' })
  })

  test('a grant issued before the account existed adds nothing to an account that later takes the username', async () => {
    const service = running()
    const username = newName()
    const token = await requestGrant(service, username, ['reg:write'])
    const { userId } = await signUpUser(service, { username })
    const started = await startRegistration(service, username, { token })
    assert.equal(started.action, 'signIn')
    assert.notEqual(started.registrationRequestOptions.user.id, userId)
    assertRejected(await completeRegistration(service, started), registrationRejected)
  })

  test('a registration with a grant for a deactivated user fails with an error', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    await service.database.query(`update users set status = 'inactive' where id = '${userId}'`)
    const token = await requestGrant(service, username, ['reg:write'])
    const started = await startRegistration(service, username, { token })
    assert.equal(started.action, 'fail')
    assert.deepEqual(started.registrationRequestOptions.excludeCredentials, [])
    assertRejected(await completeRegistration(service, started), registrationRejected)
  })

  test('an unexpected error in the verifier is an internal error, not a rejected passkey', async () => {
    const { core, ...service } = running()
    const { verifyCreation } = core.ceremonies
    core.ceremonies.verifyCreation = () => {
      throw new TypeError('a bug')
    }
    const { session, registrationRequestOptions } = await startRegistration({ core, ...service }, newName())
    const creationResult = newDevice().create(registrationRequestOptions)
    const response = await service.post('/reg/complete', { session, creationResult })
    core.ceremonies.verifyCreation = verifyCreation
    assertRejected(response, { status: 500, msg: 'Internal server error', msgCode: 'internal_error' })
  })

  test('conditional registration requires a token and allows a passkey without user presence', async () => {
    const service = running()
    const passkeyOptions = { conditionalCreate: true }
    const user = { username: newName() }
    assertRejected(await service.post('/reg/init', { app, deviceInfo, user, passkeyOptions }), {
      status: 401,
      msg: 'A conditional create requires a token with the scope reg:write',
      msgCode: 'unauthorized',
    })
    const { jwtAccess } = await signUpUser(service)
    const started = readBody<Awaited<ReturnType<typeof startRegistration>>>(
      await service.post('/reg/init', { app, deviceInfo, passkeyOptions }, { token: jwtAccess }),
    )
    readBody(await completeRegistration(service, started, { flags: (right) => right & ~(flag.UP | flag.UV) }))
  })

  for (const username of ['', ' ', '\u00a0', undefined]) {
    test(`a registration for the username ${JSON.stringify(username)} is a bad request`, async () => {
      const user = username === undefined ? undefined : { username }
      assertRejected(await running().post('/reg/init', { app, deviceInfo, user }), {
        status: 400,
        msg: 'username is required and must not be empty',
        msgCode: 'bad_request',
      })
    })
  }

  test('values of maximum length fit in a session and are restored in full', async () => {
    const service = running()
    const long = (length: number) => '\u{1f511}'.repeat(length / 2)
    const username = `${long(240)}${newName()}`.slice(0, 256)
    const said = Object.fromEntries(
      ['clientName', 'clientVersion', 'osArch', 'osName', 'osVersion'].map((name) => [name, long(256)]),
    )
    const info = { ...said, clientType: long(32), deviceId: 'd'.repeat(64), screenWidth: 1.2345678901234567e300 }
    const user = { username, displayName: '"'.repeat(256) }
    const started = readBody<Awaited<ReturnType<typeof startRegistration>>>(
      await service.post('/reg/init', { app, deviceInfo: info, user }),
    )
    assert.ok(started.session.length <= 8192, `${started.session.length} characters`)
    const response = await completeRegistration(service, started)
    assert.equal(readClaims(readBody<Tokens>(response).jwtAccess).username, username)
  })

  test('a client name that would be truncated inside a surrogate pair still registers', async () => {
    const service = running()
    const info = { clientName: `${'x'.repeat(47)}\u{1f511}`, osName: 'Linux' }
    const started = readBody<Awaited<ReturnType<typeof startRegistration>>>(
      await service.post('/reg/init', { app, deviceInfo: info, user: { username: newName() } }),
    )
    readBody(await completeRegistration(service, started))
  })
})
