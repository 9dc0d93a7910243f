import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { storeToken } from '../src/client/token.ts'
import { Thumbturn } from '../src/index.ts'
import { neverChosen, openPage } from './browser.ts'
import { listed, ok, type Replies, startRecorder, toErrorReply, token, until, userId } from './recorder.ts'

/** A signed-in page that records the credentials signaled as accepted. */
async function managingPage(t: TestContext, { replies, claims }: { replies?: Replies; claims?: object } = {}) {
  const signalled: { allAcceptedCredentialIds: string[] }[] = []
  const webauthn = { signalAllAcceptedCredentials: async (accepted: never) => void signalled.push(accepted) }
  openPage({ webauthn, create: neverChosen })
  const service = await startRecorder(t, replies)
  const thumbturn = new Thumbturn({ baseUrl: service.baseUrl, appId: 'demo' })
  const jwt = token(claims)
  storeToken(thumbturn.client, jwt)
  return { ...service, thumbturn, jwt, signalled }
}

test('a list is requested with the raw token and no body', async (t) => {
  const { thumbturn, requests, jwt } = await managingPage(t)
  assert.deepEqual(await thumbturn.listPasskeys(), [listed()])
  const { call, headers, body } = requests[0]!
  assert.equal(call, 'GET /fido2/v2/passkeys')
  assert.equal(headers.authorization, jwt)
  assert.equal(headers['content-type'], undefined)
  assert.equal(body, undefined)
})

test('a complete list is signaled', async (t) => {
  const { thumbturn, signalled } = await managingPage(t)
  await thumbturn.listPasskeys()
  assert.deepEqual(signalled, [{ rpId: 'localhost', userId, allAcceptedCredentialIds: ['AQID'] }])
})

test('the list is signaled for every user handle, as imported passkeys have other ones', async (t) => {
  const list = [listed(), listed({ id: 'p2', credentialId: 'BBBB', userHandle: 'b2xk' })]
  const { thumbturn, signalled } = await managingPage(t, { replies: { 'GET /fido2/v2/passkeys': ok(list) } })
  await thumbturn.listPasskeys()
  const allAcceptedCredentialIds = ['AQID', 'BBBB']
  assert.deepEqual(signalled, [
    { rpId: 'localhost', userId, allAcceptedCredentialIds },
    { rpId: 'localhost', userId: 'b2xk', allAcceptedCredentialIds },
  ])
})

for (const [what, claims] of [
  ['no RP ID', { rpId: undefined }],
  ['no user', { sub: undefined }],
] as const) {
  test(`a token that names ${what} signals nothing`, async (t) => {
    const { thumbturn, signalled } = await managingPage(t, { claims })
    await thumbturn.listPasskeys()
    assert.deepEqual(signalled, [])
  })
}

test('a list with an item without credentialId is returned but not signaled', async (t) => {
  const list = [listed(), listed({ credentialId: undefined })]
  const { thumbturn, signalled } = await managingPage(t, { replies: { 'GET /fido2/v2/passkeys': ok(list) } })
  assert.equal((await thumbturn.listPasskeys()).length, 2)
  assert.deepEqual(signalled, [])
})

test('a list that a registration may have outdated is not signaled', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const replies: Replies = { 'GET /fido2/v2/passkeys': () => held.then(() => ok([listed()])) }
  const { thumbturn, signalled, calls } = await managingPage(t, { replies })
  const listing = thumbturn.listPasskeys()
  await until(() => calls().includes('GET /passkeys'))
  const controller = new AbortController()
  const creating = assert.rejects(thumbturn.createPasskey('ada', { signal: controller.signal }))
  release()
  await listing
  await thumbturn.listPasskeys()
  assert.deepEqual(signalled, [])
  controller.abort()
  await creating
  await thumbturn.listPasskeys()
  assert.equal(signalled.length, 1)
})

test('a list requested during a registration and received after it is not signaled', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const replies: Replies = { 'GET /fido2/v2/passkeys': () => held.then(() => ok([listed()])) }
  const { thumbturn, signalled, calls } = await managingPage(t, { replies })
  const controller = new AbortController()
  const creating = assert.rejects(thumbturn.createPasskey('ada', { signal: controller.signal }))
  const listing = thumbturn.listPasskeys()
  await until(() => calls().includes('GET /passkeys'))
  controller.abort()
  await creating
  release()
  await listing
  assert.deepEqual(signalled, [])
})

test('a rename sends the name', async (t) => {
  const { thumbturn, requests, jwt } = await managingPage(t)
  assert.equal(await thumbturn.renamePasskey('p1', { name: 'Work laptop' }), undefined)
  const { call, headers, body } = requests[0]!
  assert.deepEqual([call, headers.authorization, body], ['PUT /fido2/v2/passkeys/p1', jwt, { name: 'Work laptop' }])
})

test('a deletion signals the remaining passkeys, even if there are none', async (t) => {
  const { thumbturn, calls, signalled, requests, jwt } = await managingPage(t, {
    replies: { 'GET /fido2/v2/passkeys': ok([]) },
  })
  assert.equal(await thumbturn.deletePasskey('p1'), undefined)
  assert.deepEqual(calls(), ['DELETE /passkeys/p1', 'GET /passkeys'])
  assert.ok(requests.every(({ headers }) => headers.authorization === jwt))
  assert.deepEqual(signalled[0]!.allAcceptedCredentialIds, [])
})

