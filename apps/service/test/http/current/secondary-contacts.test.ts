import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backend } from '@thumbturn/service-harness/backend.ts'
import {
  profile,
  type ServiceWithDatabase,
  sentCode,
  signUpUserWithContacts,
  type UserWithContacts,
  useCodes,
} from '@thumbturn/service-harness/codes.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type MfaNext,
  offered,
  proveCode,
  readCompletedFlow,
  readNextStep,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { assertRejected, newName, readBody } from '@thumbturn/service-harness/situations.ts'

type Running = () => ServiceWithDatabase

let numbers = 0
const newPhone = () => `+49160${30_000_000 + ++numbers}`

/** A primary and a secondary email address and phone number, as backends set them and flows offer them. */
eachEngine('secondary contacts', (fresh) => {
  const running = useCodes(fresh, { mfaPolicy: 'passkey-or-otp' })
  settingContacts(running)
  swappingContacts(running)
  removingContacts(running)
  offeringContacts(running)
})

function settingContacts(running: Running) {
  test('a secondary address is verified by its own code, next to the primary one', async () => {
    const service = running()
    const { userId, username, email } = await signUpUserWithContacts(service)
    const { ask } = await profile(service)
    const second = newName('second')
    readBody(await ask('POST', `${userId}/email`, { email: second, secondary: true }), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email, waiting: second })
    readBody(await service.post('/profile/email/verify', { authCode: await sentCode(service, second), username }), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email, secondary: second })
  })

  test('each slot has one verified address, and a new one replaces only that one', async () => {
    const service = running()
    const { userId, email, second } = await withSecondary(service)
    const { ask } = await profile(service)
    const set = async (body: object) => readBody(await ask('POST', `${userId}/email`, body), 204)
    const [third, fourth] = [newName('third'), newName('fourth')]
    await set({ email: third, secondary: true, requestVerification: false })
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email, secondary: third })
    await set({ email: fourth, requestVerification: false })
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: fourth, secondary: third })
    const { find } = await backend(service)
    assert.equal((await find(second)).status, 404)
    for (const name of [third, fourth]) assert.equal((await find(name)).status, 200)
  })

  test('verifying a secondary phone number requires consent, as for a primary one', async () => {
    const service = running()
    const { userId, phone } = await signUpUserWithContacts(service)
    const { setPhone } = await profile(service)
    const second = newPhone()
    const rejected = await setPhone(userId, second, { secondary: true, messagingConsent: false })
    assertRejected(rejected, { status: 400, msg: /messaging consent/, msgCode: 'bad_request' })
    readBody(await setPhone(userId, second, { secondary: true, requestVerification: false }), 204)
    assert.deepEqual(await listRanks(service, userId, 'phone'), { primary: phone, secondary: second })
  })
}

function swappingContacts(running: Running) {
  for (const [what, body] of [
    ['setting the secondary address as the primary one', ({ second }: UserWithSecondContact) => ({ email: second })],
    [
      'setting the primary address as the secondary one',
      ({ email }: UserWithSecondContact) => ({ email, secondary: true }),
    ],
  ] as const) {
    test(`${what} swaps the two without a code and sends a notification`, async () => {
      const service = running()
      const user = await withSecondary(service)
      const { ask } = await profile(service)
      readBody(await ask('POST', `${user.userId}/email`, body(user)), 204)
      assert.deepEqual(await listRanks(service, user.userId, 'email'), { primary: user.second, secondary: user.email })
      const observed = await service.database.query(`select about from messages where kind = 'contact-changed'`)
      assert.ok(
        observed.some(({ about }) => String(about).includes(`"before":"${user.email}","after":"${user.second}"`)),
      )
    })
  }

  test("the only address can't become a secondary one", async () => {
    const service = running()
    const { userId, email } = await signUpUserWithContacts(service)
    const { ask } = await profile(service)
    const response = await ask('POST', `${userId}/email`, { email, secondary: true })
    const msg = 'This is the primary email, and there is no secondary one to replace it'
    assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email })
  })
}

function removingContacts(running: Running) {
  test('the secondary address is removed by its slot, and the primary one remains', async () => {
    const service = running()
    const { userId, email } = await withSecondary(service)
    const { ask } = await profile(service)
    readBody(await ask('DELETE', `${userId}/email`, { secondary: true }), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email })
    assert.equal((await ask('DELETE', `${userId}/email`, { secondary: true })).status, 404)
  })

  test('removing the primary address promotes the secondary one', async () => {
    const service = running()
    const { userId, username, second } = await withSecondary(service)
    const { ask } = await profile(service)
    readBody(await ask('DELETE', `${userId}/email`), 204)
    assert.deepEqual(optionNames(await startMfa(service, username), 'otp:email'), ['email:primary'])
    readBody(await ask('POST', `${userId}/email`, { email: second }), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: second })
    readBody(await ask('DELETE', `${userId}/email`), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), {})
  })

  test('an address is removed by name from either slot', async () => {
    const service = running()
    const { userId, email, second } = await withSecondary(service)
    const { ask } = await profile(service)
    readBody(await ask('DELETE', `${userId}/email`, { email: second.toUpperCase() }), 204)
    assert.deepEqual(await listRanks(service, userId, 'email'), { primary: email })
  })
}

