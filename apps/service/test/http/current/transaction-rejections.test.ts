import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  deviceInfo,
  newDevice,
  newName,
  notAccepted,
  notVerified,
  readBody,
  signIn,
  signUp,
  signUpUser,
  startTransaction,
  type TransactionInit,
  transactionAnswer,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import { type AssertionOverrides, flag } from '@thumbturn/testkit'

type Running = ReturnType<typeof useService>

anyEngine('rejected transactions', (fresh) => {
  const running = useService(fresh)
  testRejections(running)
  testUnknownUsers(running)
})

function testRejections(running: Running) {
  for (const [what, overrides, said = {}] of [
    ['without user verification', { flags: (flags: number) => flags & ~flag.UV }, notVerified],
    ['without user presence', { flags: (flags: number) => flags & ~flag.UP }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another challenge', { challenge: 'AAAA' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['whose signature is wrong', { signature: (signature: Buffer) => Buffer.from(signature.map((byte) => byte ^ 1)) }],
  ] as [string, AssertionOverrides, object?][]) {
    test(`an assertion ${what} is rejected, stores nothing, and keeps the session usable`, async () => {
      const service = running()
      const { device, username } = await signUpUser(service)
      const started = await startTransaction(service, username)
      const before = await stored(service.database)
      assertRejected(await service.post('/tx/complete', transactionAnswer(device, started, overrides)), {
        ...transactionRejected,
        ...said,
      })
      assert.deepEqual(await stored(service.database), before)
      readBody(await service.post('/tx/complete', transactionAnswer(device, started)))
    })
  }

  test("user verification is required even if the application doesn't require it", async (t) => {
    const service = running()
    await withSettings(service, t, { userVerification: 'discouraged' })
    const { device, username } = await signUpUser(service)
    const started = await startTransaction(service, username)
    assert.equal(started.assertionOptions.userVerification, 'required')
    const unverified = { flags: (flags: number) => flags & ~flag.UV }
    readBody(await signIn(service, { device, username, ...unverified }))
    assertRejected(await service.post('/tx/complete', transactionAnswer(device, started, unverified)), {
      ...transactionRejected,
      ...notVerified,
    })
  })

  test("no other user's passkey can confirm, nor one added or deleted in the meantime", async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const started = await startTransaction(service, ada.username)
    const free = { session: started.session, assertionOptions: { ...started.assertionOptions, allowCredentials: [] } }
    const attempt = (device: typeof ada.device) => service.post('/tx/complete', transactionAnswer(device, free))
    assertRejected(await attempt(mallory.device), transactionRejected)

    service.clock.advance(1)
    const late = newDevice()
    readBody(await signUp(service, { token: ada.jwtAccess, device: late }))
    assertRejected(await attempt(late), transactionRejected)

    readBody(await service.ask('DELETE', `/passkeys/${ada.passkeyId}`, { token: ada.jwtAccess }), 204)
    assertRejected(await attempt(ada.device), transactionRejected)
  })

  test("a deactivated user can't confirm", async () => {
    const service = running()
    const { device, username, userId } = await signUpUser(service)
    const started = await startTransaction(service, username)
    await service.database.query(`update users set status = 'inactive' where id = '${userId}'`)
    const before = await stored(service.database)
    assertRejected(await service.post('/tx/complete', transactionAnswer(device, started)), transactionRejected)
    assert.deepEqual(await stored(service.database), before)
  })

  test("a blocked authenticator model can't confirm and emits one event", async () => {
    const service = running()
    const aaguid = '0badc0de-0000-4000-8000-000000000001'
    const { device, username, passkeyId } = await signUpUser(service, { device: newDevice({ aaguid }) })
    const started = await startTransaction(service, username)
    await service.database.query(
      `insert into aaguid_blacklist (app_id, aaguid, auth, reg) values ('demo', '${aaguid}', 1, 0)`,
    )
    const blocked = { ...transactionRejected, ...notAccepted }
    for (let count = 0; count < 3; count++)
      assertRejected(await service.post('/tx/complete', transactionAnswer(device, started)), blocked)
    const events = await service.database.query(
      `select id from events where passkey_id = '${passkeyId}' and type = 'fido2.passkey.auth.aaguid.blocked'`,
    )
    assert.equal(events.length, 1)
  })

  test('every rejected completion returns the same bytes', async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const started = await startTransaction(service, ada.username)
    const right = transactionAnswer(ada.device, started)
    const { device } = mallory
    const free = { ...started, assertionOptions: { ...started.assertionOptions, allowCredentials: [] } }
    const unknownUser = await startTransaction(service, newName('unknown'))
    const texts = new Set<string>()
    for (const body of [
      { ...right, session: 'A'.repeat(64) },
      { ...right, session: unknownUser.session },
      { ...right, keyHandle: 'AAAA' },
      { ...right, signature: 'AAAA' },
      { ...right, clientData: 'AAAA' },
      { ...right, authenticatorData: 'AAAA' },
      transactionAnswer(device, free),
      transactionAnswer(device, { ...free, session: unknownUser.session }),
    ]) {
      const response = await service.post('/tx/complete', body)
      assertRejected(response, transactionRejected)
      texts.add(response.text)
    }
    assert.equal(texts.size, 1)
  })
}

function testUnknownUsers(running: Running) {
  test('decoys match those of sign-in on every request, also after a user deletes all passkeys', async () => {
    const service = running()
    const gone = await signUpUser(service)
    await service.ask('DELETE', `/passkeys/${gone.passkeyId}`, { token: gone.jwtAccess })
    for (const username of [newName('unknown'), gone.username]) {
      const init = await service.post('/auth/init', { app, deviceInfo, user: { username } })
      const { allowCredentials } = readBody<TransactionInit>(init).assertionOptions
      assert.ok(allowCredentials.length > 0)
      for (const spelled of [username, username.toUpperCase(), ` ${username}`])
        assert.deepEqual((await startTransaction(service, spelled)).assertionOptions.allowCredentials, allowCredentials)
    }
  })

  test("a session doesn't reveal its payload", async () => {
    const { session } = await startTransaction(running(), newName(), { txPayload: 'visible', nonce: 'visible' })
    assert.doesNotMatch(Buffer.from(session, 'base64url').toString('latin1'), /visible|demo|purpose/)
  })
}