test('a deletion succeeds even if the list is rejected', async (t) => {
  const replies = { 'GET /fido2/v2/passkeys': toErrorReply(403, 'forbidden') }
  const { thumbturn, signalled } = await managingPage(t, { replies })
  await thumbturn.deletePasskey('p1')
  assert.deepEqual(signalled, [])
})

test("deleting the token's own passkey fetches the list first, because the token ends with it", async (t) => {
  const list = [listed({ id: 'p1' }), listed({ id: 'p2', credentialId: 'BAUG' })]
  const replies = { 'GET /fido2/v2/passkeys': ok(list) }
  const { thumbturn, calls, signalled } = await managingPage(t, { replies, claims: { credID: 'p1' } })
  await thumbturn.deletePasskey('p1')
  assert.deepEqual(calls(), ['GET /passkeys', 'DELETE /passkeys/p1'])
  assert.deepEqual(signalled[0]!.allAcceptedCredentialIds, ['BAUG'])
})

test("deleting the token's own passkey signals nothing if the list fails", async (t) => {
  const replies = { 'GET /fido2/v2/passkeys': toErrorReply(403, 'forbidden') }
  const { thumbturn, signalled } = await managingPage(t, { replies, claims: { credID: 'p1' } })
  await thumbturn.deletePasskey('p1')
  assert.deepEqual(signalled, [])
})

test('a rejected deletion signals nothing', async (t) => {
  const { thumbturn, calls, signalled } = await managingPage(t)
  await assert.rejects(thumbturn.deletePasskey('un/known'), { status: 404, msgCode: 'not_found', msg: 'No.' })
  assert.deepEqual([calls(), signalled], [['DELETE /passkeys/un%2Fknown'], []])
})

test('a granted token is sent instead of the stored one', async (t) => {
  const { thumbturn, requests } = await managingPage(t)
  await thumbturn.listPasskeys({ token: 'granted' })
  await thumbturn.renamePasskey('p1', { name: 'x', token: 'granted' })
  await thumbturn.deletePasskey('p1', { token: 'granted' })
  assert.ok(requests.every(({ headers }) => headers.authorization === 'granted'))
})

for (const [what, reply, wanted] of [
  [
    'an error',
    toErrorReply(401, 'unauthorized', { msg: 'Token expired' }),
    { status: 401, msg: 'Token expired', msgCode: 'unauthorized' },
  ],
  [
    'a problem document',
    { status: 403, body: { message: 'Nope' }, type: 'application/problem+json' },
    { status: 403, msg: 'Nope', msgCode: 'not_a_service' },
  ],
  ['broken JSON', { status: 500, body: '{' }, { status: 500, msg: /returned 500/, msgCode: 'not_a_service' }],
] as const) {
  test(`${what} is an ApiError`, async (t) => {
    const { thumbturn } = await managingPage(t, { replies: { 'GET /fido2/v2/passkeys': reply } })
    await assert.rejects(thumbturn.listPasskeys(), { name: 'ApiError', message: wanted.msg, ...wanted })
  })
}

test('an unreachable service is an ApiError that says what to check', async () => {
  openPage()
  const thumbturn = new Thumbturn({ baseUrl: 'http://127.0.0.1:1', appId: 'demo' })
  await assert.rejects(thumbturn.listPasskeys(), (error: Error & { status: number; msgCode: string }) => {
    assert.deepEqual([error.name, error.status, error.msgCode], ['ApiError', 0, 'unreachable'])
    assert.match(error.message, /http:\/\/127\.0\.0\.1:1\/fido2\/v2\/passkeys.*demo allows/)
    assert.ok(error.cause instanceof Error)
    return true
  })
})

test('a rename lets the browser hide passkeys that were deleted elsewhere', async (t) => {
  const { thumbturn, signalled, calls } = await managingPage(t)
  await thumbturn.renamePasskey('p1', { name: 'Work laptop' })
  assert.deepEqual(calls(), ['PUT /passkeys/p1', 'GET /passkeys'])
  assert.deepEqual(signalled, [{ rpId: 'localhost', userId, allAcceptedCredentialIds: ['AQID'] }])
})

test('changed user names reach the browser, with the user and the RP ID of the token', async () => {
  const observed: unknown[] = []
  const signalCurrentUserDetails = async (details: unknown) => void observed.push(details)
  openPage({ webauthn: { signalCurrentUserDetails, signalAllAcceptedCredentials: async () => {} } })
  const thumbturn = new Thumbturn({ baseUrl: 'https://demo.example.com' })
  await thumbturn.signalUserDetails({ displayName: 'Nobody' })
  storeToken(thumbturn.client, token())
  await thumbturn.signalUserDetails({ displayName: 'Ada Lovelace' })
  await thumbturn.signalUserDetails({ name: 'ada@example.com', displayName: 'Ada Lovelace' })
  const user = { rpId: 'localhost', userId, displayName: 'Ada Lovelace' }
  assert.deepEqual(observed, [
    { ...user, name: 'ada' },
    { ...user, name: 'ada@example.com' },
  ])
})
