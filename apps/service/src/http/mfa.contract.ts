import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssertionOptions } from '@thumbturn/testkit'
import type { FreshDatabase } from '../../test/databases.ts'
import {
  assertion,
  authenticate,
  doneOf,
  mfaBegun,
  nextOf,
  offered,
  optionsOf,
  register,
  step,
  vouched,
  withSettings,
} from '../../test/mfa.ts'
import { useService } from '../../test/service.ts'
import { bodyOf, claimsOf, newDevice, newName, signedUp } from '../../test/situations.ts'

type Running = ReturnType<typeof useService>

export function mfaContract(fresh: FreshDatabase) {
  const running = useService(fresh)
  sequences(running)
}

function sequences(running: Running) {
  test('somebody with a passkey begins, uses it, and is done', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signedUp(service)
    const begun = await mfaBegun(service, username)
    assert.deepEqual(
      [begun.flow, begun.msgCode, offered(begun)],
      ['signIn', 'additional_auth_required', ['passkey:auth']],
    )
    const options = optionsOf<AssertionOptions & { rpId: string; userVerification: string }>(begun, 'passkey:auth')
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials?.map(({ id }) => id)],
      ['localhost', 'required', [device.credentials[0]!.id]],
    )
    const sent = assertion(device, begun)
    const done = doneOf(await step(service, begun)('passkey/auth', sent))
    assert.equal(done.flow, 'signIn')
    assert.equal(claimsOf(done.accessToken).sub, userId)
    assert.equal(done.passkeyInfo?.passkeyId, passkeyId)
    assert.deepEqual(done.passkeyInfo?.assertionResult, sent.assertionResult)
    bodyOf(await service.ask('GET', '/passkeys', { token: done.accessToken }))
  })

  test('somebody new creates a passkey and has an account', async () => {
    const service = running()
    const [username, device] = [newName(), newDevice()]
    const begun = await mfaBegun(service, username, { user: { displayName: 'Ada' } })
    assert.deepEqual([begun.flow, offered(begun)], ['signUp', ['passkey:reg']])
    const done = doneOf(await register(service, begun, device))
    assert.equal(done.flow, 'signUp')
    assert.equal(claimsOf(done.idToken).name, 'Ada')
    doneOf(await authenticate(service, await mfaBegun(service, username), { device }))
  })

  test("a backend's word leads to a new passkey, for somebody new and for somebody known", async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'external-then-passkey' })
    const { username: known } = await signedUp(service)
    for (const [username, flow, first] of [
      [newName(), 'signUp', ['external']],
      [known, 'signIn', ['passkey:auth', 'external']],
    ] as const) {
      const begun = await mfaBegun(service, username)
      assert.deepEqual([begun.flow, offered(begun)], [flow, first])
      const token = await vouched(service, username)
      const next = nextOf(await step(service, begun)('third-party/verify', { token }))
      assert.deepEqual([next.flow, offered(next)], [flow, ['passkey:reg']])
      assert.notEqual(next.session, begun.session)
      assert.equal(doneOf(await register(service, next)).flow, flow)
    }
  })

  test('without a name any passkey of the application may answer', async () => {
    const service = running()
    const { device, userId } = await signedUp(service)
    const begun = await mfaBegun(service)
    assert.deepEqual(optionsOf<AssertionOptions>(begun, 'passkey:auth').allowCredentials, [])
    assert.equal(claimsOf(doneOf(await authenticate(service, begun, { device })).accessToken).sub, userId)
  })
}
