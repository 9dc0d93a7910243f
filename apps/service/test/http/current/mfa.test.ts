import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertion,
  authenticate,
  codeAt,
  confirm,
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
import { useService } from '@thumbturn/service-harness/service.ts'
import { newDevice, newName, readBody, readClaims, signUp, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { trustKey } from '@thumbturn/service-harness/trust.ts'
import type { AssertionOptions } from '@thumbturn/testkit'

type Running = ReturnType<typeof useService>

eachEngine('multi-factor flows', (fresh) => {
  const running = useService(fresh)
  sequences(running)
  merchants(running)
})

const txPayload = 'Pay 25.00 EUR to Grace'

function merchants(running: Running) {
  const items = () => {
    const now = running().clock.now()
    return { merchant: trustKey().item(now), wallet: trustKey().item(now) }
  }
  const optionsAfterFirst = ({ next }: MfaNext) => next.map(({ options = [] }) => options.slice(1))
  const trustIds = ({ merchant, wallet }: ReturnType<typeof items>) => [
    { name: 'merchantTrustID', value: merchant },
    { name: 'walletTrustID', value: wallet },
  ]

  test("a merchant's transaction carries the trust items with verified keys", async () => {
    const service = running()
    const { username, device } = await signUpUser(service)
    const trustItems = items()
    const started = await startMfa(service, username, { payload: txPayload, trustItems })
    assert.deepEqual(offered(started), ['passkey:tx'])
    assert.deepEqual(optionsAfterFirst(started), [trustIds(trustItems)])
    readCompletedFlow(await confirm(service, started, { device }))
  })

  test("a sign-up in a merchant's checkout carries them next to the options of the new passkey", async () => {
    const service = running()
    const trustItems = items()
    const started = await startMfa(service, newName(), { payload: txPayload, trustItems })
    assert.deepEqual(offered(started), ['passkey:reg'])
    assert.deepEqual(optionsAfterFirst(started), [trustIds(trustItems)])
    readCompletedFlow(await register(service, started))
  })

  for (const [what, more] of [
    ['without a payload', () => ({ trustItems: items() })],
    ['without a merchant', () => ({ payload: txPayload, trustItems: { wallet: items().wallet } })],
    ['with invalid trust items', () => ({ payload: txPayload, trustItems: { merchant: 'a.b.c', wallet: 'x' } })],
  ] as const) {
    test(`a flow ${what} carries no trust items`, async () => {
      const { username } = await signUpUser(running())
      assert.deepEqual(optionsAfterFirst(await startMfa(running(), username, more())), [[]])
    })
  }
}

function sequences(running: Running) {
  test('a user with a passkey starts a flow, verifies the passkey, and completes the flow', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    const started = await startMfa(service, username)
    assert.deepEqual(
      [started.flow, started.msgCode, offered(started)],
      ['signIn', 'additional_auth_required', ['passkey:auth']],
    )
    const options = readOptions<AssertionOptions & { rpId: string; userVerification: string }>(started, 'passkey:auth')
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials?.map(({ id }) => id)],
      ['localhost', 'required', [device.credentials[0]!.id]],
    )
    const sent = assertion(device, started)
    const done = readCompletedFlow(await step(service, started)('passkey/auth', sent))
    assert.equal(done.flow, 'signIn')
    assert.equal(readClaims(done.accessToken).sub, userId)
    assert.equal(done.passkeyInfo?.passkeyId, passkeyId)
    assert.deepEqual(done.passkeyInfo?.assertionResult, sent.assertionResult)
    readBody(await service.ask('GET', '/passkeys', { token: done.accessToken }))
  })

  test('a new user creates a passkey and gets an account', async () => {
    const service = running()
    const [username, device] = [newName(), newDevice()]
    const started = await startMfa(service, username, { user: { displayName: 'Ada' } })
    assert.deepEqual([started.flow, offered(started)], ['signUp', ['passkey:reg']])
    const done = readCompletedFlow(await register(service, started, device))
    assert.equal(done.flow, 'signUp')
    assert.equal(readClaims(done.idToken).name, 'Ada')
    readCompletedFlow(await authenticate(service, await startMfa(service, username), { device }))
  })

  test('a backend assertion leads to a new passkey for new and existing users', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'external-then-passkey' })
    const { username: known } = await signUpUser(service)
    for (const [username, flow, first] of [
      [newName(), 'signUp', ['external']],
      [known, 'signIn', ['passkey:auth', 'external']],
    ] as const) {
      const started = await startMfa(service, username)
      assert.deepEqual([started.flow, offered(started)], [flow, first])
      const token = await requestBackendAssertion(service, username)
      const next = readNextStep(await step(service, started)('third-party/verify', { token }))
      assert.deepEqual([next.flow, offered(next)], [flow, ['passkey:reg']])
      assert.notEqual(next.session, started.session)
      assert.equal(readCompletedFlow(await register(service, next)).flow, flow)
    }
  })

  test('a usernameless flow accepts any passkey of the application', async () => {
    const service = running()
    const { device, userId } = await signUpUser(service)
    const started = await startMfa(service)
    assert.deepEqual(readOptions<AssertionOptions>(started, 'passkey:auth').allowCredentials, [])
    assert.equal(
      readClaims(readCompletedFlow(await authenticate(service, started, { device })).accessToken).sub,
      userId,
    )
  })

  test('a new user verifies a contact with a code, creates a passkey, and owns the contact', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'otp-then-passkey' })
    const username = newName()
    const started = await startMfa(service, username)
    assert.deepEqual([started.flow, offered(started)], ['signUp', ['otp:email']])
    const next = readNextStep(await proveCode(service, started, { method: 'email', address: username }))
    assert.deepEqual([next.flow, offered(next)], ['signUp', ['passkey:reg']])
    const done = readCompletedFlow(await register(service, next))
    const { sub } = readClaims(done.accessToken)
    const [contact, ...more] = await service.core.store.contacts.listByUser('demo', String(sub))
    assert.deepEqual([contact?.address, contact?.verifiedAt, more], [username, service.clock.now(), []])
    assert.deepEqual(readClaims(done.idToken).amr, ['hwk', 'otp', 'user', 'mfa'])
  })

  test('an existing user verifies a code at a verified contact and creates a new passkey', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'otp-then-passkey' })
    const { username, userId } = await signUpUser(service)
    const address = newName('reached')
    await reached(service, userId, address)
    const started = await startMfa(service, username)
    assert.deepEqual(offered(started), ['passkey:auth', 'otp:email'])
    const next = readNextStep(await proveCode(service, started, { method: 'email', address }))
    assert.deepEqual([next.flow, offered(next)], ['signIn', ['passkey:reg']])
    const { excludeCredentials } = readOptions<{ excludeCredentials: object[] }>(next, 'passkey:reg')
    assert.equal(excludeCredentials.length, 1)
    assert.equal(readClaims(readCompletedFlow(await register(service, next)).accessToken).sub, userId)
  })

  test('a flow completed by a code earns tokens with fewer permissions', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    const { username, userId } = await signUpUser(service)
    await reached(service, userId, '+4915112345678')
    const started = await startMfa(service, username)
    assert.deepEqual(offered(started), ['passkey:auth', 'otp:sms'])
    const done = readCompletedFlow(await proveCode(service, started, { method: 'sms', address: '+4915112345678' }))
    assert.equal(done.passkeyInfo, undefined)
    assert.deepEqual(readClaims(done.accessToken).scopes, ['reg:write', 'auth:write', 'passkey:read'])
    assert.deepEqual([readClaims(done.idToken).amr, readClaims(done.idToken).acr], [['otp', 'sms'], undefined])
    readBody(await service.ask('GET', '/passkeys', { token: done.accessToken }))
    assert.equal((await service.ask('DELETE', '/passkeys/x', { token: done.accessToken })).status, 403)
  })

  test('a code alone can complete a sign-up: the account has no passkey and can add one', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    const username = newName()
    const started = await startMfa(service, username)
    assert.deepEqual(offered(started), ['passkey:reg', 'otp:email'])
    const { accessToken, flow } = readCompletedFlow(
      await proveCode(service, started, { method: 'email', address: username }),
    )
    assert.equal(flow, 'signUp')
    readBody(await signUp(service, { token: accessToken }))
    assert.equal((await startMfa(service, username)).flow, 'signIn')
  })

  test('two factors must be different, in either order, and the same address never counts twice', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors' })
    const { device, username, userId } = await signUpUser(service)
    await reached(service, userId, username)
    const byCode = { method: 'email', address: username } as const

    const first = readNextStep(await proveCode(service, await startMfa(service, username), byCode))
    assert.deepEqual(offered(first), ['passkey:auth', 'external'])
    const again = readNextStep(await step(service, first)('otp/request', { method: 'email' }))
    assert.deepEqual([again.session, offered(again)], [first.session, offered(first)])
    const otp = await codeAt(service, username)
    assert.equal(readNextStep(await step(service, first)('otp/verify', { otp })).session, first.session)
    const done = readCompletedFlow(await authenticate(service, first, { device }))
    assert.deepEqual(readClaims(done.idToken).amr, ['hwk', 'otp', 'user', 'mfa'])

    const other = readNextStep(await authenticate(service, await startMfa(service, username), { device }))
    assert.deepEqual(offered(other), ['otp:email', 'external'])
    const last = readCompletedFlow(await proveCode(service, other, byCode))
    assert.equal(last.passkeyInfo?.passkeyId, readClaims(last.accessToken).credID)
    assert.equal(last.passkeyInfo?.assertionResult, undefined)
  })

  test('after a code is requested, every other factor of the list remains available, and so does a new code', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    const { device, username, userId } = await signUpUser(service)
    await reached(service, userId, username)
    const started = await startMfa(service, username)
    let { session } = started
    for (const option of [
      undefined,
      started.next[1]!.options![0]!.label,
      started.next[1]!.options![0]!.value,
      username,
    ]) {
      const asked = await step(service, { session })('otp/request', { method: 'email', option })
      session = readBody<{ session: string }>(asked).session
    }
    assert.match(started.next[1]!.options![0]!.label!, /^.•••@.•••$/)
    readCompletedFlow(await authenticate(service, { ...started, session }, { device }))
    assert.equal((await step(service, started)('otp/request', { method: 'email' })).status, 401)
  })

  test('all spellings of a phone number share one failure count during sign-up', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'otp-then-passkey', otpFailures: 5 })
    const number = '+4915123456711'
    const started = await startMfa(service, '+49 1512 3456711')
    const asked = readBody<MfaNext>(await step(service, started)('otp/request', { method: 'sms' }))
    const otp = await codeAt(service, number)
    const wrong = { otp: otp === '000000' ? '000001' : '000000' }
    for (let attempts = 0; attempts < 5; attempts++)
      assert.equal((await step(service, asked)('otp/verify', wrong)).status, 400)
    for (const spelling of [number, '0049 1512 3456711', '+49-1512-3456711']) {
      const again = await startMfa(service, spelling)
      readBody(await step(service, again)('otp/request', { method: 'sms' }))
      assert.equal(await codeAt(service, number), otp, spelling)
    }
  })

  test('a code signs in a user known only by a verified contact', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    const { userId } = await signUpUser(service, { username: newName('nick').split('@')[0]! })
    const address = newName('reached')
    await reached(service, userId, address)
    const started = await startMfa(service, address)
    const done = readCompletedFlow(await proveCode(service, started, { method: 'email', address }))
    assert.deepEqual([done.flow, readClaims(done.accessToken).sub], ['signIn', userId])
  })
}
