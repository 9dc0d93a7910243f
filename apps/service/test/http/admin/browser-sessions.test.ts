import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  browserSession,
  clientFamily,
  consent,
  openidClient,
} from '@thumbturn/service-harness/authorization-situations.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { admin, createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

type Sessions = { sessions: { id: string }[] }
const day = 86_400_000
const appId = 'demo'

eachEngine('browser sessions', (fresh) => {
  const service = useService(fresh)
  let token = ''
  before(async () => {
    token = (await createAdminKey(service())).text
    await service().core.store.commit([{ addClient: openidClient('wiki', { appId }) }])
  })

  const askAdmin = (method: string, path: string) => service().ask(method, `${admin}${path}`, { token })
  const ask = (method: string, userId: string, rest: string) =>
    askAdmin(method, `/applications/demo/users/${userId}/${rest}`)
  const listIds = async (userId: string) =>
    readBody<Sessions>(await ask('GET', userId, 'browser-sessions')).sessions.map(({ id }) => id)

  /** A user with a browser session that was used now, and one that was used some days ago. */
  async function newSignedIn() {
    const { userId, passkeyId } = await signUpUser(service())
    const [at, { random, store }] = [service().clock.now(), service().core]
    const times = { createdAt: at - 8 * day, authenticatedAt: at, lastUsedAt: at, expiresAt: at + 20 * day }
    const session = browserSession('ann', { appId, id: random.uuid(), userId, passkeyId, ...times })
    const older = { ...session, id: random.uuid(), lastUsedAt: at - 3 * day }
    assert.equal(await store.commit([{ addBrowserSession: session }, { addBrowserSession: older }]), undefined)
    return { userId, passkeyId, session, older }
  }

  test('sessions are listed without their keys, the last used one first, until they expire', async () => {
    const { userId, passkeyId, session, older } = await newSignedIn()
    const answer = await ask('GET', userId, 'browser-sessions')
    const toTime = (at: number) => new Date(at).toISOString()
    assert.deepEqual(readBody<Sessions>(answer).sessions[0], {
      id: session.id,
      createdAt: toTime(session.createdAt),
      authenticatedAt: toTime(session.authenticatedAt),
      lastUsedAt: toTime(session.lastUsedAt),
      expiresAt: toTime(session.expiresAt),
      amr: ['hwk', 'user'],
      passkeyId,
      address: '192.0.2.1',
      userAgent: 'Firefox',
    })
    assert.equal(answer.text.includes(session.keyHash), false)
    assert.deepEqual(await listIds(userId), [session.id, older.id])
    service().clock.advance(4 * day)
    assert.deepEqual(await listIds(userId), [session.id])
    service().clock.advance(3 * day)
    assert.deepEqual(await listIds(userId), [])
  })

  test('a session is ended once, by its user only, and recorded', async () => {
    const [ann, bob] = [await newSignedIn(), await newSignedIn()]
    const unknown = { status: 404, msg: 'The user has no such session', msgCode: 'not_found' }
    const path = `browser-sessions/${ann.session.id}`
    assertRejected(await ask('DELETE', bob.userId, path), unknown)
    assert.equal((await ask('DELETE', ann.userId, path)).status, 204)
    assertRejected(await ask('DELETE', ann.userId, path), unknown)
    assert.deepEqual(await listIds(ann.userId), [ann.older.id])
    const [event] = await service().core.store.events.list(appId, 1)
    assert.partialDeepStrictEqual(event, {
      type: 'fido2.openid.session_ended',
      userId: ann.userId,
      detail: { sessionId: ann.session.id },
    })
    const { entries } = readBody<{ entries: object[] }>(await askAdmin('GET', '/audit?limit=1'))
    const after = { sessionId: ann.session.id }
    assert.partialDeepStrictEqual(entries, [{ action: 'browserSession.ended', target: ann.userId, after }])
  })

  test('consents are listed with the names of clients, and revoked with their refresh tokens', async () => {
    const { userId } = await newSignedIn()
    const { store } = service().core
    const files = 'https://files.example.com'
    const resourceScopes = { [files]: ['files:read'] }
    await store.commit([
      { addConsent: consent('ann', 'wiki', { appId, userId, resources: [files], resourceScopes }) },
      { addRefreshFamily: clientFamily('ann', 'wiki', { appId, userId, id: 'family' }) },
    ])
    await store.commit([{ useConsent: { appId, userId, clientId: 'wiki', at: 86_405_000 } }])
    const time = new Date(5_000).toISOString()
    assert.deepEqual(readBody(await ask('GET', userId, 'consents')), {
      consents: [
        {
          clientId: 'wiki',
          clientName: 'The wiki',
          scopes: ['openid', 'email'],
          resources: [files],
          resourceScopes,
          grantedAt: time,
          updatedAt: time,
          lastUsedAt: '1970-01-02T00:00:05.000Z',
        },
      ],
    })
    assert.equal((await ask('DELETE', userId, 'consents/wiki')).status, 204)
    const again = await ask('DELETE', userId, 'consents/wiki')
    assertRejected(again, { status: 404, msg: 'The user has not given this consent', msgCode: 'not_found' })
    assert.deepEqual(readBody(await ask('GET', userId, 'consents')), { consents: [] })
    assert.equal(await store.refresh.find(appId, 'family'), undefined)
    const { entries } = readBody<{ entries: object[] }>(await askAdmin('GET', '/audit?limit=1'))
    assert.partialDeepStrictEqual(entries, [{ action: 'consent.revoked', target: userId, after: { clientId: 'wiki' } }])
  })

  test('an unknown user has neither', async () => {
    for (const rest of ['browser-sessions', 'consents'])
      assertRejected(await ask('GET', 'unknown', rest), { status: 404, msg: 'User not found', msgCode: 'not_found' })
  })
})
