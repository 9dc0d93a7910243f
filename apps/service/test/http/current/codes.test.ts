import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUserEvents, traces } from '@thumbturn/service-harness/backend.ts'
import {
  askForCode,
  codeRejected,
  type ServiceWithDatabase,
  sentCode,
  shownCode,
  signUpUserWithContacts,
  textsTo,
  useCodes,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  readBody,
  readClaims,
  registrationRejected,
  requestGrant,
  signIn,
  signUp,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Running = () => ServiceWithDatabase

const notValid = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }

/** Sign-in with one-time codes, and what the resulting tokens allow. */
anyEngine('one-time codes', (fresh) => {
  const running = useCodes(fresh)
  shown(running)
  sent(running)
  tokens(running)
  endings(running)
  lives(running)
})

function shown(running: Running) {
  test('a cross-device code registers a passkey on another device', async () => {
    const service = running()
    const { jwtAccess, username, userId } = await signUpUser(service)
    const response = readBody<{ code: string; expiresAt: string }>(
      await service.post('/auth/otp', undefined, { token: jwtAccess }),
    )
    assert.match(response.code, /^\d{6}$/)
    assert.equal(Date.parse(response.expiresAt), service.clock.now() + 600_000)
    const byCode = readBody<Tokens & { token: string }>(await verifyCode(service, username, response.code))
    assert.deepEqual(Object.keys(byCode).sort(), ['jwtAccess', 'token', 'userId'])
    assert.deepEqual([byCode.userId, byCode.token], [userId, byCode.jwtAccess])

    const device = newDevice()
    const registered = readBody<Tokens>(await signUp(service, { username, token: byCode.jwtAccess, device }))
    assert.equal(registered.userId, userId)
    assert.equal(readBody<Tokens>(await signIn(service, { device, username })).userId, userId)
  })

  test('showing and verifying a code emit events', async () => {
    const service = running()
    const { jwtAccess, username, userId, passkeyId } = await signUpUser(service)
    readBody(await verifyCode(service, username, await shownCode(service, jwtAccess)))
    const [proved, showed] = await listUserEvents(service, userId)
    assert.deepEqual([proved?.type, proved?.detail], ['fido2.otp.verified', { method: 'device', purpose: 'sign-in' }])
    assert.deepEqual([showed?.type, showed?.passkeyId], ['fido2.otp.shown', passkeyId])
  })

  test('a grant with auth:write shows a code for an existing user, not for an unknown username', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    const code = await shownCode(service, await requestGrant(service, username, ['auth:write']))
    assert.equal(readBody<Tokens>(await verifyCode(service, username, code)).userId, userId)
    const unknown = await requestGrant(service, newName(), ['auth:write'])
    assertRejected(await service.post('/auth/otp', undefined, { token: unknown }), {
      status: 403,
      msg: 'No user has signed up with this username yet',
      msgCode: 'forbidden',
    })
  })
}

function sent(running: Running) {
  for (const method of ['email', 'sms'] as const) {
    test(`a code sent by ${method} signs the user in under every name of theirs`, async () => {
      const service = running()
      const user = await signUpUserWithContacts(service)
      const to = method === 'email' ? user.email : user.phone
      for (const name of [user.username, user.email, user.phone.replace('+', '00')]) {
        assert.deepEqual([(await askForCode(service, method, name)).status], [204])
        const { jwtAccess, userId } = readBody<Tokens>(await verifyCode(service, name, await sentCode(service, to)))
        assert.equal(userId, user.userId)
        assert.deepEqual(readClaims(jwtAccess).amr, method === 'sms' ? ['otp', 'sms'] : ['otp'])
      }
    })
  }

  test('the message contains the code, the application, and the expiration', async () => {
    const service = running()
    const { username, email } = await signUpUserWithContacts(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, email)
    const text = (await textsTo(service, email)).find((one) => one.includes(code)) ?? ''
    for (const part of ['Demo', '10 minutes']) assert.ok(text.includes(part), text)
  })

  test('no code is sent to a user without verified contacts, an unknown username, or a deactivated user', async () => {
    const service = running()
    const { username } = await signUpUser(service)
    const gone = await signUpUserWithContacts(service)
    await service.database.query(`update users set status = 'inactive' where id = '${gone.userId}'`)
    while ((await service.deliver()).length > 0);
    for (const name of [username, newName('unknown'), gone.username, gone.email])
      for (const method of ['email', 'sms'] as const) readBody(await askForCode(service, method, name), 204)
    assert.deepEqual(
      (await service.deliver()).map(({ kind, outcome }) => ({ kind, outcome })),
      Array(8).fill({ kind: 'code', outcome: 'no-recipient' }),
    )
  })
}

