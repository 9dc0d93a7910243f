import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import {
  codeAt,
  completed,
  offered,
  readNextStep,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { origin } from '@thumbturn/service-harness/service.ts'
import {
  newDevice,
  newName,
  readBody,
  signIn,
  signUpUser,
  startRegistration,
  startTransaction,
  type Tokens,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { catchError, useTestService } from './service.ts'
import { readClaims } from './tokens.ts'

const running = useTestService()
const unknownId = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
const catchCode = async (promise: Promise<unknown>) => (await catchError(promise)).code

test('a user is found by username with passkeys and devices, then deleted; a missing user is undefined', async () => {
  const service = running()
  const { users, passkeys, devices } = service.client()
  const { username, userId, passkeyId, deviceId } = await signUpUser(service)
  const found = await users.find(username)
  assert.equal(found?.user.userId, userId)
  assert.deepEqual([found?.passkeys[0]?.id, found?.devices[0]?.deviceId], [passkeyId, deviceId])
  assert.equal(await users.find(newName('unknown+&?#%2e')), undefined)

  await passkeys.rename(passkeyId, { name: 'Work laptop' })
  assert.equal((await passkeys.find(passkeyId))?.name, 'Work laptop')
  assert.deepEqual((await devices.find(deviceId))?.userIds, [userId])
  await devices.delete(deviceId)
  assert.equal(await devices.find(deviceId), undefined)
  await passkeys.delete(passkeyId)
  assert.equal(await passkeys.find(passkeyId), undefined)
  await users.delete(userId)
  assert.equal(await users.find(username), undefined)
  const calls = [
    () => users.delete(userId),
    () => passkeys.delete(passkeyId),
    () => devices.delete(deviceId),
    () => passkeys.rename(passkeyId, { name: 'x' }),
  ]
  for (const call of calls) assert.equal(await catchCode(call()), 'not_found')
})

test('a user who is signed out everywhere keeps their passkeys and can sign in again', async () => {
  const service = running()
  const { users } = service.client()
  const { username, userId, jwtAccess, device } = await signUpUser(service)
  await users.signOut(userId)
  assert.equal((await service.ask('GET', '/passkeys', { token: jwtAccess })).status, 401)
  const { jwtAccess: token } = readBody<Tokens>(await signIn(service, { device, username }))
  assert.equal((await service.ask('GET', '/passkeys', { token })).status, 200)
  assert.equal(await catchCode(users.signOut(unknownId)), 'not_found')
})

test('all passkeys and all devices of a user are deleted at once', async () => {
  const service = running()
  const { users } = service.client()
  const { username, userId } = await signUpUser(service)
  await users.deleteDevices(userId)
  assert.deepEqual((await users.find(username))?.devices, [])
  await users.deletePasskeys(userId)
  assert.deepEqual((await users.find(username))?.passkeys, [])
})

test('a grant lets the page register a passkey for that user', async () => {
  const service = running()
  const { username, userId } = await signUpUser(service)
  const token = await service.client().grant(username, { scopes: ['reg:write'] })
  assert.deepEqual(readClaims(token).scopes, ['reg:write'])
  const { session, registrationRequestOptions } = await startRegistration(service, username, { token })
  const creationResult = newDevice().create(registrationRequestOptions)
  assert.equal(
    readBody<{ userId: string }>(await service.post('/reg/complete', { session, creationResult })).userId,
    userId,
  )
})

test('a backend assertion completes the factor external of a flow', async (t) => {
  const service = running()
  await withSettings(service, t, { mfaPolicy: 'external-then-passkey' })
  const started = await startMfa(service, newName())
  const username = newName('asserted')
  const mine = await startMfa(service, username)
  const token = await service.client().grantExternalAuth(username)
  const response = await step(service, mine)('third-party/verify', { token })
  assert.deepEqual(offered(readNextStep(response)), ['passkey:reg'])
  assert.equal((await step(service, started)('third-party/verify', { token })).status, 400)
})

test('a refresh token is exchanged once, if the application has refresh tokens on', async (t) => {
  const service = running()
  const thumbturn = service.client({ apiKey: undefined })
  assert.equal(await catchCode(thumbturn.refresh((await completed(service)).done.refreshToken)), 'not_enabled')
  await withSettings(service, t, { refreshTokens: true, refreshReuseSeconds: 0 })
  const { done, userId } = await completed(service)
  const next = await thumbturn.refresh(done.refreshToken)
  assert.equal((await thumbturn.verifyToken(next.accessToken)).sub, userId)
  assert.equal((await thumbturn.verifyToken(next.idToken, { type: 'idToken', maxAge: 60 })).sub, userId)
  assert.equal(await catchCode(thumbturn.refresh(done.refreshToken)), 'token_rejected')
  assert.equal(await catchCode(thumbturn.refresh(next.refreshToken)), 'token_rejected')
})

test('contacts are set, verified by a code, and deleted', async () => {
  const service = running()
  const { contacts, users } = service.client()
  const { username, userId } = await signUpUser(service, { username: `ada-${Math.trunc(service.clock.now())}` })
  const email = newName('contact')
  await contacts.setEmail(userId, { email })
  const code = (await codeAt(service, email))!
  await contacts.verifyEmail(username, { code })
  assert.deepEqual((await users.find(username))?.user.usernames, [username, email])
  assert.equal(await catchCode(contacts.verifyEmail(username, { code })), 'invalid_code')
  await contacts.deleteEmail(userId, { email })
  assert.equal(await catchCode(contacts.deleteEmail(userId)), 'not_found')

  const phoneNumber = '+4930123456'
  assert.equal(await catchCode(contacts.setPhone(userId, { phoneNumber })), 'invalid_request')
  await contacts.setPhone(userId, { phoneNumber, messagingConsent: true })
  await contacts.verifyPhone(username, { code: (await codeAt(service, phoneNumber))! })
  assert.deepEqual((await users.find(username))?.user.usernames, [username, phoneNumber])
  await contacts.deletePhone(userId)
  assert.equal(await catchCode(contacts.deletePhone(userId, { phoneNumber })), 'not_found')
})

test('a transaction is found with its signed payload', async () => {
  const service = running()
  const { username, device, userId } = await signUpUser(service)
  const started = await startTransaction(service, username, { txPayload: 'Pay 25.00 € to Grace' })
  const { txId } = readBody<{ txId: string }>(await service.post('/tx/complete', transactionAnswer(device, started)))
  const read = await service.client().transactions.find(txId)
  assert.deepEqual([read?.txPayload, read?.userId, read?.username], ['Pay 25.00 € to Grace', userId, username])
  assert.equal(await service.client().transactions.find(unknownId), undefined)
})

test('authenticator models are found, blocked, and unblocked', async () => {
  const service = running()
  const { authenticators } = service.client()
  const aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
  assert.equal((await authenticators.find(aaguid))?.id, aaguid)
  assert.equal(await authenticators.find(unknownId), undefined)
  await authenticators.block([{ aaguid, auth: true, reg: false }])
  assert.deepEqual(await authenticators.listBlocked(), [{ aaguid, auth: true, reg: false }])
  await authenticators.unblock([aaguid])
  assert.deepEqual(await authenticators.listBlocked(), [])
  await authenticators.block([{ aaguid, auth: false, reg: true }])
  await authenticators.unblockAll()
  assert.deepEqual(await authenticators.listBlocked(), [])
})

test('a backend finds out how a user can sign in', async () => {
  const service = running()
  const { username, userId, deviceId } = await signUpUser(service)
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const found = await service.client().discover({ user: { username }, userAgent, deviceInfo: { deviceId } })
  assert.deepEqual([found.userId, typeof found.session], [userId, 'string'])
  const none = await service.client().discover({ user: { username: newName('unknown') }, userAgent })
  assert.equal(none.matchResult, 'UserNotFound')
})

test('events are listed newest first over all pages, and pages are fetched only as needed', async () => {
  const service = running()
  const own = await ensureOwnApplication(service.core, origin)
  const { text: adminKey } = await createApiKey(service.core, own, { name: 'test', scopes: ['admin'] })
  const { events } = service.client({ adminKey })
  const { username, device, userId } = await signUpUser(service)
  for (let at = 0; at < 120; at++) readBody(await signIn(service, { device, username }))
  const times: number[] = []
  for await (const { timestamp } of events.list({ user: userId, type: 'fido2.passkey.auth' })) times.push(timestamp)
  assert.equal(times.length, 120)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  )
  const pages = () => service.calls.filter((call) => call.includes('/events')).length
  const before = pages()
  for await (const { userId: whose } of events.list({ user: userId })) {
    assert.equal(whose, userId)
    break
  }
  assert.equal(pages(), before + 1)
  assert.equal(await catchCode(service.client().events.list().next()), 'missing_api_key')
  const wrong = service.client({ adminKey: await service.key('user:read') })
  assert.equal(await catchCode(wrong.events.list().next()), 'missing_scope')
})

for (const id of ['', '.', '..', undefined, null, 7]) {
  test(`${JSON.stringify(id)} is not an ID and is never sent`, async () => {
    const service = running()
    const { users, passkeys, devices, transactions, contacts } = service.client()
    const before = service.calls.length
    for (const asked of [
      users.delete,
      users.deletePasskeys,
      passkeys.delete,
      devices.delete,
      transactions.find,
      contacts.deleteEmail,
    ])
      assert.equal(await catchCode((asked as (id: unknown) => Promise<unknown>)(id)), 'invalid_request')
    assert.equal(service.calls.length, before)
  })
}

test('an ID with slashes, dots, and question marks stays one path segment', async () => {
  const service = running()
  assert.equal(await service.client().passkeys.find('../users/find?username=ada'), undefined)
  assert.match(service.calls.at(-1)!, /\/mgmt\/passkeys\/\.\.%2Fusers%2Ffind%3Fusername%3Dada$/)
})

test('groups are managed with their members, and profiles and claims are set', async () => {
  const { client } = running()
  const { groups, users } = client()
  const { userId } = await signUpUser(running())
  const name = newName('group')
  const created = await groups.create({ name, claims: { level: 1 } })
  const replaced = await groups.replace(created.id, { name, description: 'A group' })
  assert.deepEqual([replaced.claims, replaced.version], [{}, 2])
  await groups.addMembers(created.id, { userIds: [userId] })
  const held = [{ id: created.id, name }]
  assert.deepEqual(await users.listGroups(userId), held)
  const members = await Array.fromAsync(groups.listMembers(created.id))
  assert.deepEqual(
    members.map((member) => member.userId),
    [userId],
  )
  await groups.removeMember(created.id, { userId })
  assert.deepEqual(await users.setGroups(userId, { groups: [name] }), held)
  for (let number = 0; number < 100; number++) await groups.create({ name: newName('group') })
  const all = await Array.fromAsync(groups.list())
  assert.ok(all.length > 100 && all.some(({ id }) => id === created.id))
  await groups.delete(created.id)
  assert.equal(await catchCode(groups.delete(created.id)), 'not_found')

  await users.setProfile(userId, { name: 'Ada Lovelace' })
  const { version } = await users.setClaims(userId, { department: 'Engines' })
  const profile = await users.findProfile(userId)
  assert.partialDeepStrictEqual(profile, { name: 'Ada Lovelace', claims: { department: 'Engines' }, version })
  assert.equal(await users.findProfile(unknownId), undefined)
})
