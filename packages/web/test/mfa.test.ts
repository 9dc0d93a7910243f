import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ThumbturnMfa } from '../src/index.ts'
import { openPage } from './browser.ts'
import { creationOptions, ok, type Replies, requestOptions, startRecorder, toErrorReply, token } from './recorder.ts'

const encoded = (options: object) => Buffer.from(JSON.stringify(options)).toString('base64url')

const passkeyAuth = {
  action: { name: 'passkey:auth', label: 'Use a passkey', desc: 'With your face' },
  options: [{ name: 'assertionOptions', value: encoded(requestOptions) }],
}
const passkeyReg = {
  action: { name: 'passkey:reg', label: 'Create a passkey' },
  options: [{ name: 'creationOptions', value: encoded(creationOptions) }],
}
const byMail = {
  action: { name: 'otp:email', label: 'Code by email' },
  options: [
    { name: 'email:secondary', label: 'b•••@e•••', value: 'id-2' },
    { name: 'email:primary', label: 'a•••@e•••', value: 'id-1' },
  ],
}
const external = { action: { name: 'external', label: 'Ask us' } }

const next = (session: string, ...actions: object[]) => ({
  msg: 'Additional authentication is required.',
  msgCode: 'additional_auth_required',
  flow: 'signIn',
  session,
  next: actions,
})

const accessToken = token()
const done = {
  flow: 'signIn',
  payload: 'e30',
  payloadSignature: 'p.p.p',
  idToken: 'i.i.i',
  accessToken,
  refreshToken: 'r.r.r',
  deviceId: 'd9',
}

const replies: Replies = {
  'POST /fido2/v2/mfa/begin': ok(next('session-of-step-one', external, byMail, passkeyAuth)),
  'POST /fido2/v2/mfa/otp/request': ok({ session: 'session-of-step-two' }),
  'POST /fido2/v2/mfa/otp/verify': { status: 401, body: next('session-of-step-three', passkeyReg) },
  'POST /fido2/v2/mfa/passkey/reg': ok(done),
  'POST /fido2/v2/mfa/passkey/auth': ok(done),
  'POST /fido2/v2/mfa/third-party/verify': toErrorReply(400, 'bad_request', { msg: 'The factor was rejected' }),
}

async function flowPage(t: TestContext, more: { replies?: Replies } = {}) {
  const page = openPage()
  const service = await startRecorder(t, { ...replies, ...more.replies })
  const mfa = new ThumbturnMfa({ baseUrl: service.baseUrl, appId: 'demo' })
  t.after(() => mfa.endFlow())
  return { ...service, page, mfa }
}

test('a flow lists the remaining factors and suggests the next one', async (t) => {
  const { mfa, requests } = await flowPage(t)
  const details = await mfa.beginFlow({ username: 'ada', displayName: 'Ada', traceId: 'order-7' })
  const { app, user, traceId } = requests[0]!.body as Record<string, unknown>
  assert.deepEqual(
    [app, user, traceId],
    [{ id: 'demo' }, { username: 'ada', usernameType: 'other', displayName: 'Ada' }, 'order-7'],
  )
  const passkey = { type: 'passkey:auth', label: 'Use a passkey', description: 'With your face', options: [] }
  assert.deepEqual(details.nextAction, passkey)
  assert.deepEqual(
    details.remainingFactors.map(({ type, options }) => [type, options]),
    [
      ['external', []],
      ['otp:email', ['b•••@e•••', 'a•••@e•••']],
      ['passkey:auth', []],
    ],
  )
  assert.equal(details.isComplete, false)
})

test('a code and a new passkey complete a flow, each step with the session of the previous one', async (t) => {
  const { mfa, requests, page } = await flowPage(t)
  await mfa.beginFlow({ username: 'ada' })
  const asked = await mfa.performAction('otp:email')
  assert.deepEqual(requests[1]!.body, { method: 'email', option: 'a•••@e•••' })
  assert.equal(asked.remainingFactors.length, 3)
  const proved = await mfa.performAction('otp:verify', { payload: '123 456' })
  assert.deepEqual(requests[2]!.body, { otp: '123456' })
  assert.equal(proved.nextAction?.type, 'passkey:reg')
  const complete = await mfa.performAction('passkey:reg', { displayName: 'Ada L.' })
  assert.equal(page.created[0]!.publicKey!.user.displayName, 'Ada L.')
  assert.equal((requests[3]!.body as { creationResult: { credentialId: string } }).creationResult.credentialId, 'AQID')
  assert.deepEqual(
    requests.slice(1).map(({ headers }) => headers.authorization),
    ['session-of-step-one', 'session-of-step-two', 'session-of-step-three'],
  )
  assert.equal(complete.isComplete, true)
  assert.deepEqual(complete.tokens, {
    accessToken,
    idToken: 'i.i.i',
    refreshToken: 'r.r.r',
    payloadSignature: 'p.p.p',
    deviceId: 'd9',
  })
  assert.equal(mfa.client.tokenStore.get(), accessToken)
  assert.equal(page.storage.get('thumbturn_demo_device-id'), 'd9')
  assert.equal(mfa.getMfaSessionDetails(), undefined)
  assert.equal(page.session.size, 0)
})

