import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AssertionInit,
  type Authentication,
  asserted,
  assertGen1Rejected,
  gen1Backend,
  notAuthenticated,
  type RegisteredUser,
  signUpGen1User,
  tokenNotAllowed,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { flag } from '@thumbturn/testkit'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Options = AssertionInit['assertion_payload'] & { timeout: number; userVerification: string }

type CodeResponse = Authentication & {
  code_data: { code: string; type: string; expire_at: string; expires_at: string; is_authorized: boolean }
}

anyEngine('codes that users generate themselves', (fresh) => {
  const running = useService(fresh)
  const situation = async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const ada = await signUpGen1User(backend)
    const { username } = ada
    const begin = async (more: object = {}, path = '/codes/generate/fido2/init') =>
      readBody<AssertionInit>(await backend.call('codes.self_generate', path, { username, ...more }))
    const complete = (
      { device }: Pick<RegisteredUser, 'device'>,
      started: AssertionInit,
      path = '/codes/generate/fido2/complete',
    ) => backend.open(path, { assertion_payload: asserted(device, started) })
    const wait = (code: string, type: string, more: object = {}) =>
      backend.call('auth.temporary', '/authenticate/code/wait', {
        username,
        authentication_code: { code, type },
        no_wait: true,
        ...more,
      })
    return { service, backend, ada, username, begin, complete, wait }
  }

  for (const type of ['short', 'long', 'phrase']) {
    test(`a user generates a ${type} code with a passkey, and the code signs in on another device, once`, async () => {
      const { service, ada, begin, complete, wait } = await situation()
      const path = `/codes/${type}/generate/fido2`
      const started = await begin({}, `${path}/init`)
      const { timeout, userVerification, allowCredentials } = started.assertion_payload as Options
      assert.deepEqual([timeout, userVerification, allowCredentials?.length], [60_000, 'required', 1])
      const {
        code_data,
        jwt = '',
        ...response
      } = readBody<CodeResponse>(await complete(ada, started, `${path}/complete`))
      const { jwt: signUpToken, device, username, ...signUpUser } = ada
      assert.deepEqual(response, signUpUser)
      assert.equal(readClaims(jwt).credID, ada.credential.uuid)
      assert.deepEqual([code_data.type, code_data.is_authorized], [type, true])
      assert.equal(code_data.expire_at, code_data.expires_at)
      assert.ok(!JSON.stringify(await stored(service.database)).includes(code_data.code))
      readBody(await wait(code_data.code, type))
      assertGen1Rejected(await wait(code_data.code, type), [400, 'invalid_access_code'])
    })
  }

  test('a path without a type creates a short code for the requested purpose', async () => {
    const { backend, ada, username, begin, complete, wait } = await situation()
    const { code_data } = readBody<CodeResponse>(await complete(ada, await begin({ purpose: 'add_credential' })))
    assert.match(code_data.code, /^\d{6}$/)
    assertGen1Rejected(await wait(code_data.code, 'short'), [400, 'invalid_access_code'])
    const authentication_code = { code: code_data.code, type: 'short' }
    readBody(await backend.call('credentials.add', '/credentials/fido2/init/code', { username, authentication_code }))
  })

  test("starting stores only the nonce, and doesn't reveal whether a user exists", async () => {
    const { service, begin } = await situation()
    const { spent_sessions, ...before } = await stored(service.database)
    const members = [await begin(), await begin({ username: newName() })].map(({ assertion_payload }) => {
      assert.ok(assertion_payload.allowCredentials!.length > 0)
      return Object.keys(assertion_payload)
    })
    assert.deepEqual(members[0], members[1])
    assert.deepEqual({ ...(await stored(service.database)), spent_sessions }, { ...before, spent_sessions })
  })

  test("a sign-in challenge can't generate a code, and a code challenge can't sign in", async () => {
    const { service, backend, ada, username, begin, complete } = await situation()
    const signIn = readBody<AssertionInit>(await backend.call('auth.login', '/authenticate/fido2/init', { username }))
    assertGen1Rejected(await complete(ada, signIn), notAuthenticated)
    const started = await begin()
    const response = { assertion_payload: asserted(ada.device, started) }
    assertGen1Rejected(await backend.open('/authenticate/fido2/complete', response), notAuthenticated)
    const { challenge } = started.assertion_payload
    const assertionResult = ada.device.get(started.assertion_payload)
    assert.equal((await service.post('/auth/complete', { session: challenge, assertionResult })).status, 404)
    readBody(await complete(ada, started))
  })

  test("only the user's own passkey generates the code, for that application and type, with user verification, once, and within a minute", async () => {
    const { service, backend, ada, begin, complete } = await situation()
    const mallory = await signUpGen1User(backend)
    const started = await begin()
    const open = { assertion_payload: { ...started.assertion_payload, allowCredentials: [] } }
    assertGen1Rejected(await complete(mallory, open), notAuthenticated)
    assertGen1Rejected(await complete(ada, started, '/codes/long/generate/fido2/complete'), notAuthenticated)
    const unverified = ada.device.get(started.assertion_payload, { flags: (flags) => flags & ~flag.UV })
    assertGen1Rejected(
      await backend.open('/codes/generate/fido2/complete', {
        assertion_payload: {
          challenge: started.assertion_payload.challenge,
          credential_id: unverified.credentialId,
          client_data: unverified.clientDataJSON,
          authenticator_data: unverified.authenticatorData,
          signature: unverified.signature,
        },
      }),
      [401, 'failed_to_authenticate', /verifies the user/],
    )
    const other = await createApplication(service.core, { id: 'own-codes', rpId: 'localhost', origins: [origin] })
    const foreign = await gen1Backend(service, { application: other })
    const response = { assertion_payload: asserted(ada.device, started) }
    assertGen1Rejected(await foreign.open('/codes/generate/fido2/complete', response), notAuthenticated)
    readBody(await backend.open('/codes/generate/fido2/complete', response))
    assertGen1Rejected(await backend.open('/codes/generate/fido2/complete', response), notAuthenticated)
    const late = await begin()
    service.clock.advance(60_000)
    assertGen1Rejected(await complete(ada, late), notAuthenticated)
  })

  test('a decoy, a deactivated user, and a token for another user get no code', async () => {
    const { backend, ada, username, begin, complete } = await situation()
    const decoy = await begin({ username: newName() })
    const open = { assertion_payload: { ...decoy.assertion_payload, allowCredentials: [] } }
    assertGen1Rejected(await complete(ada, open), notAuthenticated)
    const signed = ['codes.self_generate', { username: newName() }] as const
    assertGen1Rejected(await backend.call(signed, '/codes/generate/fido2/init', { username }), tokenNotAllowed)
    const started = await begin()
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${ada.user.id}/deactivate`))
    assertGen1Rejected(await complete(ada, started), notAuthenticated)
  })
})
