import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listContacts, sentCode, signUpUserWithContacts, useCodes } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { origin } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  deviceInfo,
  newName,
  type RegistrationInit,
  readBody,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'

const noUser = { status: 404, msg: 'This application has no such user', msgCode: 'not_found' }
const unauthorized = { status: 401, msg: /./, msgCode: 'unauthorized' }
const differ = {
  status: 400,
  msg: 'app.token and the Authorization header differ: send one of them',
  msgCode: 'bad_request',
}

/** The further rights of a user's own token: profile operations, and calls that carry it as `app.token`. */
anyEngine('user tokens', (fresh) => {
  const running = useCodes(fresh)

  test('a user sets their own address, which always requires the code', async () => {
    const service = running()
    const { userId, username, jwtAccess: token } = await signUpUser(service)
    const email = newName('own')
    const body = { email, requestVerification: false }
    readBody(await service.ask('POST', `/profile/${userId}/email`, { token, body }), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: email, verified: false }])
    readBody(await service.post('/profile/email/verify', { authCode: await sentCode(service, email), username }), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'email', address: email, verified: true }])
  })

  test('a user can set a phone number only with consent to messages, as it requires the code', async () => {
    const service = running()
    const { userId, jwtAccess: token } = await signUpUser(service)
    const body = { phoneNumber: '+4915123456799', requestVerification: false }
    const rejected = await service.ask('POST', `/profile/${userId}/phone`, { token, body })
    assertRejected(rejected, { status: 400, msg: /messaging consent/, msgCode: 'bad_request' })
    const agreed = { ...body, messagingConsent: true }
    readBody(await service.ask('POST', `/profile/${userId}/phone`, { token, body: agreed }), 204)
    assert.equal((await listContacts(service, userId))[0]?.verified, false)
  })

  test('a user removes their contacts and their account, and events name no API key', async () => {
    const service = running()
    const { userId, jwtAccess: token } = await signUpUserWithContacts(service)
    readBody(await service.ask('DELETE', `/profile/${userId}/email`, { token }), 204)
    readBody(await service.ask('DELETE', `/profile/${userId}/phone`, { token }), 204)
    assert.deepEqual(await listContacts(service, userId), [])
    readBody(await service.ask('DELETE', `/profile/${userId}`, { token }), 204)
    assertRejected(await service.ask('GET', '/passkeys', { token }), unauthorized)
    const [event] = (await service.core.store.events.list('demo', 100)).filter((one) => one.userId === userId)
    assert.deepEqual([event?.type, event?.detail], ['fido2.user.deleted', {}])
  })

  test("a user can't change other users or learn of them", async () => {
    const service = running()
    const { jwtAccess: token } = await signUpUser(service)
    const other = await signUpUserWithContacts(service)
    for (const id of [other.userId, '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968']) {
      assertRejected(await service.ask('DELETE', `/profile/${id}`, { token }), noUser)
      assertRejected(await service.ask('DELETE', `/profile/${id}/email`, { token }), noUser)
      assertRejected(await service.ask('POST', `/profile/${id}/email`, { token, body: { email: newName() } }), noUser)
    }
    assert.equal((await listContacts(service, other.userId)).length, 2)
  })

  test('a page of the application can call its profile operations', async () => {
    const preflight = await running().ask('OPTIONS', '/profile/x/email', { headers: { origin } })
    assert.equal(preflight.headers['access-control-allow-origin'], origin)
  })

  for (const [what, spell] of [
    ['raw', (token: string) => token],
    ['with the scheme word', (token: string) => `Bearer ${token}`],
  ] as const) {
    test(`app.token, ${what}, is equivalent to the Authorization header`, async () => {
      const service = running()
      const { jwtAccess, userId } = await signUpUser(service)
      const body = { app: { ...app, token: spell(jwtAccess) }, deviceInfo }
      const started = readBody<RegistrationInit>(await service.post('/reg/init', body))
      assert.equal(started.action, 'proceed')
      const done = await completeRegistration(service, started)
      assert.equal(readBody<{ userId: string }>(done).userId, userId)
      readBody(await service.post('/reg/init', body, { token: jwtAccess }))
      readBody(await service.post('/reg/init', body, { token: `Bearer ${jwtAccess}` }))
    })
  }

  test('what a proxy asks for in the Authorization header counts neither as a token nor against app.token', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    for (const token of [`Basic ${btoa('proxyuser:proxypass')}`, 'Negotiate YIIFzgYGKwYBBQUC', 'NTLM TlRMTVNTUAAB']) {
      const user = { username: newName() }
      readBody(await service.post('/reg/init', { app, deviceInfo, user }, { token }))
      readBody(await service.post('/reg/init', { app: { ...app, token: jwtAccess }, deviceInfo }, { token }))
      assertRejected(await service.ask('GET', '/passkeys', { token }), unauthorized)
    }
    for (const token of ['garbage', `Bearer ${jwtAccess.slice(1)}`, `Basic ${btoa(`x:${jwtAccess}`)}`])
      assertRejected(
        await service.post('/reg/init', { app, deviceInfo, user: { username: newName() } }, { token }),
        unauthorized,
      )
  })

  test('an app.token that differs from the Authorization header is a bad request in every operation with an app', async () => {
    const service = running()
    const { jwtAccess: token, username } = await signUpUser(service)
    const { jwtAccess } = await signUpUser(service)
    const body = { app: { ...app, token: jwtAccess }, deviceInfo, user: { username } }
    for (const path of ['/reg/init', '/auth/init', '/mfa/begin'])
      assertRejected(await service.post(path, body, { token }), differ)
    const code = { app: body.app, authCode: '000000', user: { username } }
    assertRejected(await service.post('/auth/otp/verify', code, { token }), differ)
  })

  test('an invalid app.token is rejected where a token is used; an empty one is ignored', async () => {
    const service = running()
    const withToken = (token: string) => ({ app: { ...app, token }, deviceInfo, user: { username: newName() } })
    for (const token of ['garbage', 'of two words'])
      assertRejected(await service.post('/reg/init', withToken(token)), unauthorized)
    readBody(await service.post('/reg/init', withToken('')))
    readBody(await service.post('/auth/init', withToken('garbage')))
  })
})
