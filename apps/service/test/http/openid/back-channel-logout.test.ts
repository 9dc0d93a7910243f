import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import { startNodes } from '@thumbturn/service-harness/nodes.ts'
import {
  addOpenidClient,
  exchangeCode,
  issuer,
  open,
  requestCode,
  signInAgain,
  signInToBrowser,
  signInToClient,
} from '@thumbturn/service-harness/openid.ts'
import { type ReceiverOptions, startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { toBackend } from '@thumbturn/service-harness/sites.ts'
import { readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import { endBrowserSession } from '../../../src/core/use-cases/browser-sessions/manage.ts'
import { claimLogouts, sendLogout } from '../../../src/core/use-cases/logout-notices/send.ts'
import { deleteAnyPasskey } from '../../../src/core/use-cases/passkeys/manage.ts'
import { setUserStatus } from '../../../src/core/use-cases/users/administer.ts'
import { deleteAllPasskeys, deleteUser, signOutUser } from '../../../src/core/use-cases/users/manage.ts'

type SignedIn = Awaited<ReturnType<typeof signInToClient>>

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const hour = 3_600_000

/** One round of the worker. */
async function sendDue({ core }: Service, most = 20) {
  const notices = await claimLogouts(core, most)
  return Promise.all(notices.map((notice) => sendLogout(core, notice, new AbortController().signal)))
}

async function startClient(
  t: TestContext,
  service: Service,
  options: { changes?: Partial<Client>; receiver?: ReceiverOptions } = {},
) {
  const receiver = await startReceiver(t, { tls: false, ...options.receiver })
  const backchannelLogoutUri = `${receiver.url}logout`
  const client = await addOpenidClient(service, { backchannelLogoutUri, ...options.changes })
  return { receiver, client }
}

const readToken = (body: string) => new URLSearchParams(body).get('logout_token') ?? ''

const findSession = async ({ core }: Service, userId: string) =>
  (await core.store.browserSessions.list({ appId: 'demo', userId }))[0]!

const endFromAdministration = async (service: Service, { userId }: SignedIn) => {
  const { id } = await findSession(service, userId)
  await endBrowserSession(service.core, { application: service.application, userId }, id)
}

const listFailures = async ({ core }: Service, { id }: Client) =>
  (await core.store.events.list('demo', 200)).filter(
    ({ type, detail }) => type === 'fido2.openid.logout_failed' && detail?.clientId === id,
  )

const deleteFromPage = (service: Service, path: string, { browser }: SignedIn) =>
  service.ask('DELETE', `//apps/demo/openid/pages${path}`, { body: {}, headers: { cookie: browser.cookie, origin } })

const endings: Readonly<Record<string, (service: Service, user: SignedIn) => Promise<unknown>>> = {
  'the user signs out at a hosted page': (service, user) => deleteFromPage(service, '/session', user),
  'the client ends it': (service, { browser, tokens }) =>
    open(service, `${issuer}/openid/end-session?id_token_hint=${tokens.id_token}`, browser),
  'the user ends it at the page of their account': async (service, user) =>
    deleteFromPage(service, `/account/sessions/${(await findSession(service, user.userId)).id}`, user),
  'an administrator ends it': endFromAdministration,
  'another user signs in in that browser': async (service, { browser }) => {
    const { jwtAccess: token } = await signUpUser(service)
    await signInToBrowser(service, { token, browser })
  },
  'its passkey is deleted': async (service, { userId }) => {
    const { passkeyId = '' } = await findSession(service, userId)
    await deleteAnyPasskey(service.core, { backend: toBackend(service), passkeyId })
  },
  'all passkeys of the user are deleted': (service, { userId }) =>
    deleteAllPasskeys(service.core, { backend: toBackend(service), userId }),
  'the user is signed out everywhere': (service, { userId }) =>
    signOutUser(service.core, { backend: toBackend(service), userId }),
  'the user is deactivated': (service, { userId }) =>
    setUserStatus(service.core, { backend: toBackend(service), userId }, 'inactive'),
  'the user is deleted': (service, { userId }) => deleteUser(service.core, { backend: toBackend(service), userId }),
}

eachEngine('back-channel logout', (fresh) => {
  const running = useService(fresh)

  for (const [what, end] of Object.entries(endings))
    test(`the clients of a session are notified once when ${what}`, async (t) => {
      const service = running()
      const { receiver, client } = await startClient(t, service)
      const user = await signInToClient(service, client)
      const other = await signInToClient(service, client)
      assert.deepEqual(await sendDue(service), [])
      await end(service, user)
      assert.deepEqual(await sendDue(service), [{ appId: 'demo', clientId: client.id, outcome: 'sent' }])
      assert.deepEqual(await sendDue(service), [])
      const [{ sub, sid }] = receiver.calls.map(({ body }) => decodeJwt(readToken(body))) as [Record<string, unknown>]
      const { sub: signedIn, sid: session } = decodeJwt(user.tokens.id_token)
      assert.deepEqual({ sub, sid }, { sub: signedIn, sid: session })
      assert.notEqual(sid, decodeJwt(other.tokens.id_token).sid)
    })

  test('of two nodes, one sends', async (t) => {
    const { near, far } = await startNodes(t, fresh)
    const { receiver, client } = await startClient(t, near)
    for (const _ of [1, 2, 3]) await endFromAdministration(near, await signInToClient(near, client))
    await Promise.all([near, far, near, far].map((node) => sendDue(node)))
    const sids = receiver.calls.map(({ body }) => decodeJwt(readToken(body)).sid)
    assert.deepEqual([sids.length, new Set(sids).size], [3, 3])
  })
})

anyEngine('logout tokens', (fresh) => {
  const running = useService(fresh)

  const verify = async (service: Service, token: string, client: Client) => {
    const keys = await service.ask('GET', '//apps/demo/fido2/v2/.well-known/jwks.json')
    return jwtVerify(token, createLocalJWKSet(readBody<JSONWebKeySet>(keys)), {
      issuer,
      audience: client.id,
      typ: 'logout+jwt',
      algorithms: [client.idTokenAlg],
      currentDate: new Date(service.clock.now()),
    })
  }

  for (const [idTokenAlg, subjectType] of [
    ['RS256', 'public'],
    ['ES256', 'pairwise'],
  ] as const)
    test(`have what clients verify, and are posted as a form (${idTokenAlg}, ${subjectType} subject)`, async (t) => {
      const service = running()
      const { receiver, client } = await startClient(t, service, { changes: { idTokenAlg, subjectType } })
      const user = await signInToClient(service, client)
      await endFromAdministration(service, user)
      await sendDue(service)
      const [call] = receiver.calls
      assert.deepEqual(
        [call?.method, call?.path, call?.headers['content-type'], call?.headers.cookie],
        ['POST', '/logout', 'application/x-www-form-urlencoded', undefined],
      )
      const { payload } = await verify(service, readToken(call!.body), client)
      const { sub, sid } = decodeJwt(user.tokens.id_token)
      const { iat, exp, jti, ...claims } = payload
      assert.deepEqual(claims, { iss: issuer, aud: client.id, sub, sid, events: { [logoutEvent]: {} } })
      assert.equal(sub === user.userId, subjectType === 'public')
      assert.ok(exp! - iat! <= 120 && jti)
    })

  test('go to each client of the session, and to none without an address', async (t) => {
    const service = running()
    const [wiki, shop] = [await startClient(t, service), await startClient(t, service)]
    const silent = await addOpenidClient(service)
    const user = await signInToClient(service, wiki.client)
    for (const client of [shop.client, silent]) {
      const code = await requestCode(service, { client, browser: user.browser })
      await exchangeCode(service, client, code)
    }
    await endFromAdministration(service, user)
    assert.equal((await sendDue(service)).length, 2)
    const [one, two] = [wiki, shop].map(({ receiver }) => decodeJwt(readToken(receiver.calls[0]!.body)))
    assert.deepEqual([one?.aud, two?.aud], [wiki.client.id, shop.client.id])
    assert.notEqual(one?.sid, two?.sid)
  })

  test('are not sent when the same user signs in again in that browser', async (t) => {
    const service = running()
    const { client } = await startClient(t, service)
    const user = await signInToClient(service, client)
    await signInToBrowser(service, { token: await signInAgain(service, user), browser: user.browser })
    assert.deepEqual(await sendDue(service), [])
  })

  test('are sent again, each time with a new one, until the client accepts it with 200 or 204', async (t) => {
    const service = running()
    const statuses = [500, 400, 302, 204]
    const { receiver, client } = await startClient(t, service, {
      receiver: { respond: (_, response) => response.writeHead(statuses.shift()!, { location: '/elsewhere' }).end() },
    })
    await endFromAdministration(service, await signInToClient(service, client))
    const outcomes: string[] = []
    for (let round = 0; round < 4; round++) {
      outcomes.push(...(await sendDue(service)).map(({ outcome }) => outcome))
      assert.deepEqual(await sendDue(service), [], 'not due yet')
      service.clock.advance(5 * 60_000)
    }
    assert.deepEqual(outcomes, ['later', 'later', 'later', 'sent'])
    assert.deepEqual(
      receiver.calls.map(({ path }) => path),
      Array(4).fill('/logout'),
    )
    const claims = receiver.calls.map(({ body }) => decodeJwt(readToken(body)))
    assert.equal(new Set(claims.map(({ jti }) => jti)).size, 4)
    assert.ok(claims[3]!.exp! > claims[0]!.exp!)
    assert.deepEqual(await listFailures(service, client), [])
  })

  for (const [status, outcomes] of [
    [400, ['later', 'later']],
    [503, ['later']],
  ] as const)
    test(`that a client answers with ${status} ${outcomes.length === 1 ? '' : 'do not '}delay its others`, async (t) => {
      const service = running()
      const { client } = await startClient(t, service, {
        receiver: { respond: (_, response) => response.writeHead(status).end() },
      })
      for (const user of [await signInToClient(service, client), await signInToClient(service, client)])
        await endFromAdministration(service, user)
      const rounds = [await sendDue(service, 1), await sendDue(service, 1)].flat()
      assert.deepEqual(
        rounds.map(({ outcome }) => outcome),
        outcomes,
      )
      await service.core.store.commit([{ deleteClient: { appId: 'demo', id: client.id } }])
      service.clock.advance(hour)
      await sendDue(service)
    })

  test('for a receiver that is down wait together, keep no other from being sent, and are given up after an hour', async (t) => {
    const service = running()
    const { receiver, client } = await startClient(t, service)
    const dead = await addOpenidClient(service, { backchannelLogoutUri: 'http://127.0.0.1:1/logout' })
    for (const to of [dead, client]) await endFromAdministration(service, await signInToClient(service, to))
    assert.deepEqual((await sendDue(service)).map(({ outcome }) => outcome).sort(), ['later', 'sent'])
    assert.equal(receiver.calls.length, 1)
    const start = service.clock.now()
    let attempts = 1
    for (; (await listFailures(service, dead)).length === 0; attempts++) {
      service.clock.advance(5 * 60_000)
      await sendDue(service)
    }
    assert.ok(service.clock.now() - start <= hour + 5 * 60_000, `${service.clock.now() - start}`)
    assert.ok(attempts > 5, `${attempts}`)
    const [failure] = await listFailures(service, dead)
    assert.deepEqual([failure?.userId, failure?.traceId], [undefined, undefined])
    assert.match(String(failure?.detail?.reason), /ECONNREFUSED|expired/)
    service.clock.advance(hour)
    assert.deepEqual(await sendDue(service), [])
  })

  for (const backchannelLogoutUri of ['http://10.0.0.1/', 'https://169.254.169.254/', 'http://203.0.113.1/'])
    test(`never reach ${backchannelLogoutUri}, as the operator did not allow that`, async () => {
      const service = running()
      const client = await addOpenidClient(service, { backchannelLogoutUri })
      await endFromAdministration(service, await signInToClient(service, client))
      const [report] = await sendDue(service)
      assert.match(JSON.stringify(report), /"later".*CONNECTOR_NETWORKS/)
      await service.core.store.commit([{ deleteClient: { appId: 'demo', id: client.id } }])
      service.clock.advance(hour)
      assert.deepEqual(
        (await sendDue(service)).map(({ outcome }) => outcome),
        ['unneeded'],
      )
    })

  test('are no longer needed when the client was deleted', async (t) => {
    const service = running()
    const { receiver, client } = await startClient(t, service)
    await endFromAdministration(service, await signInToClient(service, client))
    await service.core.store.commit([{ deleteClient: { appId: 'demo', id: client.id } }])
    assert.deepEqual(
      (await sendDue(service)).map(({ outcome }) => outcome),
      ['unneeded'],
    )
    assert.deepEqual([await sendDue(service), receiver.calls.length], [[], 0])
  })

  test('are announced by the metadata', async () => {
    const answer = await running().ask('GET', '//apps/demo/.well-known/openid-configuration')
    const { backchannel_logout_supported, backchannel_logout_session_supported } = answer.body as Record<
      string,
      unknown
    >
    assert.deepEqual([backchannel_logout_supported, backchannel_logout_session_supported], [true, true])
  })
})
