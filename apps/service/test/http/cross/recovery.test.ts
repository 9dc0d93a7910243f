import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherPasskey, listUserEvents } from '@thumbturn/service-harness/backend.ts'
import {
  askForCode,
  codeRejected,
  listContacts,
  profile,
  type ServiceWithDatabase,
  sentCode,
  textsTo,
  useCodes,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { proveCode as proveMfaCode, readCompletedFlow, startMfa, withSettings } from '@thumbturn/service-harness/mfa.ts'
import {
  type Account,
  issueEverything,
  listAccepted,
  listCredentials,
  signInMethods,
  signUpWithEveryMethod,
} from '@thumbturn/service-harness/sign-in-methods.ts'
import {
  app,
  assertRejected,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  signIn,
  signUp,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import type { Core } from '../../../src/core/core.ts'
import { Outage } from '../../../src/core/errors.ts'
import { requestCode } from '../../../src/core/flows/otp/send.ts'
import { verifyCode as verifyCodeInCore } from '../../../src/core/flows/otp/verify.ts'

type Running = () => ServiceWithDatabase

let numbers = 0
const newPhone = () => `+49170${30_000_000 + ++numbers}`

/** Codes sent to the address in a username, where the application allows that. */
eachEngine('account recovery', (fresh) => {
  const running = useCodes(fresh, { ...signInMethods, otpToUsername: true })
  prepareClaim(running)
  limits(running)
  inFlows(running)
})

function prepareClaim(running: Running) {
  test("every credential of an account works until the account's address is verified", async () => {
    const ways = await listCredentials(await signUpWithEveryMethod(running(), newName()))
    assert.deepEqual(
      await listAccepted(ways),
      ways.map(({ what }) => what),
    )
  })

  for (const [method, name] of [
    ['email', newName],
    ['sms', newPhone],
  ] as const) {
    test(`credentials from before the recovery are rejected once the address is verified by ${method}`, async () => {
      const service = running()
      const username = name()
      const attacker = await signUpWithEveryMethod(service, username)
      const ways = [...(await issueEverything(attacker)), ...(await listCredentials(attacker))]
      await askForCode(service, method, username)
      const victim = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, username)))
      assert.equal(victim.userId, attacker.userId)
      assert.deepEqual(await listAccepted(ways), [])
      await assertAlone(service, victim, attacker)
    })
  }

  test("the attacker's credentials can't delete, rename, or add to the victim's passkey", async () => {
    const service = running()
    const username = newName()
    const attacker = await signUpWithEveryMethod(service, username)
    await askForCode(service, 'email', username)
    const victim = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, username)))
    const { passkeyId } = await anotherPasskey(service, victim.jwtAccess)
    for (const token of [attacker.jwtAccess, attacker.passwordToken]) {
      for (const [method, path, body] of [
        ['DELETE', `/passkeys/${passkeyId}`, undefined],
        ['PUT', `/passkeys/${passkeyId}`, { name: 'Mine' }],
        ['POST', '/reg/init', { app, deviceInfo, user: { username } }],
      ] as const)
        assertRejected(await service.ask(method, path, { token, body }), tokenRejected)
    }
    const listed = readBody<{ id: string }[]>(await service.ask('GET', '/passkeys', { token: victim.jwtAccess }))
    assert.deepEqual(
      listed.map(({ id }) => id),
      [passkeyId],
    )
  })

  test('a flow that verifies the address continues, and everything issued before it ends', async () => {
    const service = running()
    const username = newName()
    const attacker = await signUpWithEveryMethod(service, username)
    const ways = [...(await issueEverything(attacker)), ...(await listCredentials(attacker))]
    const started = await startMfa(service, username)
    const done = readCompletedFlow(await proveMfaCode(service, started, { method: 'email', address: username }))
    assert.deepEqual(await listAccepted(ways), [])
    await assertAlone(service, { jwtAccess: done.accessToken, userId: attacker.userId }, attacker)
    readBody(await service.post('/mfa/refresh', { refreshToken: done.refreshToken }))
  })

  test('a recovery emits an event and sends a notification', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    await askForCode(service, 'email', username)
    readBody(await verifyCode(service, username, await sentCode(service, username)))
    const types = (await listUserEvents(service, userId)).map(({ type }) => type)
    assert.ok(types.includes('fido2.user.recovered'))
    const rows = await service.database.query(`select about from messages where kind = 'recovered'`)
    assert.deepEqual(
      rows.map(({ about }) => JSON.parse(String(about))).filter((about) => about.userId === userId),
      [{ userId }],
    )
  })

  test('the second verification is an ordinary sign-in and keeps the passkeys', async () => {
    const service = running()
    const { username } = await signUpUser(service)
    await askForCode(service, 'email', username)
    const first = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, username)))
    await anotherPasskey(service, first.jwtAccess)
    await askForCode(service, 'email', username)
    const again = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, username)))
    assert.equal(readBody<unknown[]>(await service.ask('GET', '/passkeys', { token: again.jwtAccess })).length, 1)
  })

  /** Verifies the code of a recovery whose second batch fails with these errors, one after the other, before it is stored. */
  async function recover(errors: readonly Error[]) {
    const service = running()
    const { username } = await signUpUser(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, username)
    let attempts = 0
    const commit: Core['store']['commit'] = async (writes) => {
      const isSecond = writes.length === 1 && 'removeAccess' in writes[0]!
      const error = isSecond ? errors[attempts++] : undefined
      if (error) throw error
      return service.core.store.commit(writes)
    }
    const core = { ...service.core, store: { ...service.core.store, commit }, pause: async () => {} }
    const application = (await core.applications.findFresh(service.application.id))!
    const subject = { usernameKey: username }
    const verifying = verifyCodeInCore(core, { application, subject, purpose: 'sign-in', code })
    const outcome = await verifying.then(({ isRecovered }) => isRecovered).catch((error: Error) => error)
    return { outcome, attempts }
  }

  test('a recovery survives a short outage of the database between its two batches', async () => {
    const outage = new Outage('the disk is full')
    assert.deepEqual(await recover([outage]), { outcome: true, attempts: 2 })
    assert.deepEqual(await recover([outage, outage]), { outcome: true, attempts: 3 })
  })

  test('a longer outage between them is one of the call, and a bug is not repeated', async () => {
    const outages = [1, 2, 3].map((attempt) => new Outage(`the disk is full ${attempt}`))
    assert.deepEqual(await recover(outages), { outcome: outages[2], attempts: 3 })
    const bug = new Error('a bug')
    assert.deepEqual(await recover([bug]), { outcome: bug, attempts: 1 })
  })
}