function tokens(running: Running) {
  test('a token earned by a code can list and add passkeys, but not rename or delete them', async () => {
    const service = running()
    const { jwtAccess, username, userId, passkeyId } = await signUpUser(service)
    const byCode = readBody<Tokens>(await verifyCode(service, username, await shownCode(service, jwtAccess)))
    const token = byCode.jwtAccess
    const { credID, amr, scopes, tokenType, via, sub } = readClaims(token)
    assert.deepEqual(
      { credID, amr, scopes, tokenType, via, sub },
      {
        credID: undefined,
        amr: ['otp'],
        scopes: ['reg:write', 'auth:write', 'passkey:read'],
        tokenType: 'jwtAccess',
        via: passkeyId,
        sub: userId,
      },
    )
    assert.equal(readBody<unknown[]>(await service.ask('GET', '/passkeys', { token })).length, 1)
    const lacks = { status: 403, msg: 'The token lacks the scope passkey:write', msgCode: 'forbidden' }
    assertRejected(await service.ask('PUT', `/passkeys/${passkeyId}`, { token, body: { name: 'x' } }), lacks)
    assertRejected(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token }), lacks)
  })

  test('a token without credID that was not earned by a code is rejected', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    const claims = { tokenType: 'jwtAccess', sub: userId, username, scopes: ['passkey:read'] } as const
    const token = await service.core.tokens.sign(service.application, claims, 60)
    assertRejected(await service.ask('GET', '/passkeys', { token }), notValid)
  })
}

function endings(running: Running) {
  const registrationBy = async (service: Service, token: string) => {
    const { session, registrationRequestOptions } = await startRegistration(service, undefined, { token })
    return { session, creationResult: newDevice().create(registrationRequestOptions) }
  }

  test('a token earned by a cross-device code, and the flows it started, end with the passkey that showed the code', async () => {
    const service = running()
    const { jwtAccess, username, passkeyId } = await signUpUser(service)
    const byCode = readBody<Tokens>(await verifyCode(service, username, await shownCode(service, jwtAccess)))
    const later = await shownCode(service, jwtAccess)
    const started = await registrationBy(service, byCode.jwtAccess)
    readBody(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess }), 204)
    assertRejected(await service.ask('GET', '/passkeys', { token: byCode.jwtAccess }), notValid)
    assertRejected(await service.post('/reg/complete', started), registrationRejected)
    const late = readBody<Tokens>(await verifyCode(service, username, later))
    assertRejected(await service.ask('GET', '/passkeys', { token: late.jwtAccess }), notValid)
  })

  test('a token earned by a sent code outlives every passkey and ends with its user', async () => {
    const service = running()
    const { jwtAccess, username, userId, passkeyId, email } = await signUpUserWithContacts(service)
    await askForCode(service, 'email', username)
    const byCode = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, email)))
    const list = () => service.ask('GET', '/passkeys', { token: byCode.jwtAccess })
    readBody(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess }), 204)
    readBody(await list())
    await service.database.query(`update users set status = 'inactive' where id = '${userId}'`)
    assertRejected(await list(), notValid)
    await service.database.query(`update users set status = 'active' where id = '${userId}'`)
    readBody(await list())
    const { text: token } = await apiKey(service, ['profile:write'])
    readBody(await service.ask('DELETE', `/profile/${userId}`, { token }), 204)
    assertRejected(await list(), notValid)
  })

  test('chained cross-device codes all expire with the first token', async () => {
    const service = running()
    const { username, email } = await signUpUserWithContacts(service)
    await askForCode(service, 'email', username)
    const first = readBody<Tokens>(await verifyCode(service, username, await sentCode(service, email))).jwtAccess
    let token = first
    for (let hop = 0; hop < 3; hop++) {
      service.clock.advance(180_000)
      token = readBody<Tokens>(await verifyCode(service, username, await shownCode(service, token))).jwtAccess
      assert.equal(readClaims(token).exp, readClaims(first).exp)
    }
    const last = await shownCode(service, token)
    service.clock.advance(60_000)
    assertRejected(await verifyCode(service, username, last), codeRejected)
    assertRejected(await service.ask('GET', '/passkeys', { token }), notValid)
  })
}

