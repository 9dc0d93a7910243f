import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { anotherPasskey, listUserEvents } from '@thumbturn/service-harness/backend.ts'
import {
  askForCode,
  changeSettings,
  codeRejected,
  profile,
  type ServiceWithDatabase,
  sentCode,
  shownCode,
  signUpUserWithContacts,
  useCodes,
  verifyCode,
  wrong,
} from '@thumbturn/service-harness/codes.ts'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { withSettings } from '@thumbturn/service-harness/mfa.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newName,
  readBody,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'

type Running = () => ServiceWithDatabase

/** The consequences of guessing codes. */
eachEngine('code guessing', (fresh) => {
  const running = useCodes(fresh)
  attempts(running)
  lock(running)
  everywhere(fresh)
  aliases(running)
})

function attempts(running: Running) {
  test('the fifth wrong attempt invalidates a code, even if the next guess is correct', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const four = await shownCode(service, jwtAccess)
    for (let count = 1; count <= 4; count++)
      assertRejected(await verifyCode(service, username, wrong(four)), codeRejected)
    readBody(await verifyCode(service, username, four))
    const five = await shownCode(service, jwtAccess)
    for (let count = 1; count <= 5; count++)
      assertRejected(await verifyCode(service, username, wrong(five)), codeRejected)
    assertRejected(await verifyCode(service, username, five), codeRejected)
  })

  test('codes that verify a contact have the same limit', async () => {
    const service = running()
    const { userId, username } = await signUpUser(service)
    const { setEmail } = await profile(service)
    const email = newName('fifth')
    const verify = (authCode: string) => service.post('/profile/email/verify', { authCode, username })
    readBody(await setEmail(userId, email), 204)
    const code = await sentCode(service, email)
    for (let count = 1; count <= 5; count++) assertRejected(await verify(wrong(code)), codeRejected)
    assertRejected(await verify(code), codeRejected)
  })

  test('a malformed code counts as a wrong one', async () => {
    const service = running()
    const { jwtAccess, username } = await signUpUser(service)
    const code = await shownCode(service, jwtAccess)
    for (const odd of ['x', code.slice(1), `${code}0`, '٠٠٠٠٠٠', 'null'])
      assertRejected(await verifyCode(service, username, odd), codeRejected)
    assertRejected(await verifyCode(service, username, code), codeRejected)
  })
}

function lock(running: Running) {
  test("requesting a new code after every four failures doesn't reset the count: the method locks at 100", async () => {
    const service = running()
    const { jwtAccess, username, userId, device } = await signUpUserWithContacts(service)
    for (let round = 1; round <= 25; round++) {
      const code = await shownCode(service, jwtAccess)
      for (let count = 1; count <= 4; count++)
        assertRejected(await verifyCode(service, username, wrong(code)), codeRejected)
    }
    assertRejected(await verifyCode(service, username, await shownCode(service, jwtAccess)), codeRejected)
    const exhausted = (await listUserEvents(service, userId)).filter(({ type }) => type === 'fido2.otp.exhausted')
    assert.deepEqual(
      exhausted.map(({ detail }) => detail),
      [{ method: 'device' }],
    )
    // A method that was never locked unlocks it.
    readBody(await signIn(service, { device, username }))
    readBody(await verifyCode(service, username, await shownCode(service, jwtAccess)))
  })

  test("the hundredth failure locks the method, the ninety-ninth doesn't", async () => {
    const service = running()
    const { jwtAccess, username, userId } = await signUpUser(service)
    const failAgain = async (times: number) => {
      for (let count = 0; count < times; count++) {
        if (count % 5 === 0) await shownCode(service, jwtAccess)
        await verifyCode(service, username, 'wrong')
      }
    }
    await failAgain(99)
    readBody(await verifyCode(service, username, await shownCode(service, jwtAccess)))
    assert.deepEqual(await service.database.query(`select * from failures where user_id = '${userId}'`), [])
    await failAgain(100)
    assertRejected(await verifyCode(service, username, await shownCode(service, jwtAccess)), codeRejected)
  })

  test('locking one method leaves the others unlocked, and a locked method sends no code', async () => {
    const service = running()
    const { jwtAccess, username, userId, email, phone } = await signUpUserWithContacts(service)
    await lockOut(service, userId, 'email')
    for (const method of ['email', 'sms'] as const) await askForCode(service, method, username)
    readBody(await verifyCode(service, username, await sentCode(service, phone)))
    await assert.rejects(sentCode(service, email), /no code was sent/)
    readBody(await verifyCode(service, username, await shownCode(service, jwtAccess)))
  })

  test('a locked method is locked in every operation that accepts its codes', async () => {
    const service = running()
    const { username, userId } = await signUpUserWithContacts(service)
    const { setEmail } = await profile(service)
    const email = newName('locked')
    readBody(await setEmail(userId, email), 204)
    const code = await sentCode(service, email)
    await lockOut(service, userId, 'email')
    assertRejected(await service.post('/profile/email/verify', { authCode: code, username }), codeRejected)
  })

  test('registering a passkey unlocks the method', async () => {
    const service = running()
    const { jwtAccess, username, userId } = await signUpUser(service)
    await lockOut(service, userId, 'device')
    await anotherPasskey(service, jwtAccess)
    readBody(await verifyCode(service, username, await shownCode(service, jwtAccess)))
  })

  test('an application can set a lower lockout threshold', async (t) => {
    const service = running()
    await withSettings(service, t, { otpFailures: 5, otpAttempts: 2 })
    const { jwtAccess, username } = await signUpUser(service)
    const dead = await shownCode(service, jwtAccess)
    for (let count = 1; count <= 2; count++) await verifyCode(service, username, wrong(dead))
    assertRejected(await verifyCode(service, username, dead), codeRejected)
    for (let round = 1; round <= 2; round++) {
      await shownCode(service, jwtAccess)
      for (let count = 1; count <= 2; count++) await verifyCode(service, username, 'wrong')
    }
    assertRejected(await verifyCode(service, username, await shownCode(service, jwtAccess)), codeRejected)
  })
}

