import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backend, eventBy, listUserEvents, unknown } from '@thumbturn/service-harness/backend.ts'
import {
  askForCode,
  codeRejected,
  listContacts,
  profile,
  type ServiceWithDatabase,
  sentCode,
  shownCode,
  signUpUserWithContacts,
  textsTo,
  useCodes,
  verifyCode,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  apiKey,
  assertRejected,
  newName,
  readBody,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'

type Running = () => ServiceWithDatabase

const unknownUser = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
let numbers = 0
const newPhone = () => `+49160${20_000_000 + ++numbers}`

/** Contacts of users, as set by a backend and verified by the user. */
eachEngine('profiles', (fresh) => {
  const running = useCodes(fresh)
  proving(running)
  changing(running)
  removing(running)
  finding(running)
})

function proving(running: Running) {
  test('an email address is verified only by the code sent to it', async () => {
    const service = running()
    const { userId, username, jwtAccess } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const email = newName('mail')
    readBody(await setEmail(userId, email), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: email, verified: false }])
    const verify = (authCode: string) => service.post('/profile/email/verify', { authCode, username })
    const code = await sentCode(service, email)
    const shown = await shownCode(service, jwtAccess)
    if (shown !== code) assertRejected(await verify(shown), codeRejected)
    // The code verifies the address and does nothing else.
    assertRejected(await verifyCode(service, username, code), codeRejected)
    assertRejected(await service.post('/profile/phone/verify', { authCode: code, username }), codeRejected)
    const verified = await verify(code)
    assert.deepEqual([verified.status, verified.text], [204, ''])
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: email, verified: true }])
    assertRejected(await verify(code), codeRejected)
    const types = (await listUserEvents(service, userId)).map(({ type }) => type)
    for (const type of ['fido2.contact.changed', 'fido2.contact.verified', 'fido2.otp.verified'])
      assert.ok(types.includes(type as never), type)
  })

  test('a phone number is verified by the code sent to it', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setPhone } = await profile(service)
    const phone = newPhone()
    readBody(await setPhone(userId, `${phone.slice(0, 6)} ${phone.slice(6)}`), 204)
    const body = { authCode: await sentCode(service, phone), username }
    readBody(await service.post('/profile/phone/verify', body), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'phone', address: phone, verified: true }])
    await askForCode(service, 'sms', username)
    assert.equal(readBody<Tokens>(await verifyCode(service, username, await sentCode(service, phone))).userId, userId)
  })

  test('verifying a phone number requires consent to messages, and a number asserted by the backend without consent gets none', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { ask, setPhone } = await profile(service)
    const rejected = {
      status: 400,
      msg: 'A phone number is verified by SMS, which requires messaging consent',
      msgCode: 'bad_request',
    }
    const phone = newPhone()
    assertRejected(await setPhone(userId, phone, { messagingConsent: false }), rejected)
    assertRejected(await ask('POST', `${userId}/phone`, { phoneNumber: phone }), rejected)
    assert.deepEqual(await listContacts(service, userId), [])
    readBody(await setPhone(userId, phone, { messagingConsent: false, requestVerification: false }), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'phone', address: phone, verified: true }])
    await askForCode(service, 'sms', username)
    await service.deliver()
    assert.deepEqual(await textsTo(service, phone), [])
  })

  test('no SMS goes to a phone number without consent, not even when it is removed', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { ask, setEmail, setPhone } = await profile(service)
    const [email, phone] = [newName('silent'), '+4915123456733']
    readBody(await setEmail(userId, email, false), 204)
    readBody(await setPhone(userId, phone, { messagingConsent: false, requestVerification: false }), 204)
    readBody(await ask('DELETE', `${userId}/phone`), 204)
    while ((await service.deliver()).length > 0);
    assert.equal((await textsTo(service, email)).length, 2)
    assert.deepEqual(await textsTo(service, phone), [])
  })

  test("an unverified contact isn't used for anything", async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const email = newName('waits')
    readBody(await setEmail(userId, email), 204)
    await service.deliver()
    const sent = (await textsTo(service, email)).length
    for (const name of [username, email]) await askForCode(service, 'email', name)
    await service.deliver()
    assert.equal((await textsTo(service, email)).length, sent)
  })

  test('client data in the body verifies nothing', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { ask } = await profile(service)
    const claims = { verified: true, is_verified: true, verifiedAt: 1, status: 'active', userId: unknownUser }
    readBody(await ask('POST', `${userId}/email`, { email: newName('mass'), ...claims }), 204)
    assert.deepEqual(
      (await listContacts(service, userId)).map(({ verified }) => verified),
      [false],
    )
  })
}

