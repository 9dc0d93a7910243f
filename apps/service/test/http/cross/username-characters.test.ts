import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { requestBackendAssertion, startMfa, step } from '@thumbturn/service-harness/mfa.ts'
import { proxy } from '@thumbturn/service-harness/proxy.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newName,
  type RegistrationInit,
  readBody,
  readClaims,
  requestGrant,
  signIn,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'

/** One character of every kind that is not allowed in usernames. */
const deceptive = {
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'a variation selector': '\ufe0f',
  'a Hangul filler': '\u3164',
  'a right-to-left override': '\u202e',
  'a right-to-left mark': '\u200f',
  'an Arabic letter mark': '\u061c',
  'an isolate': '\u2066',
  'a tag': '\u{e0041}',
  'an unassigned code point': '\u0378',
  'a noncharacter': '\u{1fffe}',
  'a private-use character': '\ue000',
}

const describeCodePoint = (text: string) => `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
const msgFor = (text: string) =>
  `username must not contain ${describeCodePoint(text)}: invisible, bidirectional, private-use, and unassigned characters are not allowed`

eachEngine('characters in usernames', (fresh) => {
  const running = useService(fresh)
  testRejecting(running)
  accepting(running)
})

function testRejecting(running: () => Service) {
  for (const [what, text] of Object.entries(deceptive)) {
    test(`a sign-up with ${what} in the username is rejected in every API`, async () => {
      const service = running()
      const username = `ad${text}a-${newName()}`
      const msg = msgFor(text)
      const rejected = { status: 400, msg, msgCode: 'bad_request' }
      assertRejected(await service.post('/reg/init', { app, deviceInfo, user: { username } }), rejected)
      const token = await requestGrant(service, username, ['reg:write'])
      assertRejected(await service.post('/reg/init', { app, deviceInfo, user: { username } }, { token }), rejected)
      assertRejected(await service.post('/mfa/begin', { deviceInfo, user: { username } }), rejected)
      const { post } = await proxy(service)
      assertRejected(await post('/reg/init', { app, deviceInfo, user: { username } }), rejected)
      const backend = await gen1Backend(service)
      const gen1 = [400, 'bad_request', msg] as const
      const twice = { password: 'correct horse battery', password_confirmation: 'correct horse battery' }
      assertGen1Rejected(await backend.call('auth.register', '/register/password', { username, ...twice }), gen1)
      assertGen1Rejected(await backend.call('auth.register', '/register/fido2/init', { username }), gen1)
      assertGen1Rejected(await backend.manage('users.create', 'POST /manage/users', { username }), gen1)
    })
  }

  test('a flow with strict enumeration rejects such a username when it creates the user', async () => {
    const service = running()
    await changeSettings(service, { enumeration: 'strict', mfaPolicy: 'signIn: external; signUp: external' })
    const name = `ad\u200ba-${newName()}`
    const started = await startMfa(service, name)
    assert.equal(started.flow, 'signIn')
    const asked = await step(service, started)('third-party/verify', {
      token: await requestBackendAssertion(service, name),
    })
    assertRejected(asked, { status: 400, msg: msgFor('\u200b'), msgCode: 'bad_request' })
    await changeSettings(service, { enumeration: 'open', mfaPolicy: 'passkey' })
  })
}

function accepting(running: () => Service) {
  test('usernames can be in any script, with marks, symbols, spaces, and emoji', async () => {
    for (const name of ['Zoë', 'नेहा', 'محمد', 'ยามาดะ', '山田 太郎', 'O’Hara-Smith', '👍🏽', 'a+b@example.com'])
      await signUpUser(running(), { username: `${name} ${newName()}` })
  })

  test('a display name can contain them', async () => {
    const service = running()
    const displayName = '❤\ufe0f \u200fعدي\u200f'
    const { registrationRequestOptions } = await startRegistration(service, newName(), { displayName })
    assert.equal(registrationRequestOptions.user.displayName, displayName)
  })

  test('names longer than security keys accept are cut for the authenticator only', async () => {
    const service = running()
    const { core, application } = service
    await changeApplication(core, application, { name: '🛒'.repeat(64) })
    const username = `${'ü'.repeat(100)}-${newName()}`
    const displayName = 'ada '.repeat(60).trim()
    const started = await startRegistration(service, username, { displayName })
    const { rp, user } = started.registrationRequestOptions
    assert.deepEqual(
      [rp.name, user.name, user.displayName],
      [`${'🛒'.repeat(15)}…`, `${'ü'.repeat(30)}…`, `${displayName.slice(0, 61)}…`],
    )
    const { jwtAccess } = readBody<Tokens>(await completeRegistration(service, started))
    assert.equal(readClaims(jwtAccess).username, username)
    await changeApplication(core, application, { name: application.name })
  })

  test('an existing user with such a character in the username can sign in and add passkeys as before', async () => {
    const service = running() as ReturnType<ReturnType<typeof useService>>
    const { userId, username: first, device } = await signUpUser(service)
    const username = `ve\u200bra-${first}`
    await service.database.query(
      `update users set username = '${username}', username_key = '${username}' where id = '${userId}'`,
    )
    const { jwtAccess } = readBody<Tokens>(await signIn(service, { device, username }))
    const body = { app, deviceInfo, user: { username } }
    const started = readBody<RegistrationInit>(await service.post('/reg/init', body, { token: jwtAccess }))
    assert.equal(started.action, 'proceed')
    assert.equal((await startMfa(service, username)).flow, 'signIn')
    const rejected = { status: 400, msg: msgFor('\u200b'), msgCode: 'bad_request' }
    assertRejected(await service.post('/reg/init', body), rejected)
  })
}
