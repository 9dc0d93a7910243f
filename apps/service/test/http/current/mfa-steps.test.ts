import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertion,
  authenticate,
  codeAt,
  confirm,
  factorRejected,
  type MfaNext,
  offered,
  reached,
  readCompletedFlow,
  readNextStep,
  register,
  requestBackendAssertion,
  sessionRejected,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { type Answer, origin, type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  notAccepted,
  notVerified,
  readBody,
  registrationRejected,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import { flag } from '@thumbturn/testkit'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Running = ReturnType<typeof useService>

const codeRejected = {
  status: 400,
  msg: 'The code is wrong, expired, or already used. Request a new one.',
  msgCode: 'bad_request',
  reason: 'invalid_code',
}

eachEngine('MFA flow steps', (fresh) => {
  const running = useService(fresh)
  failures(running)
  spending(running)
  mixing(running)
})

/** A user with a passkey and an email address, in a flow that accepts either and requires two factors. */
async function inTheMiddle(service: ReturnType<Running>, t: TestContext) {
  await withSettings(service, t, { mfaPolicy: 'two-factors' })
  const someone = await signUpUser(service)
  await reached(service, someone.userId, someone.username)
  return { ...someone, started: await startMfa(service, someone.username) }
}

const otherCode = (code: string) => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`

function failures(running: Running) {
  test('a rejected assertion writes nothing, and the session remains usable', async (t) => {
    const service = running()
    const { started, device } = await inTheMiddle(service, t)
    const mallory = await signUpUser(service)
    const right = assertion(device, started).assertionResult
    const free = assertion(mallory.device, { ...started, next: (await startMfa(service)).next })
    const before = await stored(service.database)
    const wrong = [
      assertion(device, started, { origin: 'https://evil.example' }),
      assertion(device, started, { challenge: 'AAAA' }),
      assertion(device, started, { type: 'webauthn.create' }),
      { assertionResult: { ...right, signature: 'AAAA' } },
      { assertionResult: { ...right, credentialId: 'AAAA' } },
      { assertionResult: { ...right, userHandle: mallory.userId } },
      free,
      { assertionResult: { ...free.assertionResult, userHandle: undefined } },
    ]
    const texts = new Set<string>()
    for (const body of wrong) {
      const response = await step(service, started)('passkey/auth', body)
      assertRejected(response, factorRejected)
      texts.add(response.text)
    }
    assert.equal(texts.size, 1)
    const unverified = assertion(device, started, { flags: (flags: number) => flags & ~flag.UV })
    assertRejected(await step(service, started)('passkey/auth', unverified), { ...factorRejected, ...notVerified })
    assert.deepEqual(await stored(service.database), before)
    readNextStep(await authenticate(service, started, { device }))
  })

  test('a wrong code keeps the session usable until the code runs out of attempts', async (t) => {
    const service = running()
    const { started, username } = await inTheMiddle(service, t)
    const asked = readBody<{ session: string }>(await step(service, started)('otp/request', { method: 'email' }))
    const otp = (await codeAt(service, username))!
    for (let attempt = 1; attempt < 5; attempt++)
      assertRejected(await step(service, asked)('otp/verify', { otp: otherCode(otp) }), codeRejected)
    readNextStep(await step(service, asked)('otp/verify', { otp }))

    const again = await startMfa(service, username)
    readBody(await step(service, again)('otp/request', { method: 'email' }))
    const second = (await codeAt(service, username))!
    for (let attempt = 1; attempt <= 5; attempt++)
      assertRejected(await step(service, again)('otp/verify', { otp: otherCode(second) }), codeRejected)
    assertRejected(await step(service, again)('otp/verify', { otp: second }), codeRejected)
    assertRejected(await step(service, await startMfa(service, username))('otp/verify', { otp: second }), codeRejected)
  })

  test('verifying a passkey resets the count of wrong codes, even when it signs a payload', async (t) => {
    const service = running()
    const { device, username, userId } = await inTheMiddle(service, t)
    const failed = () => service.core.store.failures.count({ appId: 'demo', account: userId, method: 'email' })
    for (const payload of [undefined, 'Pay 25.00 € to Grace']) {
      const started = await startMfa(service, username, { payload })
      readBody(await step(service, started)('otp/request', { method: 'email' }))
      const otp = (await codeAt(service, username))!
      assertRejected(await step(service, started)('otp/verify', { otp: otherCode(otp) }), codeRejected)
      assert.equal(await failed(), 1)
      readNextStep(await (payload ? confirm : authenticate)(service, started, { device }))
      assert.equal(await failed(), 0)
    }
  })

  test("a factor that the list doesn't offer is rejected, and the step stays pending", async (t) => {
    const service = running()
    const { started, device, username } = await inTheMiddle(service, t)
    const before = await stored(service.database)
    const { creationResult } = await anyCreation(service)
    const second = readNextStep(await authenticate(service, started, { device }))
    const again = assertion(device, started)
    for (const [path, body] of [
      ['passkey/auth', again],
      ['passkey/reg', { creationResult }],
      ['otp/request', { method: 'sms' }],
    ] as const) {
      const response = readNextStep(await step(service, second)(path, body))
      assert.deepEqual([response.session, offered(response)], [second.session, offered(second)], path)
    }
    const fresh = await startMfa(service, username)
    for (const [path, body] of [
      ['passkey/reg', { creationResult }],
      ['passkey/tx', again],
      ['otp/request', { method: 'sms' }],
    ] as const) {
      const response = readNextStep(await step(service, fresh)(path, body))
      assert.deepEqual([response.session, offered(response)], [fresh.session, offered(fresh)], path)
    }
    assert.equal((await stored(service.database)).passkeys!.length, before.passkeys!.length)
  })

  test('empty, partial, and malformed bodies are bad requests at every step, and the step stays pending', async (t) => {
    const service = running()
    const { started, device } = await inTheMiddle(service, t)
    const before = await stored(service.database)
    for (const path of [
      'passkey/auth',
      'passkey/tx',
      'passkey/reg',
      'otp/request',
      'otp/verify',
      'third-party/verify',
      'payload',
    ]) {
      for (const body of [
        '',
        '{}',
        '[]',
        'null',
        '""',
        '{"assertionResult":{}}',
        '{"creationResult":null}',
        '{"otp":[]}',
        '{"otp":""}',
      ]) {
        const response = await step(service, started)(path, body)
        assert.deepEqual(
          [response.status, (response.body as { msgCode: string }).msgCode],
          [400, 'bad_request'],
          `${path} ${body}`,
        )
      }
      const typed = { headers: { 'content-type': 'text/plain' }, token: started.session }
      assert.equal((await service.post(`/mfa/${path}`, '{}', typed)).status, 415)
    }
    assert.deepEqual(await stored(service.database), before)
    readNextStep(await authenticate(service, started, { device }))
  })

  for (const change of [`update users set status = 'inactive'`, 'delete from users']) {
    test(`no factor of a deactivated or deleted user is verified: ${change}`, async (t) => {
      const service = running()
      const { started, device, username, userId } = await inTheMiddle(service, t)
      const token = await requestBackendAssertion(service, username)
      const second = readNextStep(await authenticate(service, await startMfa(service, username), { device }))
      await service.database.query(`${change} where id = '${userId}'`)
      assertRejected(await authenticate(service, started, { device }), factorRejected)
      for (const at of [started, second])
        assertRejected(await step(service, at)('third-party/verify', { token }), factorRejected)
    })
  }

  test("a flow whose passkey was deleted in the meantime can't be completed", async (t) => {
    const service = running()
    const { started, device, username, passkeyId, jwtAccess } = await inTheMiddle(service, t)
    const second = readNextStep(await authenticate(service, started, { device }))
    await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess })
    const token = await requestBackendAssertion(service, username)
    assertRejected(await step(service, second)('third-party/verify', { token }), factorRejected)
  })

  test("a blocked authenticator model can't be verified or registered", async () => {
    const service = running()
    const aaguid = '0badc0de-0000-4000-8000-00000000000f'
    const { device, username } = await signUpUser(service, { device: newDevice({ aaguid }) })
    await service.database.query(
      `insert into aaguid_blacklist (app_id, aaguid, auth, reg) values ('demo', '${aaguid}', 1, 1)`,
    )
    const rejected = { ...factorRejected, ...notAccepted }
    assertRejected(await authenticate(service, await startMfa(service, username), { device }), rejected)
    const started = await startMfa(service, newName())
    assertRejected(await register(service, started, newDevice({ aaguid })), rejected)
  })
}

function spending(running: Running) {
  test('every operation rejects the session of a completed step and writes nothing', async (t) => {
    const service = running()
    const { started, device, username } = await inTheMiddle(service, t)
    const token = await requestBackendAssertion(service, username)
    const sent = assertion(device, started)
    const second = readNextStep(await step(service, started)('passkey/auth', sent))
    assert.notEqual(second.session, started.session)
    const before = await stored(service.database)
    const everything = [
      ['passkey/auth', sent],
      ['passkey/tx', sent],
      ['passkey/reg', await anyCreation(service)],
      ['otp/request', { method: 'email' }],
      ['otp/verify', { otp: '000000' }],
      ['third-party/verify', { token }],
      ['payload', { payload: 'x' }],
    ] as const
    for (const [path, body] of everything) assertRejected(await step(service, started)(path, body), sessionRejected)
    assert.deepEqual(await stored(service.database), before)
    readCompletedFlow(await step(service, second)('third-party/verify', { token }))
    for (const [path, body] of everything) assertRejected(await step(service, second)(path, body), sessionRejected)
  })

  test('each step expires after 600 seconds, and the whole flow after 1,800', async (t) => {
    const service = running()
    const { started, device, username } = await inTheMiddle(service, t)
    const [late, twice] = [await startMfa(service, username), await startMfa(service, username)]
    service.clock.advance(599_999)
    const second = readNextStep(await authenticate(service, started, { device }))
    const kept = readBody<MfaNext>(await step(service, twice)('payload', { payload: 'x' }))
    service.clock.advance(1)
    assertRejected(await authenticate(service, late, { device }), sessionRejected)
    service.clock.advance(599_998)
    const renewed = readNextStep(await step(service, second)('passkey/auth', assertion(device, started)))
    const more = readBody<MfaNext>(await step(service, kept)('payload', { payload: 'y' }))
    service.clock.advance(599_999)
    assertRejected(await step(service, renewed)('otp/request', { method: 'email' }), sessionRejected)
    const last = readBody<MfaNext>(await step(service, more)('payload', { payload: 'z' }))
    service.clock.advance(3)
    assertRejected(await step(service, last)('payload', { payload: 'z' }), sessionRejected)
  })

  test('a step can be completed once, with any one of its factors', async (t) => {
    const service = running()
    const { started, device, username } = await inTheMiddle(service, t)
    readBody(await step(service, started)('otp/request', { method: 'email' }))
    const otp = await codeAt(service, username)
    const token = await requestBackendAssertion(service, username)
    const responses = await Promise.all([
      authenticate(service, started, { device }),
      step(service, started)('otp/verify', { otp }),
      step(service, started)('third-party/verify', { token }),
    ])
    assert.equal(responses.filter(isNext).length, 1)
    for (const response of responses) if (!isNext(response)) assertRejected(response, sessionRejected)
  })

  test('of two sign-ups with the same username, exactly one creates the account', async () => {
    const service = running()
    const username = newName()
    const [one, other] = [await startMfa(service, username), await startMfa(service, username)]
    readCompletedFlow(await register(service, one))
    assertRejected(await register(service, other), factorRejected)
  })
}

/** A new passkey for its own registration options. */
const anyCreation = async (service: Service) => ({
  creationResult: newDevice().create((await startRegistration(service, newName())).registrationRequestOptions),
})

const isNext = ({ status, body }: Answer) => status === 401 && 'session' in (body as object)

function mixing(running: Running) {
  test('a session works only in the kind of flow that issued it', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const mfa = await startMfa(service, username)
    const others = {
      registration: (await startRegistration(service, newName())).session,
      authentication: (await startSignIn(service, username)).session,
      transaction: (await startTransaction(service, username)).session,
    }
    const sent = assertion(device, mfa)
    const created = await anyCreation(service)
    const before = await stored(service.database)
    for (const [purpose, session] of Object.entries(others)) {
      for (const [path, body] of [
        ['passkey/auth', sent],
        ['passkey/tx', sent],
        ['passkey/reg', created],
        ['otp/request', { method: 'email' }],
        ['otp/verify', { otp: '000000' }],
        ['third-party/verify', { token: 'x' }],
        ['payload', { payload: 'x' }],
      ] as const)
        assertRejected(await step(service, { session })(path, body), { ...sessionRejected, msg: /^Unknown/ })
      assert.ok(purpose)
    }
    const { session } = mfa
    assertRejected(await service.post('/auth/complete', { session, ...sent }), signInRejected)
    assertRejected(await service.post('/reg/complete', { session, ...created }), registrationRejected)
    const { credentialId: keyHandle, clientDataJSON: clientData, ...rest } = sent.assertionResult
    assertRejected(await service.post('/tx/complete', { session, keyHandle, clientData, ...rest }), transactionRejected)
    assert.equal((await service.ask('GET', '/passkeys', { token: session })).status, 401)
    assert.deepEqual(await stored(service.database), before)
    readCompletedFlow(await step(service, mfa)('passkey/auth', sent))
  })

  test('another application rejects a session of this one', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username)
    const sent = assertion(device, started)
    await createApplication(service.core, { id: 'bank', rpId: 'localhost', origins: [origin] })
    const foreign = await service.post('//apps/bank/fido2/v2/mfa/passkey/auth', sent, { token: started.session })
    assertRejected(foreign, sessionRejected)
    readCompletedFlow(await service.post('//fido2/v2/mfa/passkey/auth', sent, { token: started.session }))
  })

  test('a code works in any flow of its user, and in no flow of another user', async (t) => {
    const service = running()
    const { started, username } = await inTheMiddle(service, t)
    const grace = await signUpUser(service)
    await reached(service, grace.userId, grace.username)
    const hers = await startMfa(service, grace.username)
    readBody(await step(service, started)('otp/request', { method: 'email' }))
    readBody(await step(service, hers)('otp/request', { method: 'email' }))
    const otp = (await codeAt(service, username))!
    const other = (await codeAt(service, grace.username))!
    if (otp !== other) assertRejected(await step(service, hers)('otp/verify', { otp }), codeRejected)
    readNextStep(await step(service, await startMfa(service, username))('otp/verify', { otp }))
  })
}