const tokenRejected = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }

/** Asserts that no credential of the attacker works and that the victim can secure the account. */
async function assertAlone(
  service: ServiceWithDatabase,
  victim: Pick<Tokens, 'jwtAccess' | 'userId'>,
  { backend, username }: Account,
) {
  const { userId, jwtAccess } = victim
  const listed = await backend.call('credentials.list', '/credentials/list', { username })
  assert.deepEqual(readBody<{ credentials: unknown[] }>(listed).credentials, [])
  assert.deepEqual(
    (await listContacts(service, userId)).map(({ address, verified }) => [address, verified]),
    [[username, true]],
  )
  for (const table of ['device_keys', 'access_codes'])
    assert.deepEqual(await service.database.query(`select * from ${table} where user_id = '${userId}'`), [], table)
  const device = newDevice()
  readBody(await signUp(service, { token: jwtAccess, device }))
  readBody(await signIn(service, { device, username }))
}

function limits(running: Running) {
  test('a user with a verified contact gets codes only there', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    const { setPhone } = await profile(service)
    readBody(await setPhone(userId, newPhone(), { requestVerification: false }), 204)
    await askForCode(service, 'email', username)
    await service.deliver()
    assert.deepEqual(await textsTo(service, username), [])
  })

  test("a code sent before the user verified another contact can't recover the account", async () => {
    const service = running()
    const { username, userId, device } = await signUpUser(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, username)
    const { setPhone } = await profile(service)
    readBody(await setPhone(userId, newPhone(), { requestVerification: false }), 204)
    assertRejected(await verifyCode(service, username, code), codeRejected)
    readBody(await signIn(service, { device, username }))
  })

  test("a username that isn't an address gets no code, whatever its declared type", async () => {
    const service = running()
    const username = `plain-name-${++numbers}`
    await signUpUser(service, { username })
    for (const method of ['email', 'sms'] as const) {
      const body = { user: { username, usernameType: method === 'email' ? 'email' : 'phone' } }
      readBody(await service.post(`/auth/otp/${method}`, body), 204)
    }
    assert.deepEqual(
      (await service.deliver()).filter(({ kind }) => kind === 'code').map(({ outcome }) => outcome),
      ['no-recipient', 'no-recipient'],
    )
  })

  test('after the application disables recovery, codes sent before are rejected', async (t) => {
    const service = running()
    const { username } = await signUpUser(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, username)
    await withSettings(service, t, { otpToUsername: false })
    assertRejected(await verifyCode(service, username, code), codeRejected)
  })
}

function inFlows(running: Running) {
  test('if a passkey is verified in the same flow, the address is added and the passkeys remain', async () => {
    const service = running()
    const { core, application: demo } = service
    const application = (await core.applications.findFresh(demo.id))!
    const { username, userId, device } = await signUpUser(service)
    await requestCode(core, { application, userId, method: 'email', purpose: 'mfa' })
    const code = await sentCode(service, username)
    const proving = { application, subject: { userId }, purpose: 'mfa', code, passkeyVerified: true } as const
    const proved = await verifyCodeInCore(core, proving)
    assert.deepEqual([proved.userId, proved.method, proved.address], [userId, 'email', username])
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: username, verified: true }])
    readBody(await signIn(service, { device, username }))
  })

  test('a flow for an unknown username can start with a code and with nothing else', async () => {
    const service = running()
    const { core, application: demo } = service
    const application = (await core.applications.findFresh(demo.id))!
    const name = newName('newcomer')
    await askForCode(service, 'email', name)
    await service.deliver()
    assert.deepEqual(await textsTo(service, name), [])
    const subject = { usernameKey: name }
    await requestCode(core, { application, ...subject, method: 'email', purpose: 'mfa' })
    const code = await sentCode(service, name)
    assertRejected(await verifyCode(service, name, code), codeRejected)
    const proved = await verifyCodeInCore(core, { application, subject, purpose: 'mfa', method: 'email', code })
    assert.deepEqual([proved.userId, proved.address], [undefined, name])
    await assert.rejects(verifyCodeInCore(core, { application, subject, purpose: 'mfa', code }), {
      code: 'bad_request',
    })
  })
}
