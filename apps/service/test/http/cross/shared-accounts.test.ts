import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profile, sentCode, shownCode, useCodes, verifyCode } from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AssertionInit,
  type Authentication,
  asserted,
  assertGen1Rejected,
  type Gen1Backend,
  gen1Backend,
  gen1SignIn,
  newKeys,
  notAuthenticated,
  type RegisteredUser,
  signedJwt,
  signUpGen1User,
  toPem,
} from '@thumbturn/service-harness/gen1.ts'
import { currentWire, gen1Wire, proxyWire } from '@thumbturn/service-harness/generations.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  newDevice,
  newName,
  readBody,
  readClaims,
  signIn,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { deriveTotpSecret, generateTotp, toTotpStep } from '../../../src/core/flows/credentials/totp.ts'

type Situation = { service: Service; backend: Gen1Backend; ada: RegisteredUser }

const password = 'correct horse battery'
const twice = { password, password_confirmation: password }
const readJwt = (response: Parameters<typeof readBody>[0]) => readBody<Authentication>(response).jwt!

async function contactCode({ service, backend, ada }: Situation, kind: 'email' | 'phone', address: string) {
  const { username } = ada
  const member = kind === 'email' ? 'email' : 'phone_number'
  const body = { username, [member]: address }
  const started = await backend.call('credentials.force_add', `/credentials/${kind}/init/force`, body)
  const { credential_uuid } = readBody<{ credential_uuid: string }>(started)
  const otp = await sentCode(service, address)
  return readJwt(await backend.open(`/credentials/${kind}/complete`, { username, credential_uuid, otp }))
}

let numbers = 0

/** Every way to obtain a token that only the first generation has. */
const ways: Record<string, (situation: Situation) => Promise<string>> = {
  async 'a password'({ backend, ada: { username } }) {
    readBody(await backend.call('credentials.force_add', '/credentials/password/force', { username, ...twice }))
    return readJwt(await backend.call('auth.login', '/authenticate/password', { username, password }))
  },
  async 'a recovery code'({ backend, ada: { username } }) {
    const made = await backend.call('credentials.add_recovery', '/credentials/recovery-code', { username })
    const authentication_code = { code: readBody<{ code: string }>(made).code, type: 'recovery' }
    const body = { username, authentication_code, ...twice }
    return readJwt(await backend.call('credentials.replace', '/credentials/password/recover', body))
  },
  async 'an authenticator app'({ service, backend, ada: { username } }) {
    const started = await backend.call('credentials.force_add', '/credentials/totp/init/force', { username })
    const { credential_uuid } = readBody<{ credential_uuid: string }>(started)
    const secret = deriveTotpSecret(service.core, { appId: 'demo', id: credential_uuid })
    const otp = (ahead: number) => generateTotp(secret, toTotpStep(service.clock.now()) + ahead)
    readBody(await backend.open('/credentials/totp/complete', { username, credential_uuid, otp: otp(0) }))
    return readJwt(await backend.call('auth.login', '/authenticate/totp', { username, otp: otp(1) }))
  },
  async 'a public key'({ backend, ada: { username } }) {
    const { privateKey, publicKey } = newKeys()
    const key = { username, publickey: toPem(publicKey) }
    readBody(await backend.call('credentials.force_add', '/credentials/publickey', key))
    const started = await backend.call('auth.login', '/authenticate/publickey/init', key)
    const { challenge_id, server_nonce } = readBody<{ challenge_id: string; server_nonce: string }>(started)
    const body = { username, challenge_id, assertion: signedJwt(privateKey, { server_nonce }) }
    return readJwt(await backend.open('/authenticate/publickey/complete', body))
  },
  'an emailed code': (situation) => contactCode(situation, 'email', newName('shared')),
  'an SMS code': (situation) => contactCode(situation, 'phone', `+49153${String(10_000_000 + ++numbers)}`),
  async 'a cross-device code'({ backend, ada: { username } }) {
    const wanted = { username, purpose: 'temporary_authentication', authorize: true }
    const made = await backend.call('codes.generate', '/codes/phrase/generate', wanted)
    const authentication_code = { code: readBody<{ code: string }>(made).code, type: 'phrase' }
    const body = { username, authentication_code, no_wait: true }
    return readJwt(await backend.call('auth.temporary', '/authenticate/code/wait', body))
  },
}

