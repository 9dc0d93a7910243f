import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  admin,
  type Dashboard,
  fromDashboard,
  inviteWith,
  join,
  newMember,
  openDashboard,
  own,
  owner,
  setUpLink,
  startJoin,
} from '@thumbturn/service-harness/members.ts'
import { type MfaNext, offered } from '@thumbturn/service-harness/mfa.ts'
import { startAlone, startNodes } from '@thumbturn/service-harness/nodes.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  newDevice,
  newName,
  readBody,
  registrationRejected,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { deleteApplication } from '../../../src/core/use-cases/applications/delete.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'
import { openSetUpLink } from '../../../src/core/use-cases/members/set-up-link.ts'
import { deleteUser } from '../../../src/core/use-cases/users/manage.ts'

const linkInvalid = {
  status: 404,
  msg: 'The link is unknown, expired, used, or withdrawn',
  msgCode: 'not_found',
}
const hour = 60 * 60_000

anyEngine('joining the installation', (fresh) => {
  const service = useService(fresh)
  const accept = (token: string, more: object = {}) =>
    service().post(`${admin}/invitations/accept`, { token, username: newName(), ...more }, { headers: fromDashboard })
  const lookUp = (token: string) =>
    service().post(`${admin}/invitations/look-up`, { token }, { headers: fromDashboard })

  test('the set-up link makes one owner, and then neither it nor another one works', async (t) => {
    const first = await startAlone(t, fresh)
    const token = await setUpLink(first)
    assert.equal(await setUpLink(first), token, 'every call gets the same link')
    const rival = await startJoin(first, token)
    const { answer, device, username } = await join(first, token)
    const dashboard = await openDashboard(first, readBody<Tokens>(answer).jwtAccess, device)
    assert.equal(dashboard.member.username, username)
    const shown = readBody<{ roles: unknown }>(await dashboard.ask('GET', '/session'))
    assert.deepEqual(shown.roles, [owner])

    assert.equal(await openSetUpLink(first.core), undefined)
    const looked = await first.post(`${admin}/invitations/look-up`, { token })
    assertRejected(looked, linkInvalid)
    const creationResult = newDevice().create(rival.registrationRequestOptions)
    const late = await first.post(`${own}/reg/complete`, { session: rival.session, creationResult })
    assertRejected(late, registrationRejected)
  })

  test('a set-up link that expired unused is replaced, by the same one on every node', async (t) => {
    const { near, far } = await startNodes(t, fresh)
    const old = await setUpLink(near)
    near.clock.advance(24 * hour)
    const [one, other] = await Promise.all([setUpLink(near), setUpLink(far)])
    assert.equal(one, other)
    assert.notEqual(one, old)
    assertRejected(await near.post(`${admin}/invitations/look-up`, { token: old }), linkInvalid)
    readBody(await far.post(`${admin}/invitations/look-up`, { token: one }))
  })

  test('of sixteen registrations with one invitation, one succeeds', async () => {
    const token = await inviteWith(service(), [owner])
    const started = await Promise.all(Array.from({ length: 16 }, () => startJoin(service(), token)))
    const answers = await Promise.all(
      started.map(({ session, registrationRequestOptions }) => {
        const creationResult = newDevice().create(registrationRequestOptions)
        return service().post(`${own}/reg/complete`, { session, creationResult })
      }),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 200)) assertRejected(answer, registrationRejected)
    const taken = await Promise.all(
      started.map(({ username }) =>
        service()
          .core.store.users.list('thumbturn', {
            status: undefined,
            after: '',
            limit: 100,
          })
          .then((users) => users.some((user) => user.username === username)),
      ),
    )
    assert.equal(taken.filter(Boolean).length, 1)
    assertRejected(await accept(token), linkInvalid)
  })

  test('looking at an invitation and accepting it can be repeated until a passkey is registered', async () => {
    const token = await inviteWith(service(), [owner])
    for (let times = 0; times < 2; times++) {
      const { roles, kind } = readBody<{ roles: unknown; kind: string }>(await lookUp(token))
      assert.deepEqual({ roles, kind }, { roles: [owner], kind: 'join' })
      await startJoin(service(), token)
    }
    readBody((await join(service(), token)).answer)
    assertRejected(await lookUp(token), linkInvalid)
    assertRejected(await accept(token), linkInvalid)
  })

  test('an invitation works until it expires, also for a registration that started before', async () => {
    const token = await inviteWith(service(), [owner])
    service().clock.advance(24 * hour - 1)
    const { session, registrationRequestOptions } = await startJoin(service(), token)
    service().clock.advance(1)
    assertRejected(await lookUp(token), linkInvalid)
    assertRejected(await accept(token), linkInvalid)
    const creationResult = newDevice().create(registrationRequestOptions)
    assertRejected(await service().post(`${own}/reg/complete`, { session, creationResult }), registrationRejected)
  })

  test('damaged, invented, and foreign tokens are no invitations', async () => {
    const token = await inviteWith(service(), [owner])
    const other = await inviteWith(service(), [owner])
    const [id, secret] = token.split('.') as [string, string]
    const odd = ['x', token.slice(0, -2), `${token}A`, `${id}.${other.split('.')[1]}`, `tti_x.${secret}`, secret]
    for (const wrong of odd) assertRejected(await lookUp(wrong), linkInvalid)
    for (const wrong of odd) assertRejected(await accept(wrong), linkInvalid)
    readBody(await lookUp(token))
  })

  test('the username of another member is taken, and one that could deceive is rejected', async () => {
    const { username } = await join(service(), await inviteWith(service(), [owner]))
    const token = await inviteWith(service(), [owner])
    const taken = { status: 409, msg: /Another member/, msgCode: 'username_taken' }
    assertRejected(await accept(token, { username: username.toUpperCase() }), taken)
    for (const wrong of ['ada\u202e', ' ', undefined])
      assertRejected(await accept(token, { username: wrong }), { status: 400, msg: /username/, msgCode: 'bad_request' })
  })

  test('without an invitation, no registration creates an account at the installation', async () => {
    await inviteWith(service(), [owner])
    const user = { username: newName() }
    const body = { deviceInfo: {}, user, app: { id: 'thumbturn' } }
    assertRejected(await service().post(`${own}/reg/init`, body), {
      status: 401,
      msg: /only with a token/,
      msgCode: 'unauthorized',
    })
    assert.deepEqual(offered(readBody<MfaNext>(await service().post(`${own}/mfa/begin`, body))), ['passkey:auth'])
    for (const path of ['/register/fido2/init', '/register/password']) {
      const asked = { client_id: 'thumbturn', username: user.username }
      assert.equal((await service().ask('POST', `/${path}`, { body: asked })).status, 401, path)
    }
    const rows = await service().database.query(`select id from users where username = '${user.username}'`)
    assert.deepEqual(rows, [])
  })

  test('a role on an application that was deleted and created again is not given', async () => {
    const { core, clock } = service()
    const request = { id: 'brief', rpId: 'localhost', origins: ['http://localhost'] }
    await createApplication(core, request)
    const token = await inviteWith(service(), [
      { application: 'brief', role: 'owner' },
      { application: 'demo', role: 'viewer' },
    ])
    await deleteApplication(core, { id: 'brief', by: 'test' })
    clock.advance(61_000)
    await createApplication(core, request)
    const { answer, device } = await join(service(), token)
    const dashboard = await openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    const { roles } = readBody<{ roles: unknown }>(await dashboard.ask('GET', '/session'))
    assert.deepEqual(roles, [{ application: 'demo', role: 'viewer' }])
  })

  test('invitations of an owner who is removed, deleted, or no longer an owner are withdrawn, and no others', async () => {
    const dashboard = await newMember(service())
    const invite = async (inviting: Dashboard) => {
      const answer = await inviting.ask('POST', '/invitations', { body: { roles: [owner] } })
      return readBody<{ url: string }>(answer).url.split('#')[1]!
    }
    const endings: ((member: Dashboard['member']) => Promise<unknown>)[] = [
      ({ id }) => dashboard.ask('DELETE', `/members/${id}`),
      ({ id }) => dashboard.ask('PATCH', `/members/${id}`, { body: { roles: [{ ...owner, role: 'developer' }] } }),
      async ({ id: userId }) => {
        const { core } = service()
        const application = await ensureOwnApplication(core, 'http://localhost:4300')
        await deleteUser(core, { backend: { application, keyId: 'test' }, userId })
      },
    ]
    const kept = await invite(dashboard)
    for (const end of endings) {
      const grace = await newMember(service())
      const token = await invite(grace)
      readBody(await lookUp(token))
      await end(grace.member)
      assertRejected(await lookUp(token), linkInvalid)
    }
    readBody(await lookUp(kept))
  })
})
