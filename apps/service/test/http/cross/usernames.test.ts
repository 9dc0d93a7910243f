import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  askForCode,
  sentCode,
  signUpUserWithContacts,
  type UserWithContacts,
  useCodes,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type AssertionInit, type Authentication, asserted, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import {
  assertion,
  readCompletedFlow,
  requestBackendAssertion,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import { proxy } from '@thumbturn/service-harness/proxy.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  readClaims,
  requestGrant,
  signIn,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  type Tokens,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'

type Running = () => Service

/** Every name that identifies a user, in several spellings: the username and the verified contacts. */
const listNames = ({ username, email, phone }: UserWithContacts) => [
  username,
  ` ${username.toUpperCase()}`,
  email,
  email.toUpperCase(),
  phone,
  `00${phone.slice(1, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`,
]

/** A username or a verified contact identifies its user in every operation. */
eachEngine('user identification', (fresh) => {
  const running = useCodes(fresh, { mfaPolicy: 'signIn: passkey:auth, external, otp:email; signUp: passkey:reg' })
  let vera: UserWithContacts
  before(async () => {
    vera = await signUpUserWithContacts(running(), newName('vera'))
  })
  testIdentifying(running, () => vera)
  firstGeneration(running, () => vera)
  aliases(running)
})

function testIdentifying(running: Running, vera: () => UserWithContacts) {
  const each = (what: string, check: (service: Service, name: string, user: UserWithContacts) => Promise<void>) =>
    test(`${what} finds a user by the username and by verified contacts`, async () => {
      for (const name of listNames(vera())) await check(running(), name, vera())
    })

  each('mgmt/users/find', async (service, name, { userId }) => {
    const { text: token } = await apiKey(service, ['user:read'])
    const found = await service.ask('GET', `/mgmt/users/find?username=${encodeURIComponent(name)}`, { token })
    assert.equal(readBody<{ user: { userId: string } }>(found).user.userId, userId)
  })

  each('mgmt/grant', async (service, name, { userId, username }) => {
    const { sub, username: granted_ } = readClaims(await requestGrant(service, name, ['passkey:read']))
    assert.deepEqual([sub, granted_], [userId, username])
  })

  each('mgmt/discover', async (service, name, { userId }) => {
    const { text: token } = await apiKey(service, ['auth:write', 'user:read'])
    const found = await service.post(
      '/mgmt/discover',
      { user: { username: name }, deviceInfo, userAgent: '' },
      { token },
    )
    assert.equal(readBody<{ userId: string }>(found).userId, userId)
  })

  each('auth/init', async (service, name, { device, userId }) => {
    assert.equal(readBody<Tokens>(await signIn(service, { device, username: name })).userId, userId)
  })

  each('tx/init', async (service, name, { device }) => {
    const started = await startTransaction(service, name)
    readBody(await service.post('/tx/complete', transactionAnswer(device, started)))
  })

  each('mfa/begin', async (service, name, { device }) => {
    const started = await startMfa(service, name)
    assert.equal(started.flow, 'signIn')
    readCompletedFlow(await step(service, started)('passkey/auth', assertion(device, started)))
  })

  each('mgmt/grant/external-auth', async (service, name, { username, userId }) => {
    const token = await requestBackendAssertion(service, name)
    assert.equal(readClaims(token).sub, userId)
    const done = await step(service, await startMfa(service, username))('third-party/verify', { token })
    assert.equal(readClaims(readCompletedFlow(done).accessToken).sub, userId)
    const own = await requestBackendAssertion(service, username)
    readCompletedFlow(await step(service, await startMfa(service, name))('third-party/verify', { token: own }))
  })

  each('auth/otp', async (service, name, { email, userId }) => {
    readBody(await askForCode(service, 'email', name), 204)
    assert.equal(readBody<Tokens>(await verifyCode(service, name, await sentCode(service, email))).userId, userId)
  })

  each('the proxy API', async (service, name, { passkeyId, userId, device, deviceId }) => {
    const { list, post } = await proxy(service)
    assert.deepEqual(
      (await list(name)).map(({ id }) => id),
      [passkeyId],
    )
    const found = await post('/discovery', { app, username: name, userAgent: '', deviceInfo: { deviceId } })
    assert.equal(readBody<{ matchDevice?: { id: string } }>(found).matchDevice?.id, passkeyId)
    const init = await post('/auth/init', { app, deviceInfo, user: { username: name } })
    const { session, assertionOptions } = readBody<Awaited<ReturnType<typeof startSignIn>>>(init)
    const done = await post('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
    assert.equal(readBody<Tokens>(done).userId, userId)
  })
}

function firstGeneration(running: Running, vera: () => UserWithContacts) {
  test('the first generation finds a user by every name and compares the names in a token by user', async () => {
    const { userId, username, email, phone, device } = vera()
    const backend = await gen1Backend(running())
    for (const [signed, name] of [
      [username, email],
      [email, username],
      [phone, email],
    ] as const) {
      const found = await backend.manage(['users.retrieve', { username: signed }], 'POST /manage/users/retrieve', {
        username: name,
      })
      assert.equal(readBody<{ id: string }>(found).id, userId)
      const token = ['auth.login', { username: signed }] as const
      const started = readBody<AssertionInit>(await backend.call(token, '/authenticate/fido2/init', { username: name }))
      const assertion_payload = asserted(device, started)
      const done = await backend.open('/authenticate/fido2/complete', { username: signed, assertion_payload })
      assert.equal(readBody<Authentication>(done).user.id, userId)
    }
  })

  test('a service token of another user is rejected under every name', async () => {
    const backend = await gen1Backend(running())
    const other = await signUpUser(running())
    for (const name of listNames(vera())) {
      const scope = ['users.retrieve', { username: other.username }] as const
      assert.equal((await backend.manage(scope, 'POST /manage/users/retrieve', { username: name })).status, 403)
    }
  })
}

function aliases(running: Running) {
  test('the email address alone gets a new device its passkey: code, token, registration', async () => {
    const service = running()
    const { email, userId, username } = await signUpUserWithContacts(service)
    await askForCode(service, 'email', email)
    const { jwtAccess } = readBody<Tokens>(await verifyCode(service, email, await sentCode(service, email)))
    const device = newDevice()
    const started = await startRegistration(service, email, { token: jwtAccess })
    assert.deepEqual([started.action, started.registrationRequestOptions.user.name], ['proceed', username])
    assert.equal(readBody<Tokens>(await completeRegistration(service, started, { device })).userId, userId)
    assert.equal(readBody<Tokens>(await signIn(service, { device, username: email })).userId, userId)
  })

  test('a token earned under one name can register under every other name of its user, and of no other user', async () => {
    const service = running()
    const someone = await signUpUserWithContacts(service)
    const other = await signUpUserWithContacts(service)
    for (const earned of listNames(someone)) {
      const token = await requestGrant(service, earned, ['reg:write'])
      for (const name of listNames(someone))
        assert.equal((await startRegistration(service, name, { token })).action, 'proceed', name)
      const asked = { app, deviceInfo, user: { username: other.email } }
      const rejected = { status: 403, msg: 'The token belongs to another user', msgCode: 'forbidden' }
      assertRejected(await service.post('/reg/init', asked, { token }), rejected)
    }
  })

  test('an unverified or removed address identifies no user', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const waiting = newName('waiting')
    const { text: token } = await apiKey(service, ['profile:write', 'user:read'])
    const find = (name: string) =>
      service.ask('GET', `/mgmt/users/find?username=${encodeURIComponent(name)}`, { token })
    readBody(await service.post(`/profile/${userId}/email`, { email: waiting }, { token }), 204)
    assert.equal((await find(waiting)).status, 404)
    readBody(
      await service.post(`/profile/${userId}/email`, { email: waiting, requestVerification: false }, { token }),
      204,
    )
    assert.equal((await find(waiting)).status, 200)
    readBody(await service.ask('DELETE', `/profile/${userId}/email`, { token, body: {} }), 204)
    assert.equal((await find(waiting)).status, 404)
    assert.equal((await find(username)).status, 200)
  })

  test('all spellings of an unknown phone number get the same decoys, as those of a known one get the same passkeys', async () => {
    const service = running()
    const someone = await signUpUserWithContacts(service)
    for (const phone of [someone.phone, '+4915799999999']) {
      const spellings = [phone, ` ${phone}`, `00${phone.slice(1)}`, `${phone.slice(0, 6)} ${phone.slice(6)}`]
      const ids = await Promise.all(
        spellings.map(async (name) => (await startSignIn(service, name)).assertionOptions.allowCredentials),
      )
      for (const one of ids) assert.deepEqual(one, ids[0])
    }
  })
}