/** Accounts, passkeys, contacts, and tokens are shared by all API generations. */
eachEngine('accounts shared by all APIs', (fresh) => {
  const running = useCodes(fresh)
  const situation = async (): Promise<Situation> => {
    const service = running()
    const backend = await gen1Backend(service)
    return { service, backend, ada: await signUpGen1User(backend) }
  }
  const listWires = async (service: Service) => [
    currentWire(service),
    await proxyWire(service),
    await gen1Wire(service),
  ]

  for (const [what, sign] of Object.entries(ways)) {
    test(`the token from ${what} adds a passkey through the other APIs, which signs in through all`, async () => {
      const now = await situation()
      const { service, ada } = now
      const token = await sign(now)
      const { text } = await apiKey(service, [])
      readBody(await service.post('/mgmt/token/verify', { jwtAccess: token }, { token: text }), 204)
      const [current, proxy, gen1] = await listWires(service)
      for (const wire of [current!, proxy!]) {
        const device = newDevice()
        const { passkeyId, userId } = await wire.add!(ada.username, device, token)
        assert.equal(userId, ada.user.id)
        for (const other of [current!, proxy!, gen1!])
          assert.equal((await other.signIn(ada.username, device)).passkeyId, passkeyId)
      }
    })
  }

  test('an address verified in the first generation gets codes from the current API, and vice versa', async () => {
    const now = await situation()
    const { service, backend, ada } = now
    const email = newName('shared')
    await contactCode(now, 'email', email)
    readBody(await service.post('/auth/otp/email', { user: { username: ada.username } }), 204)
    readBody(await verifyCode(service, ada.username, await sentCode(service, email)))

    const grace = await signUpUser(service)
    const hers = newName('shared')
    readBody(await (await profile(service)).setEmail(grace.userId, hers, false), 204)
    const listed = await backend.manage('users.retrieve', 'POST /manage/users/retrieve', { username: grace.username })
    const { contacts } = readBody<{ contacts: object[] }>(listed)
    assert.deepEqual(contacts, [{ type: 'email', contact: hers, is_verified: true }])
  })

  test('a code of one generation is rejected by the other', async () => {
    const { service, backend, ada } = await situation()
    const { username, jwt = '' } = ada
    const made = await backend.call('codes.generate', '/codes/short/generate', {
      username,
      purpose: 'temporary_authentication',
      authorize: true,
    })
    const theirs = readBody<{ code: string }>(made).code
    const ours = await shownCode(service, jwt)
    assert.equal((await verifyCode(service, username, theirs)).status, theirs === ours ? 200 : 400)
    const authentication_code = { code: ours, type: 'short' }
    const waited = await backend.call('auth.temporary', '/authenticate/code/wait', {
      username,
      authentication_code,
      no_wait: true,
    })
    if (theirs !== ours) assertGen1Rejected(waited, [400, 'invalid_access_code'])
  })

  test('a passkey has one name and one status: changes in one generation appear in the other', async () => {
    const { service, backend, ada } = await situation()
    const { username, jwt: token = '' } = ada
    const { uuid } = ada.credential
    const mine = async () => readBody<{ id: string; name: string }[]>(await service.ask('GET', '/passkeys', { token }))
    const theirs = async () => {
      const response = await backend.call('credentials.list', '/credentials/list', { username })
      return readBody<{ credentials: { uuid: string; name: string; status: string }[] }>(response).credentials
    }
    const credential = { uuid, name: 'Renamed there' }
    readBody(await backend.call('credentials.rename', '/credentials/rename', { username, credential }))
    assert.deepEqual(
      (await mine()).map(({ id, name }) => [id, name]),
      [[uuid, 'Renamed there']],
    )
    readBody(await service.ask('PUT', `/passkeys/${uuid}`, { token, body: { name: 'Renamed here' } }), 204)
    assert.equal((await theirs())[0]?.name, 'Renamed here')
    const second = newDevice()
    const added = await currentWire(service).add!(username, second, token)
    assert.deepEqual((await theirs()).map((one) => one.uuid).sort(), [uuid, added.passkeyId].sort())
    readBody(await backend.call('credentials.revoke', '/credentials/revoke', { username, credential: { uuid } }))
    const { jwtAccess } = readBody<{ jwtAccess: string }>(await signIn(service, { device: second, username }))
    assert.equal((await service.ask('GET', '/passkeys', { token })).status, 401)
    readBody(await service.ask('DELETE', `/passkeys/${added.passkeyId}`, { token: jwtAccess }), 204)
    assert.deepEqual(
      (await theirs()).map(({ uuid: one, status }) => [one, status]),
      [[uuid, 'revoked']],
    )
  })

  test('every API rejects a user whom the first generation deactivates or deletes', async () => {
    const { service, backend, ada } = await situation()
    const { device, username, user } = ada
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${user.id}/deactivate`))
    for (const wire of await listWires(service)) await assert.rejects(wire.signIn(username, device))
    readBody(await backend.manage('users.activate', `PUT /manage/users/${user.id}/activate`))
    for (const wire of await listWires(service)) assert.equal((await wire.signIn(username, device)).userId, user.id)
    readBody(await backend.manage('users.delete', `DELETE /manage/users/${user.id}`), 204)
    for (const wire of await listWires(service)) await assert.rejects(wire.signIn(username, device))
  })

  test('a passkey unlocks a locked password, through any API', async () => {
    const { service, backend, ada } = await situation()
    const { username, device } = ada
    readBody(await backend.call('credentials.force_add', '/credentials/password/force', { username, ...twice }))
    const { otpFailures } = service.application.settings
    const login = (typed: string) => backend.call('auth.login', '/authenticate/password', { username, password: typed })
    const counter = { appId: 'demo', account: ada.user.id, method: 'password' }
    for (const wire of await listWires(service)) {
      const failing = { ...counter, userId: ada.user.id, at: service.clock.now(), most: otpFailures }
      while (!(await service.core.store.commit([{ countFailure: failing }])));
      assertGen1Rejected(await login(password), notAuthenticated)
      await wire.signIn(username, device)
      readBody(await login(password))
    }
  })

  test('a token of the first generation allows operations of the current API according to its scopes', async () => {
    const { service, backend, ada } = await situation()
    const { jwt = '' } = readBody<Authentication>(await gen1SignIn(backend, ada))
    readBody(await service.ask('GET', '/passkeys', { token: jwt }))
    const own = await backend.call('codes.self_generate', '/codes/generate/fido2/init', { username: ada.username })
    const assertion_payload = asserted(ada.device, readBody<AssertionInit>(own))
    const made = readBody<Authentication>(await backend.open('/codes/generate/fido2/complete', { assertion_payload }))
    assert.deepEqual(readClaims(made.jwt!).scopes, readClaims(jwt).scopes)
    readBody(await service.ask('GET', '/passkeys', { token: made.jwt! }))
  })
})
