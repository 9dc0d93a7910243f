import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  askForCode,
  changeSettings,
  codeRejected,
  profile,
  type ServiceWithDatabase,
  sentCode,
  shownCode,
  signUpUserWithContacts,
  verifyCode,
  wrong,
} from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { recordingStore } from '@thumbturn/service-harness/recording.ts'
import { type Answer, startService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, deviceInfo, newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

/** The knowledge that unauthenticated callers gain by requesting and guessing codes. */
anyEngine('code enumeration', (fresh) => {
  const watched = async (t: TestContext, { messageRoom = 10_000, offered = true } = {}) => {
    const database = await fresh()
    const { store, during } = await recordingStore(database.url, { messageRoom })
    const service = await startService({ databaseUrl: database.url, store })
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    if (offered) await changeSettings(service, { crossAuthMethods: ['otp', 'otp:email', 'otp:sms'] })
    return { service: { ...service, database }, during }
  }

  for (const [path, method] of [
    ['/auth/otp/email', 'email'],
    ['/auth/otp/sms', 'sms'],
  ] as const) {
    test(`${path} responds with the same bytes after the same work, whether or not the user exists`, async (t) => {
      const { service, during } = await watched(t)
      const { known, without, inactive, locked } = await signUpUsers(service, method)
      const observed = []
      for (const name of [newName('unknown'), known.username, known.email, known.phone, without, inactive, locked])
        observed.push(await during(() => askForCode(service, method, name)))
      for (const { response, statements } of observed) {
        assert.deepEqual([response.status, response.text], [204, ''])
        assert.deepEqual(readHeaders(response), readHeaders(observed[0]!.response))
        // The call inserts one row and looks nothing up.
        assert.deepEqual(statements, observed[0]!.statements)
        assert.equal(statements.length, 1)
      }
    })
  }

  test('a flow has a code sent and verifies it after the same work, whether or not the user exists', async (t) => {
    const { service, during } = await watched(t)
    await changeSettings(service, { mfaPolicy: 'passkey-or-otp', enumeration: 'strict' })
    const { username } = await signUpUser(service)
    const { core } = service
    const { keyed } = core
    let derivations = 0
    core.keyed = (...given) => {
      derivations++
      return keyed(...given)
    }
    const work = async (name: string, step: string, body: object) => {
      const started = await service.post('/mfa/begin', { deviceInfo, user: { username: name } })
      const { session: token } = readBody<{ session: string }>(started)
      derivations = 0
      const { response, statements } = await during(() => service.post(`/mfa/otp/${step}`, body, { token }))
      return { status: response.status, statements: statements.length, derivations }
    }
    const request = await work(username, 'request', { method: 'email' })
    assert.deepEqual(await work(newName('unknown'), 'request', { method: 'email' }), request)
    // The session is checked, and one row inserted; the user is looked up when the code is sent.
    assert.deepEqual([request.status, request.statements], [200, 2])
    const guess = await work(username, 'verify', { otp: '000000' })
    assert.deepEqual(await work(newName('unknown'), 'verify', { otp: '000000' }), guess)
    assert.equal(guess.status, 400)
  })

  for (const [path, codeIn] of [
    ['/auth/otp/verify', (authCode: string, username: string) => ({ authCode, user: { username } })],
    ['/profile/email/verify', (authCode: string, username: string) => ({ authCode, username })],
    ['/profile/phone/verify', (authCode: string, username: string) => ({ authCode, username })],
  ] as const) {
    test(`${path} rejects every invalid code with the same bytes after the same work`, async (t) => {
      const { service, during } = await watched(t)
      const { known, without, inactive, locked } = await signUpUsers(service, 'email')
      const { setEmail, setPhone } = await profile(service)
      await shownCode(service, known.jwtAccess)
      readBody(await setEmail(known.userId, newName('waiting')), 204)
      readBody(await setPhone(known.userId, '+4915199999999'), 204)
      const attempt = (name: string) => during(() => service.post(path, codeIn('000000', name)))
      await attempt('warming-up')
      const observed = []
      for (const name of [newName('unknown'), known.username, known.email, known.phone, without, inactive, locked])
        for (let attempts = 0; attempts < 7; attempts++) observed.push(await attempt(name))
      for (const { response, statements } of observed) {
        assertRejected(response, codeRejected)
        assert.equal(response.text, observed[0]!.response.text)
        assert.deepEqual(readHeaders(response), readHeaders(observed[0]!.response))
        assert.deepEqual(statements, observed[0]!.statements)
      }
    })
  }

  test("a valid code with another user's username is rejected like a wrong one", async (t) => {
    const { service } = await watched(t)
    const [alice, bob] = [await signUpUser(service), await signUpUser(service)]
    const code = await shownCode(service, alice.jwtAccess)
    assertRejected(await verifyCode(service, bob.username, code), codeRejected)
    readBody(await verifyCode(service, alice.username, code))
  })

  test('the response for a full queue is the same as for an empty one', async (t) => {
    const { service } = await watched(t, { messageRoom: 2 })
    const responses = []
    for (let count = 0; count < 5; count++) responses.push(await askForCode(service, 'email', newName('unknown')))
    for (const response of responses) assert.deepEqual([response.status, response.text], [204, ''])
    assert.equal((await service.database.query('select id from messages')).length, 2)
  })

  test("a method that the application doesn't offer sends, shows, and accepts no codes, and the response doesn't say why", async (t) => {
    const { service } = await watched(t, { offered: false })
    const { jwtAccess, username, email } = await signUpUserWithContacts(service)
    await service.deliver()
    for (const method of ['email', 'sms'] as const) readBody(await askForCode(service, method, username), 204)
    assert.deepEqual(await service.database.query('select id from messages'), [])
    assertRejected(await service.post('/auth/otp', undefined, { token: jwtAccess }), {
      status: 403,
      msg: "This application doesn't offer cross-device codes",
      msgCode: 'forbidden',
    })
    await changeSettings(service, { crossAuthMethods: ['otp', 'otp:email'] })
    await askForCode(service, 'email', username)
    const codes = [await sentCode(service, email), await shownCode(service, jwtAccess)]
    await changeSettings(service, { crossAuthMethods: ['otp:sms'] })
    for (const code of codes) assertRejected(await verifyCode(service, username, code), codeRejected)
  })

  test("clients can't enable methods that the application doesn't offer", async (t) => {
    const { service } = await watched(t, { offered: false })
    const { username, email } = await signUpUserWithContacts(service)
    const more = { crossAuthMethods: ['otp:email'], method: 'email', otpToUsername: true, address: email }
    const body = { user: { username, usernameType: 'email', ...more }, ...more }
    readBody(await service.post('/auth/otp/email', body), 204)
    assert.deepEqual(
      (await service.deliver()).filter(({ kind }) => kind === 'code'),
      [],
    )
  })

  test('a wrong digit in a well-formed code reveals nothing', async (t) => {
    const { service, during } = await watched(t)
    const { jwtAccess, username } = await signUpUser(service)
    const code = await shownCode(service, jwtAccess)
    const near = await during(() => verifyCode(service, username, wrong(code)))
    const far = await during(() => verifyCode(service, username, 'not a code'))
    assert.deepEqual(near.statements, far.statements)
    assert.equal(near.response.text, far.response.text)
  })
})

/** Users with codes, without contacts, deactivated, and with a locked method. */
async function signUpUsers(service: ServiceWithDatabase, method: 'email' | 'sms') {
  const known = await signUpUserWithContacts(service)
  const [without, inactive, locked] = [
    await signUpUser(service),
    await signUpUserWithContacts(service),
    await signUpUserWithContacts(service),
  ]
  await service.database.query(`update users set status = 'inactive' where id = '${inactive.userId}'`)
  await service.database.query(
    `insert into failures (app_id, account, method, user_id, count, last_at)
     values ('demo', '${locked.userId}', '${method}', '${locked.userId}', 100, 0)`,
  )
  return { known, without: without.username, inactive: inactive.username, locked: locked.username }
}

const readHeaders = ({ headers }: Answer) =>
  Object.entries(headers).filter(([name]) => name !== 'date' && !/trace|request-id/i.test(name))