test('the chosen address is sent as displayed', async (t) => {
  const { mfa, requests } = await flowPage(t)
  await mfa.beginFlow({ username: 'ada' })
  await mfa.performAction('otp:email', { payload: 'b•••@e•••' })
  assert.deepEqual(requests[1]!.body, { method: 'email', option: 'b•••@e•••' })
})

test('a rejected factor leaves the flow unchanged', async (t) => {
  const { mfa, requests } = await flowPage(t)
  await mfa.beginFlow({ username: 'ada' })
  const rejection = { name: 'ApiError', status: 400, msg: 'The factor was rejected' }
  await assert.rejects(mfa.performAction('external', { payload: 'a.b.c' }), rejection)
  assert.equal(mfa.getMfaSessionDetails()?.remainingFactors.length, 3)
  await mfa.performAction('passkey:auth')
  assert.equal(requests.at(-1)!.headers.authorization, 'session-of-step-one')
})

test('a 401 without a session is an error', async (t) => {
  const { mfa } = await flowPage(t, {
    replies: { 'POST /fido2/v2/mfa/passkey/auth': toErrorReply(401, 'unauthorized') },
  })
  await mfa.beginFlow({ username: 'ada' })
  await assert.rejects(mfa.performAction('passkey:auth'), { name: 'ApiError', status: 401, msgCode: 'unauthorized' })
})

test('a flow continues after a page reload', async (t) => {
  const { mfa, baseUrl, page } = await flowPage(t)
  await mfa.beginFlow({ username: 'ada' })
  assert.equal(page.session.size, 1)
  const reloaded = new ThumbturnMfa({ baseUrl, appId: 'demo' })
  assert.equal(reloaded.getMfaSessionDetails()?.username, 'ada')
  assert.equal((await reloaded.performAction('passkey:auth')).isComplete, true)
})

test('a flow works with storage blocked', async (t) => {
  const { mfa } = await flowPage(t)
  Object.defineProperty(globalThis, 'sessionStorage', {
    get() {
      throw new DOMException('blocked', 'SecurityError')
    },
    configurable: true,
  })
  await mfa.beginFlow({ username: 'ada' })
  assert.equal((await mfa.performAction('passkey:auth')).isComplete, true)
})

test('a payload attached later is what the passkey signs', async (t) => {
  const signing = { ...passkeyAuth, action: { name: 'passkey:tx', label: 'Confirm' } }
  const { mfa, requests, page } = await flowPage(t, {
    replies: {
      'POST /fido2/v2/mfa/payload': ok(next('session-with-payload', signing)),
      'POST /fido2/v2/mfa/passkey/tx': ok(done),
    },
  })
  await mfa.beginFlow({ username: 'ada' })
  const { nextAction } = await mfa.setPayload('Pay 25.00 €')
  assert.equal(nextAction?.type, 'passkey:tx')
  assert.equal((await mfa.performAction('passkey:tx')).isComplete, true)
  assert.equal(page.asked.length, 1)
  assert.deepEqual(
    requests.slice(1).map(({ call }) => call.replace('/fido2/v2', '')),
    ['POST /mfa/payload', 'POST /mfa/passkey/tx'],
  )
})

test('without a flow, or for a factor that is not offered, an action rejects with a clear message', async (t) => {
  const { mfa } = await flowPage(t)
  await assert.rejects(mfa.performAction('passkey:auth'), /No flow is in progress: call beginFlow first/)
  await mfa.beginFlow({ username: 'ada' })
  await assert.rejects(mfa.performAction('passkey:reg'), /The flow does not offer passkey:reg now/)
})

test('a refresh token is exchanged once, and the new one is used next', async (t) => {
  let exchanged = 0
  const refresh = () =>
    ok({ accessToken: token({ jti: `${++exchanged}` }), idToken: 'i.i.2', refreshToken: `r.r.${exchanged}` })
  const { mfa, requests } = await flowPage(t, { replies: { 'POST /fido2/v2/mfa/refresh': refresh } })
  await assert.rejects(mfa.refreshTokens(), /No refresh token: complete a flow/)
  await mfa.beginFlow({ username: 'ada' })
  await mfa.performAction('passkey:auth')
  const first = await mfa.refreshTokens()
  assert.deepEqual(Object.keys(first), ['accessToken', 'idToken', 'refreshToken'])
  await mfa.refreshTokens()
  await mfa.refreshTokens('kept.by.me')
  const sent = requests.filter(({ call }) => call.endsWith('/mfa/refresh')).map(({ body }) => body)
  const app = { id: 'demo' }
  assert.deepEqual(sent, [
    { app, refreshToken: 'r.r.r' },
    { app, refreshToken: 'r.r.1' },
    { app, refreshToken: 'kept.by.me' },
  ])
})

test('an expired refresh token is rejected with status and code', async (t) => {
  const gone = toErrorReply(401, 'unauthorized', { msg: 'The refresh token is not valid' })
  const { mfa } = await flowPage(t, { replies: { 'POST /fido2/v2/mfa/refresh': gone } })
  await assert.rejects(mfa.refreshTokens('old'), { name: 'ApiError', status: 401, code: 'unauthorized' })
})
