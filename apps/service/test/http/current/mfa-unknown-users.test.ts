import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertion,
  codeAt,
  creation,
  factorRejected,
  type MfaNext,
  offered,
  proveCode,
  reached,
  readCompletedFlow,
  readNextStep,
  readOptions,
  register,
  requestBackendAssertion,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { type Answer, type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  describeShape,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import type { AssertionOptions } from '@thumbturn/testkit'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

type Running = ReturnType<typeof useService>

eachEngine('enumeration in MFA flows', (fresh) => {
  const running = useService(fresh)
  strictness(running)
  openness(running)
  locks(running)
})

const begin = (service: Service, username: string, more: object = {}) =>
  service.post('/mfa/begin', { deviceInfo, user: { username }, ...more })

const readHeaders = ({ headers: { date, 'x-trace-id': traceId, traceparent, ...headers } }: Answer) =>
  Object.keys(headers)

/** An unknown user whose decoy is as long as a testkit credential. */
async function lookingLike(service: Service, known: Answer, length: number): Promise<Answer> {
  for (;;) {
    const response = await begin(service, newName('nob').padEnd(length, 'x').slice(0, length))
    if (response.text.length === known.text.length) return response
  }
}

function strictness(running: Running) {
  for (const mfaPolicy of ['passkey', 'passkey-or-otp', 'otp-then-passkey', 'external-then-passkey', 'two-factors']) {
    test(`with strict enumeration, ${mfaPolicy} starts with responses of the same shape for known and unknown users, byte for byte`, async (t) => {
      const service = running()
      await withSettings(service, t, { mfaPolicy, enumeration: 'strict' })
      const device = newDevice({ transports: ['hybrid', 'internal'] })
      const { username, userId } = await signUpUser(service, { device })
      await reached(service, userId, newName('elsewhere'))
      const known = await begin(service, username)
      const unknown = await lookingLike(service, known, username.length)
      assert.deepEqual(describeShape(unknown.body), describeShape(known.body))
      assert.deepEqual(readHeaders(unknown), readHeaders(known))
      const [forKnown, forUnknown] = [readBody<MfaNext>(known), readBody<MfaNext>(unknown)]
      assert.deepEqual([forUnknown.flow, offered(forUnknown)], [forKnown.flow, offered(forKnown)])
      assert.equal(forUnknown.flow, 'signIn')
    })
  }

  test('a masked contact is the same in every response and reveals nothing new', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors', enumeration: 'strict' })
    const { username, userId } = await signUpUser(service)
    await reached(service, userId, newName('zzz').replace('example', 'quite-another'))
    const unknownUser = newName('unknown')
    const labels = async (name: string) => {
      const { next } = await startMfa(service, name)
      return next.filter(({ action }) => action.name.startsWith('otp:')).map(({ options }) => options![0]!)
    }
    for (const name of [username, unknownUser, 'ada', newName('nick').split('@')[0]!]) {
      const first = await labels(name)
      assert.equal(first.length, 2)
      for (let count = 0; count < 20; count++) assert.deepEqual(await labels(` ${name.toUpperCase()}`), first)
      assert.match(first[0]!.label!, /^[a-z]•••@[a-z]•••$/)
      assert.match(first[1]!.label!, /^•••\d\d$/)
    }
    // The username is a contact, so every caller sees it masked, whatever the user has verified.
    assert.equal((await labels(username))[0]!.label, `${username[0]}•••@e•••`)
    assert.equal((await labels(unknownUser))[0]!.label, `${unknownUser[0]}•••@e•••`)
  })

  test('until a factor is verified, every step responds identically for known and unknown users', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors', enumeration: 'strict' })
    const { username, userId, device } = await signUpUser(service)
    await reached(service, userId, username)
    const [known, unknown] = [await startMfa(service, username), await startMfa(service, newName('unknown'))]
    const foreign = assertion(device, await startMfa(service))
    for (const [path, body] of [
      ['passkey/auth', foreign],
      ['passkey/reg', { creationResult: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', credentialId: 'AAAA' } }],
      ['otp/request', { method: 'email', option: 'x' }],
      ['otp/request', { method: 'email', option: username }],
      ['otp/request', { method: 'sms', option: '+4915112345678' }],
      ['otp/request', { method: 'sms', option: username }],
      ['otp/verify', { otp: '000000' }],
      ['third-party/verify', { token: 'x' }],
      ['payload', { payload: 'x' }],
    ] as const) {
      const [one, other] = [await step(service, known)(path, body), await step(service, unknown)(path, body)]
      assert.equal(one.status, other.status, path)
      const [rest, others] = [one, other].map(({ body }) => {
        const { session, next, ...fields } = body as MfaNext
        return fields
      })
      assert.deepEqual(rest, others, path)
    }
  })

  test('requesting a code writes one row, whether or not the user exists', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors', enumeration: 'strict' })
    const { username, userId } = await signUpUser(service)
    await reached(service, userId, username)
    const rows = async () => Object.values(await stored(service.database)).reduce((sum, table) => sum + table.length, 0)
    for (const name of [username, newName('unknown'), 'an unknown user']) {
      const started = await startMfa(service, name)
      const before = await rows()
      readBody(await step(service, started)('otp/request', { method: 'email' }))
      assert.equal(await rows(), before + 1, name)
    }
  })

  test('with strict enumeration, a new user signs up with a verified contact and learns only then that the account is new', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'otp-then-passkey', enumeration: 'strict' })
    const username = newName()
    const started = await startMfa(service, username)
    assert.deepEqual([started.flow, offered(started)], ['signIn', ['passkey:auth', 'otp:email', 'otp:sms']])
    const next = readNextStep(await proveCode(service, started, { method: 'email', address: username }))
    assert.deepEqual([next.flow, offered(next)], ['signUp', ['passkey:reg']])
    assert.equal(readCompletedFlow(await register(service, next)).flow, 'signUp')
  })
}