function lives(running: Running) {
  test('a code expires after exactly ten minutes', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const early = await shownCode(service, jwtAccess)
    service.clock.advance(599_999)
    readBody(await verifyCode(service, username, early))
    const { device } = await signUpUser(service)
    const renewed = readBody<Tokens>(await signIn(service, { device })).jwtAccess
    const name = String(readClaims(renewed).username)
    const late = await shownCode(service, renewed)
    service.clock.advance(600_000)
    assertRejected(await verifyCode(service, name, late), codeRejected)
  })

  test('a code can be used only once', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const code = await shownCode(service, jwtAccess)
    readBody(await verifyCode(service, username, code))
    assertRejected(await verifyCode(service, username, code), codeRejected)
  })

  test('a new code replaces the previous code of the same method only', async () => {
    const service = running()
    const { jwtAccess, username, email } = await signUpUserWithContacts(service)
    await askForCode(service, 'email', username)
    const mailed = await sentCode(service, email)
    const older = await shownCode(service, jwtAccess)
    const newer = await shownCode(service, jwtAccess)
    if (older !== newer) assertRejected(await verifyCode(service, username, older), codeRejected)
    readBody(await verifyCode(service, username, newer))
    readBody(await verifyCode(service, username, mailed))
  })

  test('a code can be typed with spaces, hyphens, and full-width digits', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    for (const spelled of [
      (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
      (code: string) => ` ${code.slice(0, 3)}-${code.slice(3)} `,
      (code: string) => [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
    ])
      readBody(await verifyCode(service, username, spelled(await shownCode(service, jwtAccess))))
  })

  test('a code is stored only as a hash and has the format that the application sets', async (t) => {
    const service = running()
    const { username, email } = await signUpUserWithContacts(service)
    await withSettings(service, t, { otpDigits: 10, otpSeconds: 60 })
    await askForCode(service, 'email', username)
    while ((await service.deliver()).length > 0);
    const [code] = (await textsTo(service, email)).flatMap((text) => /\b\d{10}\b/.exec(text) ?? [])
    assert.ok(code)
    // The development outbox is the only place that holds the code in plain text.
    assert.deepEqual(await traces(service.database, code), ['outbox'])
    service.clock.advance(60_000)
    assertRejected(await verifyCode(service, username, code), codeRejected)
  })

  test('a code is rejected by another application, even for a user with the same username', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const settings = { crossAuthMethods: ['otp'] } as const
    await createApplication(service.core, {
      id: 'other',
      rpId: 'localhost',
      origins: ['http://localhost:4300'],
      settings,
    })
    const code = await shownCode(service, jwtAccess)
    const elsewhere = await service.post('//apps/other/fido2/v2/auth/otp/verify', {
      authCode: code,
      user: { username },
    })
    assertRejected(elsewhere, codeRejected)
    readBody(await verifyCode(service, username, code))
  })
}
