import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { changeSettings, shownCode, verifyCode } from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend, tokenRejected } from '@thumbturn/service-harness/gen1.ts'
import {
  fromDashboard,
  inviteWith,
  memberToken,
  newMember,
  openDashboard,
  owner,
} from '@thumbturn/service-harness/members.ts'
import {
  completed,
  readNextStep,
  requestBackendAssertion,
  sessionRejected,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import { nodeClocks, type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeSignIn,
  deviceInfo,
  newName,
  readBody,
  type SignedUpUser,
  signIn,
  signInRejected,
  signUpUser,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { upkeep } from '../../../src/cli/upkeep.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { retireSigningKey, rotateSigningKey } from '../../../src/core/use-cases/applications/signing-keys.ts'

const minute = 60_000
const hour = 60 * minute

/** The service must work when the clocks of nodes differ, and when a clock is set forward or back. */
eachEngine('clocks', (fresh) => {
  /** Two nodes of an installation; the wall clock of the second is `skewMs` ahead. */
  async function nodes(t: TestContext, { skewMs = 0, start = Date.UTC(2027, 2, 14, 12), limited = false } = {}) {
    const database = await fresh()
    const clocks = nodeClocks(start)
    const limits = limited ? ({ store: 'database', factor: 0.05 } as const) : undefined
    const shared = { databaseUrl: database.url, secret: randomBytes(32), limits }
    const first = await startService({ ...shared, clock: clocks() })
    const second = await startService({ ...shared, clock: clocks(skewMs) })
    t.after(async () => {
      await first.close()
      await second.close()
      await database.drop()
    })
    const restart = async () => {
      const again = await startService({ ...shared, clock: first.clock })
      t.after(() => again.close())
      return again
    }
    /** The per-minute upkeep, on both nodes. */
    const passMinutes = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) {
        for (const { core } of [first, second]) await core.watermark.advance()
        first.clock.advance(minute)
      }
    }
    return { first, second, restart, passMinutes }
  }

  const begin = (service: Service, username = '') => service.post('/auth/init', { app, deviceInfo, user: { username } })

  /** A completed sign-in, as recorded by a network tap. */
  async function captured(service: Service, { device, username }: SignedUpUser) {
    const { session, assertionOptions } = await startSignIn(service, username)
    const seen = { session, assertionResult: device.get(assertionOptions) }
    readBody(await service.post('/auth/complete', seen))
    return (node: Service) => node.post('/auth/complete', seen)
  }

  for (const [what, byMs] of [
    ['an hour', hour],
    ['ninety seconds', 90_000],
    ['a day and an hour', 25 * hour],
  ] as const) {
    test(`a spent sign-in stays spent when the clock is set ahead by ${what} and back, on every node and after a restart`, async (t) => {
      const { first, second, restart, passMinutes } = await nodes(t)
      const replay = await captured(first, await signUpUser(first))
      await passMinutes(2)
      first.clock.set(byMs)
      await passMinutes(40)
      first.clock.set(-byMs - 40 * minute)
      for (const node of [first, second, await restart()]) assertRejected(await replay(node), signInRejected)
      await passMinutes(10)
      for (const node of [first, second]) assertRejected(await replay(node), signInRejected)
    })

    test(`users can sign up, sign in, and confirm while the clock is set back by ${what}, and after that`, async (t) => {
      const { first, second, passMinutes } = await nodes(t)
      const before = await signUpUser(first)
      const pending = await startSignIn(first, before.username)
      await passMinutes(2)
      first.clock.set(-byMs)
      second.clock.set(-byMs)
      readBody(await completeSignIn(first, pending, { device: before.device }))
      for (let round = 0; round < 2; round++) {
        const since = await signUpUser(second)
        for (const { device, username } of [before, since]) {
          readBody(await signIn(first, { device, username }))
          readBody(await signIn(second, { device }))
          const transaction = await startTransaction(first, username)
          readBody(await second.post('/tx/complete', transactionAnswer(device, transaction)))
        }
        await passMinutes(3)
      }
    })
  }

  test('users can sign in immediately after the clock was an hour ahead and is set back', async (t) => {
    const { first, second, passMinutes } = await nodes(t)
    first.clock.set(hour)
    await passMinutes(60)
    const { device, username } = await signUpUser(first)
    const replay = await captured(first, { device, username } as SignedUpUser)
    first.clock.set(-hour)
    await passMinutes(1)
    for (const node of [first, second]) {
      readBody(await signIn(node, { device, username }))
      assertRejected(await replay(node), signInRejected)
    }
    const again = await captured(second, { device, username } as SignedUpUser)
    await passMinutes(8)
    assertRejected(await again(first), signInRejected)
  })

  test('a session that expired behind the watermark never becomes valid again', async (t) => {
    const { first, second, restart, passMinutes } = await nodes(t)
    const { device, username } = await signUpUser(first)
    const { session, assertionOptions } = await startSignIn(first, username)
    const late = { session, assertionResult: device.get(assertionOptions) }
    await passMinutes(8)
    first.clock.set(-8 * minute)
    second.clock.set(-8 * minute)
    for (const node of [first, second, await restart()])
      assertRejected(await node.post('/auth/complete', late), signInRejected)
  })

  test('members can sign in to the dashboard while the clock is set back, with each token once', async (t) => {
    const { first, second, passMinutes } = await nodes(t)
    const { device } = await newMember(first)
    await passMinutes(2)
    for (const node of [first, second]) node.clock.set(-hour)
    const token = await memberToken(first, { device })
    const { ask } = await openDashboard(second, token, device)
    readBody(await ask('GET', '/applications'))
    const used = { status: 401, msg: /already used/, msgCode: 'unauthorized' }
    for (const node of [first, second])
      assertRejected(await node.post('//admin/v1/session', { token }, { headers: fromDashboard }), used)
    readBody(await ask('POST', '/session/confirm', { body: { token: await memberToken(second, { device }) } }))
  })

  test('what a node whose clock is an hour ahead finds expired works once its clock is right again', async (t) => {
    const { first, second } = await nodes(t)
    await changeSettings(first, { crossAuthMethods: ['otp'], refreshTokens: true, refreshTokenSeconds: 3_600 })
    const { jwtAccess, username } = await signUpUser(first)
    const code = await shownCode(first, jwtAccess)
    const { done } = await completed(first)
    const invitation = await inviteWith(first, [owner])
    const { ask } = await newMember(first)
    await second.core.applications.refresh()
    second.clock.set(hour)
    await upkeep(second.core, { AUDIT_RETENTION_DAYS: 365 })
    second.clock.set(-hour)
    readBody(await verifyCode(second, username, code))
    readBody(await second.post('/mfa/refresh', { refreshToken: done.refreshToken }))
    readBody(await ask('GET', '/applications'))
    readBody(
      await second.post(
        '//admin/v1/invitations/accept',
        { token: invitation, username: newName() },
        { headers: fromDashboard },
      ),
    )
  })

  for (const skewMs of [90_000, -90_000])
    test(`sessions end at their time, and members can sign in, on nodes whose clocks differ by ${skewMs / 1000} s`, async (t) => {
      const { first, second, passMinutes } = await nodes(t, { skewMs })
      const { device, username } = await signUpUser(first)
      const dashboard = await newMember(second)
      for (const [one, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const { session, assertionOptions } = await startSignIn(one, username)
        await passMinutes(4)
        first.clock.advance(55_000)
        for (const { core } of [first, second]) await core.watermark.advance()
        readBody(await one.post('/auth/complete', { session, assertionResult: device.get(assertionOptions) }))
        await openDashboard(other, await memberToken(one, dashboard), dashboard.device)
      }
    })

  for (const skewMs of [90_000, -90_000, 5 * minute - 1_000]) {
    test(`two nodes whose clocks differ by ${skewMs / 1000} s share users and sessions`, async (t) => {
      const { first, second, passMinutes } = await nodes(t, { skewMs })
      await passMinutes(3)
      for (const [one, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const user = await signUpUser(one)
        readBody(await signIn(other, user))
        const { session, assertionOptions } = await startSignIn(one, user.username)
        first.clock.advance(500)
        const completed = { session, assertionResult: user.device.get(assertionOptions) }
        readBody(await other.post('/auth/complete', completed))
        assertRejected(await one.post('/auth/complete', completed), signInRejected)
      }
    })
  }

  for (const [what, start] of [
    ['midnight', Date.UTC(2027, 2, 15)],
    ['midnight at the start of a leap day', Date.UTC(2028, 1, 29)],
    ['midnight at the end of a leap day', Date.UTC(2028, 2, 1)],
    ['the end of a year', Date.UTC(2028, 0, 1)],
  ] as const) {
    test(`sign-ins continue across ${what} on nodes whose clocks differ`, async (t) => {
      const { first, second } = await nodes(t, { skewMs: 90_000, start: start - minute })
      const user = await signUpUser(first)
      for (const [one, other] of [
        [first, second],
        [second, first],
        [first, first],
      ] as const) {
        const { session, assertionOptions } = await startSignIn(one, user.username)
        first.clock.advance(45_000)
        readBody(await other.post('/auth/complete', { session, assertionResult: user.device.get(assertionOptions) }))
      }
    })
  }

  test("a passkey created after a sign-in with a username started can't complete it", async (t) => {
    const { first } = await nodes(t)
    const { username, jwtAccess } = await signUpUser(first)
    const { session, assertionOptions } = await startSignIn(first, username)
    const started = readBody<{
      session: string
      registrationRequestOptions: Parameters<SignedUpUser['device']['create']>[0]
    }>(await first.post('/reg/init', { app, deviceInfo, user: { username } }, { token: jwtAccess }))
    const { device } = await signUpUser(first)
    const { registrationRequestOptions: options } = started
    const creationResult = device.create({ ...options, excludeCredentials: [] })
    readBody(await first.post('/reg/complete', { session: started.session, creationResult }))
    const assertionResult = device.get({ ...assertionOptions, allowCredentials: [] })
    assertRejected(await first.post('/auth/complete', { session, assertionResult }), signInRejected)
    readBody(await signIn(first, { device, username }))
  })

  for (const [what, byMs] of [
    ['back', -hour],
    ['ahead', hour],
  ] as const) {
    test(`calls are counted as before when the clock is set ${what}, in memory and in the database`, async (t) => {
      const { first, second } = await nodes(t, { limited: true })
      const counted = [first, second, await startAlone(t, fresh, { limits: { store: 'memory', factor: 0.05 } })]
      for (const node of counted) readBody(await begin(node))
      for (const { clock } of counted) clock.set(byMs)
      for (const node of counted) readBody(await begin(node))
      const name = newName()
      for (let call = 0; call < 3; call++) readBody(await begin(first, name))
      for (const { clock } of counted) clock.set(-byMs)
      for (const node of [first, second]) assert.equal((await begin(node, name)).status, 429)
    })

    test(`a node whose clock was set ${what} sees a changed setting and a retired key within a second`, async (t) => {
      const { first, second } = await nodes(t)
      const { jwtAccess } = await signUpUser(first)
      const verify = (node: Service) => node.core.tokens.verify(node.application, jwtAccess)
      await verify(second)
      second.clock.set(byMs)
      await changeApplication(first.core, first.application, { settings: { enumeration: 'strict' } })
      first.clock.advance(1_000)
      const demo = await second.core.applications.findFresh('demo')
      assert.equal(demo?.settings.enumeration, 'strict')
      const [{ kid } = { kid: '' }] = await first.core.store.applications.signingKeys('demo')
      await rotateSigningKey(second.core, second.application, { alg: 'ES256', by: 'command line' })
      await retireSigningKey(first.core, first.application, { kid, by: 'command line' })
      first.clock.advance(1_000)
      for (const node of [first, second])
        await assert.rejects(
          async () => node.core.tokens.verify((await node.core.applications.findFresh('demo'))!, jwtAccess),
          {
            code: 'unauthorized',
          },
        )
    })
  }

  test('the nonce of a service token stays spent when the clock is set an hour ahead and back', async (t) => {
    const { first, second, passMinutes } = await nodes(t)
    const backend = await gen1Backend(first)
    const opened = (node: Service, token: string) =>
      node.ask('POST', '//authenticate/fido2/init', { token, body: { client_id: 'demo', username: newName() } })
    const token = backend.token('auth.login')
    readBody(await opened(first, token))
    first.clock.set(hour)
    await passMinutes(70)
    first.clock.set(-hour - 70 * minute)
    for (const node of [first, second]) assertGen1Rejected(await opened(node, token), tokenRejected)
    // Newly created tokens work immediately, even though the watermark is ahead of them.
    readBody(await opened(first, backend.token('auth.login')))
  })

  test('a backend assertion stays spent when the clock is set an hour ahead and back', async (t) => {
    const { first, passMinutes } = await nodes(t)
    await changeApplication(first.core, first.application, { settings: { mfaPolicy: 'external-then-passkey' } })
    const { username } = await signUpUser(first)
    const external = async (token: string) => {
      const opened = await startMfa(first, username)
      return step(first, opened)('third-party/verify', { token })
    }
    const token = await requestBackendAssertion(first, username)
    readNextStep(await external(token))
    first.clock.set(hour)
    await passMinutes(70)
    first.clock.set(-hour - 70 * minute)
    assertRejected(await external(token), sessionRejected)
  })

  test('the probe reports when the clock has jumped, and by how much', async (t) => {
    const { first } = await nodes(t)
    assert.equal(first.core.clock.check(), undefined)
    first.clock.advance(hour)
    assert.equal(first.core.clock.check(), undefined)
    assert.equal(readBody<{ clock?: object }>(await first.ask('GET', '//ready')).clock, undefined)
    first.clock.set(-hour)
    const at = first.clock.now()
    assert.deepEqual(first.core.clock.check(), { byMs: -hour, at })
    assert.equal(first.core.clock.check(), undefined)
    const { clock } = readBody<{ clock?: object }>(await first.ask('GET', '//ready'))
    assert.deepEqual(clock, { jumpedSeconds: -3600, at: new Date(at).toISOString() })
  })
})
