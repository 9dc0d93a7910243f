import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codeRejected,
  listContacts,
  profile,
  sentCode,
  signUpUserWithContacts,
  useCodes,
} from '@thumbturn/service-harness/codes.ts'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { assertGen1Rejected, gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  completeRegistration,
  newName,
  readBody,
  registrationRejected,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'

type Running = ReturnType<typeof useCodes>

let numbers = 0
const newPhone = () => `+49151${70_000_000 + ++numbers}`

const runners = 64

type Claim = (node: Service) => Promise<Answer>

/** Ways to sign up under a username, each started and ready to be completed. */
const signingUp: Record<string, (service: Service, name: string) => Promise<Claim>> = {
  'a registration': async (service, name) => {
    const started = await startRegistration(service, name)
    return (node) => completeRegistration(node, started)
  },
  'a password': async (service, username) => {
    const { client_id, token } = await gen1Backend(service)
    const twice = { password: 'correct horse battery', password_confirmation: 'correct horse battery' }
    return (node) =>
      node.post('//register/password', { client_id, username, ...twice }, { token: token('auth.register') })
  },
  'a user created by a backend': async (service, username) => {
    const { client_id, token } = await gen1Backend(service)
    const headers = { 'x-client-id': client_id }
    return (node) => node.post('//manage/users', { username }, { token: token('users.create'), headers })
  },
}

/** A username has one user per application: no user can take another's verified contact as a username, or vice versa. */
eachEngine('one username, one user', (fresh) => {
  const running = useCodes(fresh)
  takingContacts(running)
  takingUsernames(running)
  racing(fresh)
})

function takingContacts(running: Running) {
  test("registering under another user's verified contact looks the same as under an existing username, and fails the same way", async () => {
    const service = running()
    const { email, phone, userId } = await signUpUserWithContacts(service)
    for (const name of [email, email.toUpperCase(), phone, `${phone.slice(0, 3)} ${phone.slice(3)}`]) {
      const started = await startRegistration(service, name)
      assert.equal(started.action, 'signIn')
      assert.notEqual(started.registrationRequestOptions.user.id, userId)
      assertRejected(await completeRegistration(service, started), registrationRejected)
    }
  })

  test("the first generation can't register a user under another user's verified contact", async () => {
    const service = running()
    const { email, phone } = await signUpUserWithContacts(service)
    const backend = await gen1Backend(service)
    const secret = { password: 'correct horse battery', password_confirmation: 'correct horse battery' }
    for (const username of [email, phone]) {
      const taken = [400, 'user_already_registered'] as const
      assertGen1Rejected(await backend.call('auth.register', '/register/password', { username, ...secret }), taken)
      assertGen1Rejected(await backend.call('auth.register', '/register/fido2/init', { username }), taken)
      const created = await backend.manage('users.create', 'POST /manage/users', { username })
      assertGen1Rejected(created, [400, 'username_taken'])
    }
  })

  test('a contact that was verified during a sign-up under it no longer belongs to the user who verified it', async () => {
    const service = running()
    const [name, phone] = [newName('raced'), newPhone()]
    const { userId } = await signUpUser(service)
    const { setEmail, setPhone } = await profile(service)
    const sessions = await Promise.all(
      [name, phone, `${phone.slice(0, 6)} ${phone.slice(6)}`].map((one) => startRegistration(service, one)),
    )
    readBody(await setEmail(userId, name, false), 204)
    readBody(await setPhone(userId, phone, { requestVerification: false }), 204)
    for (const started of sessions) {
      assert.equal(started.action, 'proceed')
      assertRejected(await completeRegistration(service, started), registrationRejected)
    }
  })

  test('an address is available again once its user removes it', async () => {
    const service = running()
    const { userId, email } = await signUpUserWithContacts(service)
    const { ask } = await profile(service)
    readBody(await ask('DELETE', `${userId}/email`, {}), 204)
    assert.equal((await signUpUser(service, { username: email })).username, email)
  })
}

function takingUsernames(running: Running) {
  test("another user's username can't be verified as an address: the code is rejected as if it were wrong", async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const theirs = newName('theirs')
    readBody(await setEmail(userId, theirs), 204)
    const authCode = await sentCode(service, theirs)
    await signUpUser(service, { username: theirs })
    assertRejected(await service.post('/profile/email/verify', { authCode, username }), codeRejected)
    const contacts = await listContacts(service, userId)
    assert.deepEqual(contacts, [{ kind: 'email', address: theirs, verified: false }])
  })

  test("a backend gets an error if an address is another user's username, in any spelling", async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const phone = newPhone()
    const spelled = `00${phone.slice(1, 3)} ${phone.slice(3)}`
    const { username } = await signUpUser(service)
    await signUpUser(service, { username: spelled })
    const { setEmail, setPhone } = await profile(service)
    const rejected = (msg: string) => ({ status: 400, msg, msgCode: 'bad_request' })
    assertRejected(await setEmail(userId, username, false), rejected("The email address is another user's username"))
    const byPhone = await setPhone(userId, phone, { requestVerification: false })
    assertRejected(byPhone, rejected("The phone number is another user's username"))
    assert.deepEqual(await listContacts(service, userId), [])
  })

  test('a user can verify the address that is also their own username', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    readBody(await setEmail(userId, username, false), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: username, verified: true }])
  })
}