function changing(running: Running) {
  test('a verified new address replaces the old one, which receives a notification', async () => {
    const service = running()
    const { userId, username, email: old, phone } = await signUpUserWithContacts(service)
    const { setEmail } = await profile(service)
    const email = newName('moved')
    readBody(await setEmail(userId, email), 204)
    assert.ok((await listContacts(service, userId)).some((one) => one.address === old && one.verified))
    readBody(await service.post('/profile/email/verify', { authCode: await sentCode(service, email), username }), 204)
    assert.deepEqual(await listContacts(service, userId), [
      { kind: 'phone', address: phone, verified: true },
      { kind: 'email', address: email, verified: true },
    ])
    const [task] = await notices(service, userId)
    assert.deepEqual(task, { userId, kind: 'email', before: old, after: email })
  })

  test('a code sent to the old address is invalid once the address changes', async () => {
    const service = running()
    const { userId, username, email: old } = await signUpUserWithContacts(service)
    const { setEmail } = await profile(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, old)
    readBody(await setEmail(userId, newName('now'), false), 204)
    assertRejected(await verifyCode(service, username, code), codeRejected)
  })

  test('a code is invalid if the address changed between sending and verification', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const [first, second] = [newName('first'), newName('second')]
    readBody(await setEmail(userId, first), 204)
    const code = await sentCode(service, first)
    readBody(await setEmail(userId, second), 204)
    assertRejected(await service.post('/profile/email/verify', { authCode: code, username }), codeRejected)
    await sentCode(service, second)
    assertRejected(await service.post('/profile/email/verify', { authCode: code, username }), codeRejected)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: second, verified: false }])
  })

  test("a queued code isn't sent to an address that was replaced in the meantime", async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const [first, second] = [newName('first'), newName('second')]
    for (const email of [first, second]) readBody(await setEmail(userId, email), 204)
    await sentCode(service, second)
    assert.deepEqual(await textsTo(service, first), [])
  })

  test('an address verified by another user belongs to that user from then on', async () => {
    const service = running()
    const former = await signUpUserWithContacts(service)
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    readBody(await setEmail(userId, former.email), 204)
    assert.ok((await listContacts(service, former.userId)).some(({ kind }) => kind === 'email'))
    const code = await sentCode(service, former.email)
    readBody(await service.post('/profile/email/verify', { authCode: code, username }), 204)
    assert.deepEqual(
      (await listContacts(service, former.userId)).map(({ kind }) => kind),
      ['phone'],
    )
    await askForCode(service, 'email', former.email)
    const mine = readBody<Tokens>(await verifyCode(service, former.email, await sentCode(service, former.email)))
    assert.equal(mine.userId, userId)
  })

  test('setting the current address again changes nothing and sends nothing', async () => {
    const service = running()
    const { userId, email } = await signUpUserWithContacts(service)
    const { setEmail } = await profile(service)
    while ((await service.deliver()).length > 0);
    for (const requestVerification of [true, false])
      readBody(await setEmail(userId, email.toUpperCase(), requestVerification), 204)
    assert.ok((await listContacts(service, userId)).some(({ kind, verified }) => kind === 'email' && verified))
    assert.deepEqual(await service.deliver(), [])
  })

  test('adding the first contact notifies no user', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { setEmail } = await profile(service)
    readBody(await setEmail(userId, newName('first'), false), 204)
    assert.deepEqual(await notices(service, userId), [])
  })
}