function everywhere(fresh: FreshDatabase) {
  const nodes = async (t: TestContext, count: number) => {
    const database = await fresh()
    const secret = randomBytes(32)
    const start = () => startService({ databaseUrl: database.url, secret })
    const services = [await start()]
    await changeSettings(services[0]!, { crossAuthMethods: ['otp', 'otp:email', 'otp:sms'] })
    while (services.length < count) services.push(await start())
    t.after(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })
    return {
      services,
      restarted: async (at: number) => {
        await services[at]!.close()
        services[at] = await start()
        return services[at]!
      },
    }
  }

  test('failures are counted across nodes and restarts', async (t) => {
    const { services, restarted } = await nodes(t, 2)
    const { jwtAccess, username } = await signUpUser(services[0]!)
    for (let round = 0; round < 20; round++) {
      const code = await shownCode(services[round % 2]!, jwtAccess)
      for (let count = 0; count < 5; count++)
        assertRejected(await verifyCode(services[count % 2]!, username, wrong(code)), codeRejected)
    }
    const code = await shownCode(services[0]!, jwtAccess)
    assertRejected(await verifyCode(services[1]!, username, code), codeRejected)
    assertRejected(await verifyCode(await restarted(0), username, code), codeRejected)
  })

  test('a code created on one node works on another exactly once, even when both receive it in parallel', async (t) => {
    const { services } = await nodes(t, 2)
    const { jwtAccess, username } = await signUpUser(services[0]!)
    const code = await shownCode(services[0]!, jwtAccess)
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => verifyCode(services[index % 2]!, username, code)),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  })
}

function aliases(running: Running) {
  test('all names of a user, in every spelling, share one count', async () => {
    const service = running()
    const { jwtAccess, username, userId, email, phone } = await signUpUserWithContacts(service, newName('ﬁona'))
    const national = phone.slice(1)
    const spellings = [
      username,
      username.toUpperCase(),
      ` ${username}\t`.replace('\t', ' '),
      username.normalize('NFKC'),
      email,
      email.toUpperCase(),
      `${email}.`,
      ` ${email}`,
      phone,
      `00${national}`,
      `+${national.slice(0, 2)} ${national.slice(2)}`,
      phone.normalize('NFKD').replace('+', '＋'),
    ]
    const countFailures = async () => {
      const rows = await service.database.query(`select count from failures where user_id = '${userId}'`)
      return rows.map(({ count }) => Number(count))
    }
    for (const [index, spelling] of spellings.entries()) {
      await shownCode(service, jwtAccess)
      assertRejected(await verifyCode(service, spelling, 'wrong'), codeRejected)
      assert.deepEqual(await countFailures(), [index + 1], spelling)
    }
    const last = spellings.at(-1)!
    assert.equal(readBody<Tokens>(await verifyCode(service, last, await shownCode(service, jwtAccess))).userId, userId)
  })

  test('guessing at unknown usernames adds no rows', async () => {
    const service = running()
    const count = async () => (await service.database.query('select * from failures where user_id is null')).length
    const guess = (name: string) => verifyCode(service, name, '000000')
    await Promise.all(Array.from({ length: 20 }, () => guess('one-and-the-same')))
    const before = await count()
    for (let round = 0; round < 20; round++) await guess('one-and-the-same')
    assert.equal(await count(), before)
    const rows = await service.database.query('select account from failures where user_id is null')
    for (const { account } of rows) assert.match(String(account), /^nobody-([0-9]|[1-9][0-9]{1,3})$/)
  })
}

/** Sets the failure count to the lockout threshold. */
const lockOut = (service: ServiceWithDatabase, userId: string, method: string) =>
  service.database.query(
    `insert into failures (app_id, account, method, user_id, count, last_at)
     values ('demo', '${userId}', '${method}', '${userId}', 100, 0)`,
  )