function racing(fresh: FreshDatabase) {
  const nodes = useNodes(fresh, { crossAuthMethods: ['otp', 'otp:email'] })

  /** Every owner of a name: users who have it as a username or as a verified contact. */
  const findOwners = async (name: string) => [
    ...(await nodes().database.query(`select id from users where username_key = '${name}'`)),
    ...(await nodes().database.query(
      `select user_id from contacts where address_key = '${name}' and verified_at is not null`,
    )),
  ]

  for (const [what, begin] of Object.entries(signingUp)) {
    test(`of ${runners} claims to one name on two nodes, by ${what} and by a code, exactly one user gets it`, async () => {
      const { near: service, far } = nodes()
      const name = newName('claimed')
      const { userId, username } = await signUpUser(service)
      const { setEmail } = await profile(service)
      readBody(await setEmail(userId, name), 204)
      const authCode = await sentCode(service, name)
      const started = await Promise.all(Array.from({ length: runners / 2 }, () => begin(service, name)))
      const verify: Claim = (node) => node.post('/profile/email/verify', { authCode, username })
      const claims = started.flatMap((claim, at) => (at < 4 ? [verify, claim] : [claim, claim]))
      const responses = await Promise.all(claims.map((claim, at) => claim([service, far][at % 2]!)))
      const won = responses.filter(({ status }) => status < 300)
      assert.equal(won.length, 1, responses.map(({ status }) => status).join(' '))
      // Password operations return 503 when the hashing queue is full.
      for (const { status } of responses.filter((one) => one !== won[0])) assert.match(String(status), /^(4..|503)$/)
      assert.equal((await findOwners(name)).length, 1)
    })
  }

  test(`of ${runners} users who set one address and sign up under it on two nodes, exactly one gets it`, async () => {
    const { near: service, far } = nodes()
    const name = newName('given')
    const holders = await Promise.all(Array.from({ length: 8 }, () => signUpUser(service)))
    const { setEmail } = await profile(service)
    const started = await Promise.all(
      Array.from({ length: runners - 8 }, () => signingUp['a registration']!(service, name)),
    )
    const responses = await Promise.all([
      ...holders.map(({ userId }) => setEmail(userId, name, false)),
      ...started.map((claim, at) => claim([service, far][at % 2]!)),
    ])
    const signUps = responses.slice(8).filter(({ status }) => status < 300)
    const given = responses.slice(0, 8).filter(({ status }) => status < 300)
    assert.ok(signUps.length === 1 ? given.length === 0 : signUps.length === 0 && given.length === 8)
    assert.equal((await findOwners(name)).length, 1)
  })
}
