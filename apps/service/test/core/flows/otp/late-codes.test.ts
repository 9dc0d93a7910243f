import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askForCode,
  changeSettings,
  codeRejected,
  profile,
  sentCode,
  signUpUserWithContacts,
  textsTo,
  useCodes,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { assertRejected, newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { resolveCodeRecipient } from '../../../../src/core/flows/otp/account.ts'
import { composeCode, composeContactCode, composeCredentialCode } from '../../../../src/core/flows/otp/send.ts'
import { showCode } from '../../../../src/core/flows/otp/show.ts'
import { signInByCode } from '../../../../src/core/flows/otp/sign-in.ts'
import { usernameKey } from '../../../../src/core/model/users/username.ts'
import { createCode } from '../../../../src/core/use-cases/codes/create.ts'

/** Codes whose application, user, or contact has changed between the request and the message. */
anyEngine('codes that come too late', (fresh) => {
  const running = useCodes(fresh)

  test('no code of any kind is composed for an application that was deleted', async () => {
    const { core } = running()
    const task = { appId: 'deleted', about: { userId: 'ada', usernameKey: 'ada', method: 'email', purpose: 'sign-in' } }
    for (const compose of [composeCode, composeContactCode, composeCredentialCode])
      assert.deepEqual(await compose(core, task as never), [])
  })

  test('a method that the application no longer offers gets the same response, and no message is queued', async () => {
    const service = running()
    const { username, email } = await signUpUserWithContacts(service)
    await changeSettings(service, { crossAuthMethods: ['otp'] })
    const response = await askForCode(service, 'email', username)
    await changeSettings(service, { crossAuthMethods: ['otp', 'otp:email', 'otp:sms'] })
    readBody(response, 204)
    while ((await service.deliver()).length > 0);
    assert.ok(!(await textsTo(service, email)).some((text) => /\b\d{6}\b/.test(text)))
  })

  test('a code for a contact that was removed, or for a user who was deactivated, is not sent', async () => {
    const service = running()
    const { setEmail, setPhone } = await profile(service)
    for (const end of ['delete from contacts where user_id', `update users set status = 'inactive' where id`]) {
      const { userId } = await signUpUser(service)
      const [email, phone] = [newName('late'), '+4915210999999']
      readBody(await setEmail(userId, email), 204)
      readBody(await setPhone(userId, phone, { requestVerification: true }), 204)
      await service.database.query(`${end} = '${userId}'`)
      while ((await service.deliver()).length > 0);
      const sent = await service.core.store.outbox.list('demo', 10_000)
      assert.ok(!sent.some(({ to, text }) => (to === email || to === phone) && /\b\d{6}\b/.test(text)), end)
    }
  })

  test('a code is rejected once its user is deactivated, signed out, or without the address that it was sent to', async () => {
    const service = running()
    for (const end of [
      `update users set status = 'inactive' where id`,
      'update users set token_epoch = token_epoch + 1 where id',
      `update contacts set address = 'moved@example.com' where kind = 'email' and user_id`,
    ]) {
      const { username, userId, email } = await signUpUserWithContacts(service)
      readBody(await askForCode(service, 'email', username), 204)
      const code = await sentCode(service, email)
      await service.database.query(`${end} = '${userId}'`)
      assertRejected(await verifyCode(service, username, code), codeRejected)
    }
  })

  test('of two parallel attempts with one code, one succeeds and the other gets the error of a used code', async () => {
    const service = running()
    const { username, email } = await signUpUserWithContacts(service)
    readBody(await askForCode(service, 'email', username), 204)
    const code = await sentCode(service, email)
    const responses = await Promise.all([1, 2].map(() => verifyCode(service, username, code)))
    const [rejected, ...more] = responses.filter(({ status }) => status !== 200)
    assertRejected(rejected!, codeRejected)
    assert.deepEqual(more, [])
  })

  test('a phone number is verified by SMS', async () => {
    const service = running()
    const { setPhone } = await profile(service)
    const { userId } = await signUpUser(service)
    readBody(await setPhone(userId, '+4915210888888', { requestVerification: true }), 204)
    while ((await service.deliver()).length > 0);
    const sent = (await service.core.store.outbox.list('demo', 10_000)).find(({ to }) => to === '+4915210888888')
    assert.equal(sent?.channel, 'sms')
  })

  test('a user who is deleted while a code is composed gets none, neither sent nor shown', async () => {
    const service = running()
    const { core, application, database } = service
    const { username, userId, passkeyId } = await signUpUserWithContacts(service)
    const about = { usernameKey: usernameKey(username), method: 'email', purpose: 'sign-in' }
    const drafts = await composeCode(core, { appId: 'demo', about } as never)
    assert.equal(drafts.length, 1)
    await database.query(`delete from users where id = '${userId}'`)
    const { values } = drafts[0]!
    assert.equal(typeof values === 'function' ? await values() : values, undefined)

    const changed = (await core.applications.findFresh(application.id))!
    const holder = {
      application: changed,
      userId,
      username,
      scopes: [],
      passkeyId,
      tokenEpoch: 0,
      active: true,
    } as const
    await assert.rejects(showCode(core, { ...holder, tokenType: 'jwtAccess' }), { code: 'forbidden' })
  })

  test('a sign-in code of an unknown username, which none can have, signs in no one', async () => {
    const service = running()
    const { core } = service
    const application = (await core.applications.findFresh('demo'))!
    const username = newName('unknown')
    const { account } = await resolveCodeRecipient(core, application, { usernameKey: usernameKey(username) })
    const owner = { appId: 'demo', account, userId: undefined, tokenEpoch: 0, shownBy: undefined, until: undefined }
    const { text, code } = createCode(core, application, {
      ...owner,
      purpose: 'sign-in',
      method: 'email',
      address: undefined,
    })
    await core.store.commit([{ putCode: code }])
    await assert.rejects(signInByCode(core, { application, username, code: text }), /without a user/)
  })
})
