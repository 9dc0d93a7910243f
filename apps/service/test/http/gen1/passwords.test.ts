import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  type Authentication,
  alreadyRegistered,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
  notAuthenticated,
  signUpGen1User,
  tokenNotAllowed,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  readClaims,
  signIn,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

const good = 'correct horse battery'
const better = 'staple of another kind'
const twice = (password: string) => ({ password, password_confirmation: password })

eachEngine('first-generation passwords', (fresh) => {
  const running = useService(fresh)
  const situation = async (username = newName()) => {
    const backend = await gen1Backend(running())
    const signUp = await backend.call('auth.register', '/register/password', { username, ...twice(good) })
    const login = (password: string, name = username) =>
      backend.call('auth.login', '/authenticate/password', { username: name, password })
    return { backend, username, login, ...readBody<Authentication>(signUp) }
  }

  test('a user signs up and in with a password, and the token lets them add a passkey', async () => {
    const service = running()
    const { username, login, user, credential } = await situation()
    const { jwt = '', ...body } = readBody<Authentication>(await login(good, username.toUpperCase()))
    assert.deepEqual(body, {
      client: { id: 'demo', type: 'directweb' },
      credential: { uuid: credential.uuid, type: 'password', name: 'Password' },
      user: { id: user.id, username, namespace_id: 'demo' },
      is_authenticated: true,
    })
    const { aud, sub, udata, amr, credID, scopes } = readClaims(jwt)
    assert.deepEqual([aud, sub, udata, amr, credID], ['demo', user.id, username, ['pwd'], undefined])
    assert.deepEqual(scopes, ['reg:write', 'auth:write', 'passkey:read'])
    const started = await service.post('/reg/init', { app, deviceInfo, user: { username } }, { token: jwt })
    assert.equal(readBody<{ action: string }>(started).action, 'proceed')
    const { text } = await apiKey(service)
    readBody(await service.post('/mgmt/token/verify', { jwtAccess: jwt }, { token: text }), 204)
    assert.equal((await service.ask('DELETE', '/passkeys/x', { token: jwt })).status, 403)
  })

  test('no_jwt omits the token', async () => {
    const { backend, username } = await situation()
    const body = { username, password: good, no_jwt: true }
    const response = await backend.call('auth.login', '/authenticate/password', body)
    assert.equal('jwt' in readBody<Authentication>(response), false)
  })

  test('a wrong password, an unknown username, and a user without a password get the same error', async () => {
    const { login } = await situation()
    const passkeyOnly = await signUpUser(running())
    const responses = [
      await login(`${good}x`),
      await login(good, newName('unknown')),
      await login(good, passkeyOnly.username),
      await login(''.padEnd(256, 'x')),
    ]
    for (const response of responses) {
      assertGen1Rejected(response, notAuthenticated)
      assert.equal(response.text, responses[0]!.text)
    }
  })

  test('an unknown username costs the same hashing and the same writes as a known one', async () => {
    const service = running()
    const { login } = await situation()
    const hashed: (string | undefined)[] = []
    const { matches } = service.core.passwords
    service.core.passwords.matches = (password, secret) => {
      hashed.push(secret)
      return matches(password, secret)
    }
    await login(`${good}x`, newName('unknown'))
    const before = await stored(service.database)
    for (const attempt of [() => login(`${good}x`), () => login(`${good}x`, newName('unknown'))]) {
      const rows = (await stored(service.database)).failures!.length
      assertGen1Rejected(await attempt(), notAuthenticated)
      assert.equal((await stored(service.database)).failures!.length, rows + 1)
    }
    service.core.passwords.matches = matches
    assert.equal(hashed.length, 3)
    assert.deepEqual(before.credentials, (await stored(service.database)).credentials)
  })

  test('passwords are stored only as Argon2id hashes', async () => {
    const service = running()
    await situation()
    const everything = JSON.stringify(await stored(service.database))
    assert.ok(!everything.includes(good))
    assert.match(everything, /\$argon2id\$/)
  })

  test('too many failures in a row lock the password but not passkeys, and a passkey sign-in unlocks it', async () => {
    const service = running()
    const { backend, username, login, user } = await situation()
    const { settings } = service.application
    await changeApplication(service.core, service.application, { settings: { otpFailures: 5 } })
    const fail = async () => {
      for (const response of await Promise.all(Array.from({ length: 6 }, () => login('wrong wrong wrong'))))
        assertGen1Rejected(response, notAuthenticated)
      assertGen1Rejected(await login(good), notAuthenticated)
    }
    await fail()
    const started = await backend.call('credentials.force_add', '/credentials/fido2/init/force', { username })
    const device = newDevice()
    const attestation_payload = attested(device, readBody<AttestationInit>(started))
    readBody(await backend.open('/credentials/fido2/complete', { attestation_payload }))
    readBody(await login(good))
    await fail()
    readBody(await gen1SignIn(backend, { device, username }))
    readBody(await login(good))
    // The backend can unlock it as well.
    await fail()
    readBody(
      await backend.call('credentials.force_add', '/credentials/password/force', {
        user_id: user.id,
        ...twice(better),
      }),
    )
    readBody(await login(better))
    await changeApplication(service.core, service.application, { settings })
  })

  test('a successful sign-in resets the failure count', async () => {
    const service = running()
    const { login, user } = await situation()
    for (let count = 0; count < 3; count++) assertGen1Rejected(await login('wrong wrong wrong'), notAuthenticated)
    const counter = { appId: 'demo', account: user.id, method: 'password' }
    assert.equal(await service.core.store.failures.count(counter), 3)
    readBody(await login(good))
    assert.equal(await service.core.store.failures.count(counter), 0)
  })

  test('a user changes a password with the old one, which then stops working', async () => {
    const { backend, username, login } = await situation()
    const change = (old_password: string, chosen: object = {}) =>
      backend.call('credentials.replace', '/credentials/password/change', {
        username,
        old_password,
        new_password: better,
        new_password_confirmation: better,
        ...chosen,
      })
    assertGen1Rejected(await change(`${good}x`), notAuthenticated)
    assertGen1Rejected(await change(good, { new_password_confirmation: good }), [400, 'bad_request', /differ/])
    readBody(await login(good))
    readBody(await change(good))
    assertGen1Rejected(await login(good), notAuthenticated)
    assertGen1Rejected(await change(good), notAuthenticated)
    readBody(await login(better))
  })

  test('of 16 parallel changes with one old password, exactly one succeeds', async () => {
    const { backend, username, login } = await situation()
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        backend.call('credentials.replace', '/credentials/password/change', {
          username,
          old_password: good,
          new_password: `${better} ${at}`,
          new_password_confirmation: `${better} ${at}`,
        }),
      ),
    )
    const won = responses.flatMap(({ status }, at) => (status === 200 ? [at] : []))
    assert.equal(won.length, 1)
    readBody(await login(`${better} ${won[0]}`))
  })

  test('a recovery code is shown once, stored as a hash, replaced by the next one, and sets a password once', async () => {
    const service = running()
    const { backend, username, login } = await situation()
    const make = async () =>
      readBody<{ code: string; created_at: string }>(
        await backend.call('credentials.add_recovery', '/credentials/recovery-code', { username }),
      )
    const old = (await make()).code
    const { code, created_at } = await make()
    assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    assert.equal(created_at, new Date(service.clock.now()).toISOString())
    assert.ok(!JSON.stringify(await stored(service.database)).includes(code.replaceAll('-', '')))
    const recover = (typed: string, password = better, name = username) =>
      backend.call('credentials.replace', '/credentials/password/recover', {
        username: name,
        authentication_code: { code: typed, type: 'recovery' },
        ...twice(password),
      })
    const other = await situation()
    for (const response of [
      await recover(old),
      await recover(code.slice(0, -1)),
      await recover(code, better, other.username),
      await recover(code, better, newName('unknown')),
    ])
      assertGen1Rejected(response, notAuthenticated)
    // A rejected password doesn't spend the code.
    assertGen1Rejected(await recover(code, 'short'), [400, 'bad_request'])
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`
    const responses = await Promise.all(Array.from({ length: 8 }, () => recover(typed)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assertGen1Rejected(await recover(code), notAuthenticated)
    readBody(await login(better))
    assertGen1Rejected(await login(good), notAuthenticated)
  })

  for (const [path, scope] of [
    ['/credentials/password/code', 'credentials.add'],
    ['/credentials/password/recover', 'credentials.replace'],
  ] as const) {
    test(`${path} sets a password with an authorized code: a rejected password keeps the code, and the change spends it`, async () => {
      const { backend, username, login } = await situation()
      const generate = async (more: object = {}, name = username) => {
        const body = { username: name, purpose: 'add_credential', authorize: true, ...more }
        return readBody<{ code: string }>(await backend.call('codes.generate', '/codes/long/generate', body)).code
      }
      const set = (code: string, more: object = {}) =>
        backend.call(scope, path, { username, authentication_code: { code, type: 'long' }, ...twice(better), ...more })
      const badCode = [400, 'invalid_access_code'] as const
      const other = await situation()
      assertGen1Rejected(await set(await generate({}, other.username)), badCode)
      assertGen1Rejected(await set(await generate({ purpose: 'temporary_authentication' })), badCode)
      assertGen1Rejected(await set(await generate({ authorize: false })), badCode)
      assertGen1Rejected(await set(await generate(), { username: newName('unknown') }), badCode)
      const code = await generate()
      assertGen1Rejected(await set(code, twice('short')), [400, 'bad_request', /at least/])
      assert.equal(readBody<Authentication>(await set(code)).credential.type, 'password')
      assertGen1Rejected(await set(code), badCode)
      readBody(await login(better))
      assertGen1Rejected(await login(good), notAuthenticated)
    })
  }

  test('a password that is short, repetitive, the username, or breached is rejected with the reason', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const username = newName()
    const signUp = (password: string) =>
      backend.call('auth.register', '/register/password', { username, ...twice(password) })
    const { isBreached } = service.core.passwords
    service.core.passwords.isBreached = async (password) => password === 'password1234'
    for (const [password, message] of [
      ['short', /at least 8/],
      ['ééééééé', /at least 8/],
      ['abababababab', /different/],
      [username.toUpperCase(), /username/],
      ['password1234', /breach/],
    ] as const)
      assertGen1Rejected(await signUp(password), [400, 'bad_request', message])
    service.core.passwords.isBreached = isBreached
    readBody(await signUp('pässwörd'))
    // Composed and decomposed Unicode are the same password.
    readBody(
      await backend.call('auth.login', '/authenticate/password', { username, password: 'pässwörd'.normalize('NFD') }),
    )
  })

  test("a sign-up can't set a password for a taken username, but the backend can", async () => {
    const service = running()
    const { backend } = await situation()
    const ada = await signUpGen1User(backend)
    const body = { username: ada.username, ...twice(good) }
    assertGen1Rejected(await backend.call('auth.register', '/register/password', body), alreadyRegistered)
    const claims = { username: ada.username }
    assertGen1Rejected(await backend.call(['auth.register', claims], '/register/password', body), alreadyRegistered)
    const force = (named: object, more: object = {}) =>
      backend.call(['credentials.force_add', more], '/credentials/password/force', { ...named, ...twice(good) })
    assertGen1Rejected(await force({ username: newName('unknown') }), userNotFound)
    assertGen1Rejected(await force({ username: ada.username }, { username: newName() }), tokenNotAllowed)
    readBody(await force({ username: ada.username }))
    readBody(await signIn(service, ada))
  })

  test("a deactivated or deleted user can't sign in with a password", async () => {
    const { backend, login, user } = await situation()
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${user.id}/deactivate`))
    assertGen1Rejected(await login(good), notAuthenticated)
    readBody(await backend.manage('users.activate', `PUT /manage/users/${user.id}/activate`))
    readBody(await login(good))
    readBody(await backend.manage('users.delete', `DELETE /manage/users/${user.id}`), 204)
    assertGen1Rejected(await login(good), notAuthenticated)
  })
})