function removing(running: Running) {
  test('a removed contact gets no more codes, and codes already sent there are invalid', async () => {
    const service = running()
    const { userId, username, email, phone } = await signUpUserWithContacts(service)
    const { ask } = await profile(service)
    await askForCode(service, 'email', username)
    const code = await sentCode(service, email)
    readBody(await ask('DELETE', `${userId}/email`, { email }), 204)
    assertRejected(await verifyCode(service, username, code), codeRejected)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'phone', address: phone, verified: true }])
    readBody(await ask('DELETE', `${userId}/phone`), 204)
    assert.deepEqual(await listContacts(service, userId), [])
    const observed = await notices(service, userId)
    assert.ok(observed.some(({ before, after }) => before === email && after === undefined))
  })

  test('removing a contact deletes the verified and the unverified one, or only the one that the call names', async () => {
    const service = running()
    const { userId, email } = await signUpUserWithContacts(service)
    const { ask, setEmail } = await profile(service)
    const waiting = newName('waiting')
    readBody(await setEmail(userId, waiting), 204)
    readBody(await ask('DELETE', `${userId}/email`, { email: waiting.toUpperCase() }), 204)
    const mails = async () => (await listContacts(service, userId)).filter(({ kind }) => kind === 'email')
    assert.deepEqual(await mails(), [{ kind: 'email', address: email, verified: true }])
    readBody(await setEmail(userId, waiting), 204)
    readBody(await ask('DELETE', `${userId}/email`), 204)
    assert.deepEqual(await mails(), [])
  })

  test("removing a contact that doesn't exist returns not found", async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { ask, setEmail } = await profile(service)
    assertRejected(await setEmail(unknownUser, 'ada@example.com'), unknown('user'))
    assertRejected(await setEmail(unknownUser, 'ada@example.com', false), unknown('user'))
    assertRejected(await ask('DELETE', unknownUser), unknown('user'))
    for (const [path, kind] of [
      [`${userId}/email`, 'email'],
      [`${userId}/phone`, 'phone'],
      [`${unknownUser}/email`, 'email'],
    ])
      assertRejected(await ask('DELETE', path!), {
        status: 404,
        msg: `This application has no such user, or the user has no such ${kind}`,
        msgCode: 'not_found',
      })
  })

  test('changes to contacts by a backend emit events with its API key', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { text: token, key } = await apiKey(service, ['profile:write'])
    const body = { email: newName('event'), requestVerification: false }
    readBody(await service.ask('POST', `/profile/${userId}/email`, { token, body }), 204)
    const event = await eventBy(service, key.id)
    assert.deepEqual(
      [event.type, event.detail],
      ['fido2.contact.changed', { kind: 'email', verified: true, key: key.id }],
    )
  })
}

function finding(running: Running) {
  test('a backend finds a user by every identifier of theirs', async () => {
    const service = running()
    const { userId, username, email, phone } = await signUpUserWithContacts(service)
    const { find } = await backend(service)
    for (const name of [username, email.toUpperCase(), phone.replace('+', '00')]) {
      const { user } = readBody<{ user: { userId: string; usernames: string[] } }>(await find(name))
      assert.deepEqual([user.userId, ...user.usernames].sort(), [userId, username, email, phone].sort())
    }
  })

  test('a username that is also verified as an address counts as one identifier', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const { find } = await backend(service)
    readBody(await setEmail(userId, username, false), 204)
    assert.deepEqual(readBody<{ user: object }>(await find(username)).user, { userId, usernames: [username] })
  })
}

/** The notifications about changes to the user's contacts, latest first. */
async function notices({ database }: ServiceWithDatabase, userId: string): Promise<Record<string, string>[]> {
  const rows = await database.query(`select about from messages where kind = 'contact-changed' order by id desc`)
  return rows.map(({ about }) => JSON.parse(String(about))).filter((about) => about.userId === userId)
}