function offeringContacts(running: Running) {
  test('a flow offers both addresses of a kind, each under its name, with its own label and value', async () => {
    const service = running()
    const { username, userId } = await withSecondary(service)
    const { setPhone } = await profile(service)
    readBody(await setPhone(userId, newPhone(), { secondary: true, requestVerification: false }), 204)
    const started = await startMfa(service, username)
    assert.deepEqual(optionNames(started, 'otp:email'), ['email:primary', 'email:secondary'])
    assert.deepEqual(optionNames(started, 'otp:sms'), ['phone:primary', 'phone:secondary'])
    for (const { options = [] } of started.next)
      for (const member of ['value', 'label'] as const)
        assert.equal(new Set(options.map((option) => option[member])).size, options.length, member)
  })

  for (const [what, optionOf] of [
    ['its name', () => 'email:secondary'],
    ['its label', ({ label }: Option) => label],
    ['its value', ({ value }: Option) => value],
    ['the address itself', (_: Option, { second }: UserWithSecondContact) => second],
  ] as const) {
    test(`a code goes to the secondary address by ${what} and completes the flow`, async () => {
      const service = running()
      const user = await withSecondary(service)
      const started = await startMfa(service, user.username)
      const secondary = started.next
        .flatMap(({ options = [] }) => options)
        .find(({ name }) => name === 'email:secondary')
      const option = optionOf(secondary!, user)
      readCompletedFlow(await proveCode(service, started, { method: 'email', address: user.second, option }))
    })
  }

  test('without an option, the code goes to the primary address', async () => {
    const service = running()
    const { username, email } = await withSecondary(service)
    readCompletedFlow(await proveCode(service, await startMfa(service, username), { method: 'email', address: email }))
  })

  test('a flow with strict enumeration lists one address of each kind, however many exist', async (t) => {
    const service = running()
    const { username, second } = await withSecondary(service)
    await withSettings(service, t, { enumeration: 'strict' })
    const started = await startMfa(service, username)
    assert.deepEqual(optionNames(started, 'otp:email'), ['email:primary'])
    const unknown = await startMfa(service, newName())
    const ask = (flow: MfaNext) => step(service, flow)('otp/request', { method: 'email', option: 'email:secondary' })
    assert.equal((await ask(unknown)).status, 200)
    readCompletedFlow(
      await proveCode(service, started, { method: 'email', address: second, option: 'email:secondary' }),
    )
  })

  test('once a code is requested, the list contains otp:verify', async () => {
    const service = running()
    const { username } = await withSecondary(service)
    const started = await startMfa(service, username)
    assert.ok(!offered(started).includes('otp:verify'))
    const asked = readBody<MfaNext>(await step(service, started)('otp/request', { method: 'email' }))
    const listed = readNextStep(await step(service, asked)('third-party/verify', { token: 'garbage' }))
    assert.equal(offered(listed).at(-1), 'otp:verify')
    assert.deepEqual(Object.keys(listed.next.at(-1)!), ['action'])
  })
}

type Option = { value: string; label?: string }
type UserWithSecondContact = UserWithContacts & { second: string }

async function withSecondary(service: ServiceWithDatabase): Promise<UserWithSecondContact> {
  const user = await signUpUserWithContacts(service)
  const { ask } = await profile(service)
  const second = newName('second')
  const body = { email: second, secondary: true, requestVerification: false }
  readBody(await ask('POST', `${user.userId}/email`, body), 204)
  return { ...user, second }
}

const optionNames = ({ next }: MfaNext, action: string) =>
  next.find(({ action: { name } }) => name === action)?.options?.map(({ name }) => name)

/** A user's addresses of a kind by slot; `waiting`: not yet verified. */
async function listRanks({ core }: ServiceWithDatabase, userId: string, kind: 'email' | 'phone') {
  const contacts = (await core.store.contacts.listByUser('demo', userId)).filter((one) => one.kind === kind)
  const place = (one: (typeof contacts)[number]) =>
    one.verifiedAt === undefined ? 'waiting' : one.secondary ? 'secondary' : 'primary'
  return Object.fromEntries(contacts.map((one) => [place(one), one.address]))
}
