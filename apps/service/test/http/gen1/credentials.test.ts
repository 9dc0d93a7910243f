import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  type Authentication,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
  invalidRequest,
  notAuthenticated,
  signUpGen1User,
  tokenNotAllowed,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { decodeBase32 } from '@thumbturn/service-harness/sign-in-methods.ts'
import { newDevice, newName, readBody, readClaims, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { generateTotp, toTotpStep } from '../../../src/core/flows/credentials/totp.ts'

type CredentialEntry = { uuid: string; type: string; status: string; name: string }
type TotpInit = { credential_uuid: string; otpauth_uri: string; secret: string }

const credentialNotFound = [404, 'credential_not_found', 'Credential not found'] as const

anyEngine('first-generation credentials', (fresh) => {
  const running = useService(fresh)
  const listed = async (named: object) => {
    const backend = await gen1Backend(running())
    return readBody<{ user_id: string; credentials: CredentialEntry[] }>(
      await backend.call('credentials.list', '/credentials/list', named),
    )
  }

  test('a passkey added by the backend signs in with both API generations', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const first = await signUpUser(service)
    const init = (named: object, claims: object = {}) =>
      backend.call(['credentials.force_add', claims], '/credentials/fido2/init/force', named)
    assertGen1Rejected(await init({ username: newName('unknown') }), userNotFound)
    assertGen1Rejected(await init({}), [400, 'missing_parameter'])
    assertGen1Rejected(await init({ user_id: first.userId }, { username: newName() }), tokenNotAllowed)
    const started = readBody<AttestationInit>(await init({ user_id: first.userId }))
    assert.deepEqual(
      started.attestation_payload.excludeCredentials?.map(({ id }) => id),
      first.device.credentials.map(({ id }) => id),
    )
    const device = newDevice()
    const attestation_payload = attested(device, started)
    const { user } = readBody<Authentication>(
      await backend.open('/credentials/fido2/complete', { attestation_payload }),
    )
    assert.equal(user.id, first.userId)
    readBody(await gen1SignIn(backend, { device, username: first.username }))
    readBody(await signIn(service, { device }))
  })

  test('all credentials of a user are listed, by username or ID, and by status', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const { username, user, credential } = await signUpGen1User(backend)
    const chosen = { password: 'correct horse', password_confirmation: 'correct horse' }
    readBody(await backend.call('credentials.force_add', '/credentials/password/force', { username, ...chosen }))
    readBody(await backend.call('credentials.force_add', '/credentials/totp/init/force', { username }))
    const all = await listed({ username })
    assert.equal(all.user_id, user.id)
    assert.deepEqual(all.credentials.map(({ type, status }) => `${type} ${status}`).sort(), [
      'fido2 active',
      'password active',
      'totp pending',
    ])
    assert.equal(all.credentials.find(({ type }) => type === 'fido2')?.uuid, credential.uuid)
    assert.deepEqual(await listed({ user_id: user.id }), all)
    const { credentials } = await listed({ username, status: 'pending' })
    assert.deepEqual(
      credentials.map(({ type }) => type),
      ['totp'],
    )
    const get = await service.ask('GET', `//credentials?user_id=${user.id}&status=active`, {
      token: backend.token('credentials.list'),
    })
    assert.equal(readBody<{ credentials: CredentialEntry[] }>(get).credentials.length, 2)
    assertGen1Rejected(
      await backend.call('credentials.list', '/credentials/list', { username: newName() }),
      userNotFound,
    )
    assert.doesNotMatch(JSON.stringify(all), /argon2|secret|hash/)
  })

  test('credentials of every kind are renamed and revoked, but only for their own user', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const { username, credential, device, jwt } = await signUpGen1User(backend)
    const mallory = await signUpGen1User(backend)
    const chosen = { password: 'correct horse', password_confirmation: 'correct horse' }
    const password = readBody<Authentication>(
      await backend.call('credentials.force_add', '/credentials/password/force', { username, ...chosen }),
    ).credential
    const rename = (name: string, uuid: string) =>
      backend.call('credentials.rename', '/credentials/rename', { username: name, credential: { uuid, name: 'Mine' } })
    const revoke = (name: string, uuid: string) =>
      backend.call('credentials.revoke', '/credentials/revoke', { username: name, credential: { uuid } })
    for (const { uuid } of [credential, password]) {
      for (const act of [rename, revoke]) assertGen1Rejected(await act(mallory.username, uuid), credentialNotFound)
      const renamed = readBody<{ credential: CredentialEntry }>(await rename(username, uuid)).credential
      assert.deepEqual([renamed.uuid, renamed.name, renamed.status], [uuid, 'Mine', 'active'])
      const revoked = readBody<{ credential: CredentialEntry }>(await revoke(username, uuid)).credential
      assert.deepEqual([revoked.uuid, revoked.name, revoked.status], [uuid, 'Mine', 'revoked'])
      for (const act of [rename, revoke]) assertGen1Rejected(await act(username, uuid), credentialNotFound)
    }
    const { credentials } = await listed({ username, status: 'revoked' })
    assert.deepEqual(credentials.map(({ type }) => type).sort(), ['fido2', 'password'])
    assertGen1Rejected(await gen1SignIn(backend, { device }), notAuthenticated)
    assert.equal((await service.ask('GET', '/passkeys', { token: jwt! })).status, 401)
    const login = { username, password: 'correct horse' }
    assertGen1Rejected(await backend.call('auth.login', '/authenticate/password', login), notAuthenticated)
    assert.doesNotMatch(JSON.stringify((await stored(service.database)).credentials), /correct horse/)
  })

  const withTotp = async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const { username, user } = await signUpGen1User(backend)
    const begin = async () =>
      readBody<TotpInit>(await backend.call('credentials.force_add', '/credentials/totp/init/force', { username }))
    const started = await begin()
    const shown = ({ secret }: TotpInit, steps = 0) =>
      generateTotp(decodeBase32(secret), toTotpStep(service.clock.now()) + steps)
    const complete = (otp: string, credential_uuid = started.credential_uuid, name = username) =>
      backend.open('/credentials/totp/complete', { username: name, credential_uuid, otp })
    const login = (otp: string, name = username) =>
      backend.call('auth.login', '/authenticate/totp', { username: name, otp })
    return { service, backend, username, user, begin, started, shown, complete, login }
  }

  test('an authenticator app is added with a code that it shows, and then signs in', async () => {
    const { service, username, user, started, shown, complete, login } = await withTotp()
    const label = encodeURIComponent(username)
    assert.equal(started.otpauth_uri, `otpauth://totp/Demo:${label}?secret=${started.secret}&issuer=Demo`)
    assert.equal(decodeBase32(started.secret).length, 20)
    // An app that isn't confirmed yet can't sign in.
    assertGen1Rejected(await login(shown(started)), notAuthenticated)
    const added = readBody<Authentication>(await complete(shown(started)))
    assert.deepEqual([added.credential.uuid, added.credential.type], [started.credential_uuid, 'totp'])
    service.clock.advance(30_000)
    const { jwt = '', user: signedIn } = readBody<Authentication>(await login(shown(started)))
    assert.equal(signedIn.id, user.id)
    assert.deepEqual(readClaims(jwt).amr, ['otp'])
    assert.ok(!JSON.stringify(await stored(service.database)).includes(started.secret))
  })

  test('a code works once and invalidates earlier codes', async () => {
    const { service, started, shown, complete, login } = await withTotp()
    readBody(await complete(shown(started)))
    assertGen1Rejected(await login(shown(started)), notAuthenticated)
    service.clock.advance(60_000)
    readBody(await login(shown(started)))
    assertGen1Rejected(await login(shown(started, -1)), notAuthenticated)
    readBody(await login(shown(started, 1)))
  })

  test('codes for another time, another user, or an unknown user get the same error', async () => {
    const { service, started, shown, complete, login } = await withTotp()
    readBody(await complete(shown(started)))
    service.clock.advance(300_000)
    const other = await withTotp()
    readBody(await other.complete(other.shown(other.started)))
    for (const response of [
      await login(shown(started, -2)),
      await login(shown(started, 2)),
      await login(other.shown(other.started, 1)),
      await login(shown(started), newName('unknown')),
    ])
      assertGen1Rejected(response, notAuthenticated)
    assertGen1Rejected(await login('12345'), invalidRequest)
  })

  for (const [failures, isLocked] of [
    [32, false],
    [33, true],
  ] as const)
    test(`after ${failures} failures in a row, an app ${isLocked ? 'is locked' : 'still signs in'}`, async () => {
      const { service, started, shown, complete, login } = await withTotp()
      readBody(await complete(shown(started)))
      service.clock.advance(60_000)
      const wrong = shown(started, 9)
      for (let count = 0; count < failures; count++) assertGen1Rejected(await login(wrong), notAuthenticated)
      const response = await login(shown(started))
      if (isLocked) assertGen1Rejected(response, notAuthenticated)
      else readBody(response)
    })

  test("a caller that doesn't know the pending app can neither complete nor lock it", async () => {
    const { service, user, started, shown, complete } = await withTotp()
    const other = await withTotp()
    assertGen1Rejected(await complete(shown(started), other.started.credential_uuid), notAuthenticated)
    assertGen1Rejected(await complete(shown(started), started.credential_uuid, other.username), notAuthenticated)
    assertGen1Rejected(await complete(shown(started), started.credential_uuid, newName('unknown')), notAuthenticated)
    const counter = { appId: 'demo', account: user.id, method: 'totp' }
    assert.equal(await service.core.store.failures.count(counter), 0)
    assertGen1Rejected(await complete('000000'), notAuthenticated)
    assert.equal(await service.core.store.failures.count(counter), 1)
    readBody(await complete(shown(started)))
  })

  test('a new app replaces the old one only once it is confirmed', async () => {
    const { service, begin, started, shown, complete, login } = await withTotp()
    readBody(await complete(shown(started)))
    const second = await begin()
    assert.notEqual(second.secret, started.secret)
    service.clock.advance(60_000)
    readBody(await login(shown(started)))
    readBody(await complete(shown(second), second.credential_uuid))
    service.clock.advance(60_000)
    assertGen1Rejected(await login(shown(started)), notAuthenticated)
    readBody(await login(shown(second)))
  })
})