function openness(running: Running) {
  test('unauthenticated starts and failed attempts add no rows', async () => {
    const service = running()
    const { username, device } = await signUpUser(service)
    const foreign = assertion(device, await startMfa(service))
    const before = await stored(service.database)
    for (let count = 0; count < 30; count++) {
      const started = await startMfa(service, count % 2 ? username : newName('unknown'), { payload: 'x' })
      await step(service, started)('payload', { payload: 'y' })
      for (const [path, body] of [
        ['passkey/auth', foreign],
        ['passkey/tx', foreign],
        [
          'passkey/reg',
          { creationResult: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', credentialId: 'AAAA' } },
        ],
        ['third-party/verify', { token: 'x' }],
      ] as const)
        await step(service, started)(path, body)
    }
    assert.deepEqual(await stored(service.database), before)
  })

  test('a user without passkeys gets decoys, never their deleted passkeys', async () => {
    const service = running()
    const { username, passkeyId, jwtAccess, device } = await signUpUser(service)
    await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess })
    const started = await startMfa(service, username)
    assert.deepEqual([started.flow, offered(started)], ['signIn', ['passkey:auth']])
    const { allowCredentials = [] } = readOptions<AssertionOptions>(started, 'passkey:auth')
    assert.ok(allowCredentials.length > 0)
    assert.ok(allowCredentials.every(({ id }) => id !== device.credentials[0]!.id))
    const again = readOptions<AssertionOptions>(await startMfa(service, username), 'passkey:auth')
    assert.deepEqual(again.allowCredentials, allowCredentials)
  })

  test("starting as a new user can't add a passkey to an existing account", async () => {
    const service = running()
    const username = newName()
    const early = await startMfa(service, username)
    const owner = await signUpUser(service, { username })
    assertRejected(await register(service, early), factorRejected)
    assert.deepEqual(offered(await startMfa(service, username.toUpperCase())), ['passkey:auth'])
    const { text } = await apiKey(service, ['user:read'])
    const found = await service.ask('GET', `/mgmt/users/find?username=${encodeURIComponent(username)}`, { token: text })
    assert.equal(readBody<{ passkeys: unknown[] }>(found).passkeys.length, 1)
    assert.ok(owner.userId)
  })

  test("a factor verified for one username doesn't count in another user's flow", async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors' })
    const { userId } = await signUpUser(service)
    const address = newName('reached')
    const started = await startMfa(service, address)
    const token = await requestBackendAssertion(service, address)
    const second = readNextStep(await step(service, started)('third-party/verify', { token }))
    await reached(service, userId, address)
    assertRejected(await proveCode(service, second, { method: 'email', address }), factorRejected)
  })

  test("a code goes only to the user's verified contact, never to an address in the request", async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    const { username, userId } = await signUpUser(service)
    const address = newName('reached')
    await reached(service, userId, address)
    const started = await startMfa(service, username, { user: { phone: '+4915199999999' } })
    const evil = newName('evil')
    readBody(await step(service, started)('otp/request', { method: 'email', option: evil }))
    assert.equal(await codeAt(service, evil), undefined)
    assert.ok(await codeAt(service, address))
    assert.deepEqual(offered(started), ['passkey:auth', 'otp:email'])
  })

  test("the MFA policy governs codes in flows: codes offered only there can't be used for sign-in alone", async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors', crossAuthMethods: [] })
    const { username, userId } = await signUpUser(service)
    await reached(service, userId, username)
    const started = await startMfa(service, username)
    readBody(await step(service, started)('otp/request', { method: 'email' }))
    const authCode = (await codeAt(service, username))!
    assert.equal((await service.post('/auth/otp/verify', { authCode, user: { username } })).status >= 400, true)
    readNextStep(await step(service, started)('otp/verify', { otp: authCode }))
  })

  test('a usernameless flow requires a policy that starts with a passkey', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'signIn: otp:email+passkey:auth' })
    const msg = 'username is required: no flow of this application starts with a passkey'
    assertRejected(await begin(service, ''), { status: 400, msg, msgCode: 'bad_request' })
  })
}

function locks(running: Running) {
  test('a passkey that the policy no longer allows when it comes is rejected, and no account is created', async (t) => {
    const service = running()
    const device = newDevice()
    const started = await startMfa(service, newName())
    const sent = creation(device, started)
    await withSettings(service, t, { registrationRequiresToken: true })
    const before = await stored(service.database)
    assertRejected(await step(service, started)('passkey/reg', sent), factorRejected)
    assert.deepEqual(await stored(service.database), before)
    await changeApplication(service.core, service.application, { settings: { registrationRequiresToken: false } })
    readCompletedFlow(await step(service, started)('passkey/reg', sent))
  })

  test('when registration requires a token, sign-up requires a backend assertion', async (t) => {
    const service = running()
    await withSettings(service, t, { registrationRequiresToken: true })
    for (const mfaPolicy of ['passkey', 'passkey-or-otp', 'otp-then-passkey']) {
      await withSettings(service, t, { registrationRequiresToken: true, mfaPolicy })
      const started = await startMfa(service, newName())
      assert.equal(started.flow, 'signIn')
      assert.ok(!offered(started).includes('passkey:reg'))
    }
    await withSettings(service, t, { registrationRequiresToken: true, mfaPolicy: 'external-then-passkey' })
    const username = newName()
    const started = await startMfa(service, username)
    assert.deepEqual([started.flow, offered(started)], ['signUp', ['external']])
    const token = await requestBackendAssertion(service, username)
    readCompletedFlow(
      await register(service, readNextStep(await step(service, started)('third-party/verify', { token }))),
    )
  })
}
