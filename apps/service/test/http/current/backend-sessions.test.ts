import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backend } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  readBody,
  readClaims,
  signIn,
  signUpUser,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

/** The claims that a backend keeps of an access token. */
function toSession(jwtAccess: string) {
  const { sub, epoch, credID } = readClaims(jwtAccess) as { sub: string; epoch?: number; credID?: string }
  return { userId: sub, epoch, passkeyId: credID }
}

eachEngine('sessions of backends', (fresh) => {
  const running = useService(fresh)

  /** Whether the session is active, asked by a backend of that application. */
  async function isActive(service: Service, session: object, of = service.application): Promise<boolean> {
    const { ask } = await backend(service, of)
    return readBody<{ active: boolean }>(await ask('POST', '/session/verify', session)).active
  }

  test('a session is active long after the token that started it expired', async () => {
    const service = running()
    const { jwtAccess } = await signUpUser(service)
    service.clock.advance(30 * 86_400_000)
    assert.equal(await isActive(service, toSession(jwtAccess)), true)
  })

  test('a session ends when its user is signed out everywhere, and a later one is active', async () => {
    const service = running()
    const { jwtAccess, userId, device, username } = await signUpUser(service)
    const { ask } = await backend(service)
    readBody(await ask('POST', `/users/${userId}/sign-out`), 204)
    assert.equal(await isActive(service, toSession(jwtAccess)), false)
    const later = readBody<Tokens>(await signIn(service, { device, username }))
    assert.equal(await isActive(service, toSession(later.jwtAccess)), true)
  })

  test('a session ends when its passkey or its user is deleted', async () => {
    const service = running()
    const { jwtAccess, userId, passkeyId } = await signUpUser(service)
    const withoutPasskey = { userId }
    readBody(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: jwtAccess }), 204)
    assert.equal(await isActive(service, toSession(jwtAccess)), false)
    const { removed } = await backend(service)
    await removed(`/users/${userId}`)
    assert.equal(await isActive(service, withoutPasskey), false)
  })

  test("a passkey of another user, another application's user, and an unknown one make no session", async () => {
    const service = running()
    const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
    assert.equal(await isActive(service, { userId: ada.userId, passkeyId: grace.passkeyId }), false)
    const other = await createApplication(service.core, { id: 'other', rpId: 'localhost', origins: [origin] })
    assert.equal(await isActive(service, { userId: ada.userId }, other), false)
    assert.equal(await isActive(service, { userId: '00000000-0000-4000-8000-000000000000' }), false)
  })

  test('only a backend with user:read can ask', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { text: token } = await apiKey(service, ['user:write'])
    assertRejected(await service.post('/mgmt/session/verify', { userId }, { token }), {
      status: 403,
      msg: 'The API key lacks the scope user:read',
      msgCode: 'forbidden',
    })
    assert.equal((await service.post('/mgmt/session/verify', { userId })).status, 401)
  })
})
