import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  completed,
  type MfaResult,
  proveCode,
  reached,
  readCompletedFlow,
  startMfa,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { startNodes } from '@thumbturn/service-harness/nodes.ts'
import { origin, type Service, startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, readClaims, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const notValid = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }
const refreshRejected = { status: 401, msg: 'The refresh token is not valid', msgCode: 'unauthorized' }

anyEngine('refresh tokens', (fresh) => {
  const running = useService(fresh)

  const refresh = (service: Service, refreshToken: string) => service.post('/mfa/refresh', { refreshToken })

  const readSuccessorId = ({ refreshToken }: MfaResult) => readClaims(refreshToken).rid

  async function offering(service: Service, t: TestContext) {
    await withSettings(service, t, { refreshTokens: true })
    return completed(service)
  }

  test('without the setting, a refresh token is rejected and nothing about it is stored', async () => {
    const service = running()
    const { done } = await completed(service)
    const msg = 'This application does not exchange refresh tokens'
    assertRejected(await refresh(service, done.refreshToken), { status: 403, msg, msgCode: 'forbidden' })
    assert.deepEqual(await service.database.query('select id from refresh_families'), [])
  })

  test('without the setting, a refresh token expires with its access token, so the signing key can retire on time', async () => {
    const { done } = await completed(running())
    assert.equal(readClaims(done.refreshToken).exp, readClaims(done.accessToken).exp)
  })

  test('nothing is stored for a sign-in whose user was deleted before it completed', async () => {
    const { core, clock } = running()
    const [at, amr] = [clock.now(), ['user']]
    const [id, userId, passkeyId] = ['late', 'removed', undefined]
    const family = { appId: 'demo', id, userId, tokenEpoch: 0, passkeyId, amr, signedInAt: at }
    assert.equal(
      await core.store.commit([
        { addRefreshFamily: { ...family, expiresAt: at + 1, revokedAt: undefined, latest: 'first' } },
      ]),
      'user_missing',
    )
    assert.equal(await core.store.refresh.find('demo', 'late'), undefined)
  })

  test('each refresh token works once and yields the next one; the sign-in stays the same', async (t) => {
    const service = running()
    const { done, userId, passkeyId } = await offering(service, t)
    const signedInAt = service.clock.now() / 1000
    service.clock.advance(3_600_000)
    const first = readBody<MfaResult>(await refresh(service, done.refreshToken))
    assert.deepEqual(Object.keys(first).sort(), ['accessToken', 'idToken', 'refreshToken'])
    const { sub, credID } = readClaims(first.accessToken)
    assert.deepEqual([sub, credID], [userId, passkeyId])
    assert.deepEqual([readClaims(first.idToken).auth_time, readClaims(first.idToken).acr], [signedInAt, 'phr'])
    assert.equal(readClaims(first.refreshToken).exp, signedInAt + 2_592_000)
    readBody(await service.ask('GET', '/passkeys', { token: first.accessToken }))
    readBody(await service.post('//fido2/v2/mfa/refresh', { refreshToken: first.refreshToken }))
  })

  test('reusing a refresh token revokes all tokens of its sign-in and no others, even after a restart', async (t) => {
    const database = await fresh()
    const secret = Buffer.alloc(32, 7)
    const service = await startService({ databaseUrl: database.url, secret })
    await changeApplication(service.core, service.application, { settings: { refreshTokens: true } })
    const { done } = await completed(service)
    const other = await completed(service)
    const next = readBody<MfaResult>(await refresh(service, done.refreshToken))
    service.clock.advance(10_001)
    assertRejected(await refresh(service, done.refreshToken), refreshRejected)
    await service.close()
    const again = await startService({ databaseUrl: database.url, secret, clock: service.clock })
    t.after(async () => {
      await again.close()
      await database.drop()
    })
    for (const token of [next.refreshToken, done.refreshToken])
      assertRejected(await refresh(again, token), refreshRejected)
    const events = await again.core.store.events.list('demo', 100)
    assert.equal(events.filter(({ type }) => type === 'fido2.mfa.refresh.reused').length, 1)
    readBody(await refresh(again, other.done.refreshToken))
  })

  test('for ten seconds, the most recently exchanged refresh token yields the same successor again', async (t) => {
    const service = running()
    const { done } = await offering(service, t)
    const first = readBody<MfaResult>(await refresh(service, done.refreshToken))
    service.clock.advance(10_000)
    const again = readBody<MfaResult>(await refresh(service, done.refreshToken))
    assert.deepEqual(readSuccessorId(again), readSuccessorId(first))
    readBody(await refresh(service, first.refreshToken))
    readBody(await refresh(service, again.refreshToken))
  })

  for (const [what, advanceMs] of [
    ['after the interval', 10_001],
    ['after the clock was set back', -10_001],
  ] as const) {
    test(`a refresh token reused ${what} ends its sign-in`, async (t) => {
      const service = running()
      const { done } = await offering(service, t)
      service.clock.advance(60_000)
      const next = readBody<MfaResult>(await refresh(service, done.refreshToken))
      service.clock.advance(advanceMs)
      for (const token of [done.refreshToken, next.refreshToken])
        assertRejected(await refresh(service, token), refreshRejected)
    })
  }

  test('an older refresh token ends its sign-in, even within the interval', async (t) => {
    const service = running()
    const { done } = await offering(service, t)
    const next = readBody<MfaResult>(await refresh(service, done.refreshToken))
    const latest = readBody<MfaResult>(await refresh(service, next.refreshToken))
    for (const token of [done.refreshToken, next.refreshToken, latest.refreshToken])
      assertRejected(await refresh(service, token), refreshRejected)
  })

  test('64 exchanges of one refresh token on two nodes yield one successor', async (t) => {
    const { near, far, database } = await startNodes(t, fresh, { refreshTokens: true })
    const { done } = await completed(near)
    const nodes = Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? near : far))
    const responses = await Promise.all(nodes.map((node) => refresh(node, done.refreshToken)))
    const successors = new Set(responses.map((response) => readSuccessorId(readBody<MfaResult>(response))))
    assert.equal(successors.size, 1)
    const rows = await database.query('select latest, revoked_at from refresh_families')
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ latest: [...successors][0], revoked_at: null }],
    )
  })

  for (const [what, sql] of [
    ['is deactivated', `update users set status = 'inactive' where id = `],
    ['is deleted', 'delete from users where id = '],
    ['no longer has the passkey', 'delete from passkeys where user_id = '],
  ] as const) {
    test(`a refresh token is rejected once its user ${what}`, async (t) => {
      const service = running()
      const { done, userId } = await offering(service, t)
      await service.database.query(`${sql}'${userId}'`)
      assertRejected(await refresh(service, done.refreshToken), refreshRejected)
      assertRejected(await service.post('/auth/otp', undefined, { token: done.accessToken }), notValid)
    })
  }

  test('every refresh token expires at the configured time after sign-in, however often it was exchanged', async (t) => {
    const service = running()
    await withSettings(service, t, { refreshTokens: true, refreshTokenSeconds: 100 })
    const { done } = await completed(service)
    service.clock.advance(99_000)
    const { refreshToken } = readBody<MfaResult>(await refresh(service, done.refreshToken))
    service.clock.advance(1_000)
    assertRejected(await refresh(service, refreshToken), refreshRejected)
    service.clock.advance(1)
    await service.core.store.forgetExpired(service.clock.now())
    assert.deepEqual(
      await service.database.query(`select id from refresh_families where expires_at < ${service.clock.now()}`),
      [],
    )
  })

  test("another application's refresh token is rejected, and a flow without a passkey issues a working one", async (t) => {
    const service = running()
    const { done } = await offering(service, t)
    await createApplication(service.core, {
      id: 'other',
      rpId: 'localhost',
      origins: [origin],
      settings: { refreshTokens: true },
    })
    const foreign = await service.post('//apps/other/fido2/v2/mfa/refresh', { refreshToken: done.refreshToken })
    assertRejected(foreign, refreshRejected)
    await withSettings(service, t, { refreshTokens: true, mfaPolicy: 'passkey-or-otp' })
    const { username, userId } = await signUpUser(service)
    await reached(service, userId, username)
    const byCode = readCompletedFlow(
      await proveCode(service, await startMfa(service, username), { method: 'email', address: username }),
    )
    const next = readBody<MfaResult>(await refresh(service, byCode.refreshToken))
    assert.deepEqual(readClaims(next.accessToken).scopes, ['reg:write', 'auth:write', 'passkey:read'])
  })
})
