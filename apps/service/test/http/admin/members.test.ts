import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminApi, type Route } from '@thumbturn/contract'
import { exampleCall } from '@thumbturn/service-harness/calls.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, join, newMember, openDashboard, owner } from '@thumbturn/service-harness/members.ts'
import { startAlone } from '@thumbturn/service-harness/nodes.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import { isOwner } from '../../../src/core/model/members/roles.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const noSession = { status: 401, msg: /no session/, msgCode: 'unauthorized' }
const noMember = { status: 404, msg: 'The installation has no such member', msgCode: 'not_found' }
const lastOwner = { status: 409, msg: /the last owner/, msgCode: 'last_owner' }
const viewer = { application: '*', role: 'viewer' } as const
const ofDemo = { application: 'demo', role: 'developer' } as const

eachEngine('members', (fresh) => {
  const secret = Buffer.alloc(32, 5)
  const service = useService(fresh, { secret })
  const patch = (dashboard: Dashboard, { member }: Dashboard, body: object) =>
    dashboard.ask('PATCH', `/members/${member.id}`, { body })
  const remove = (dashboard: Dashboard, { member }: Dashboard) => dashboard.ask('DELETE', `/members/${member.id}`)

  test('an owner invites a member by a link that is shown once, and can withdraw it', async () => {
    const dashboard = await newMember(service())
    const body = { roles: [ofDemo], email: 'grace@example.com', expiresInHours: 1 }
    const made = readBody<{ id: string; url: string }>(await dashboard.ask('POST', '/invitations', { body }))
    const listed = readBody<{ invitations: { id: string; url?: string; createdBy: string }[] }>(
      await dashboard.ask('GET', '/invitations'),
    )
    const [found] = listed.invitations.filter(({ id }) => id === made.id)
    assert.deepEqual([found?.url, found?.createdBy], [undefined, `member ${dashboard.member.id}`])

    const token = made.url.split('#')[1]!
    const { answer, device } = await join(service(), token)
    const grace = await openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    assert.partialDeepStrictEqual(readBody(await grace.ask('GET', '/session')), {
      member: { email: 'grace@example.com' },
      roles: [ofDemo],
    })

    const other = readBody<{ id: string }>(await dashboard.ask('POST', '/invitations', { body }))
    readBody(await dashboard.ask('DELETE', `/invitations/${other.id}`), 204)
    for (const id of [other.id, made.id, 'x'])
      assert.equal((await dashboard.ask('DELETE', `/invitations/${id}`)).status, 404)
  })

  test('an invitation needs at least one role, on applications that exist, and one for each', async () => {
    const dashboard = await newMember(service())
    for (const roles of [
      [],
      [ofDemo, ofDemo],
      [{ ...ofDemo, application: 'nowhere' }],
      [{ ...ofDemo, application: 'thumbturn' }],
    ]) {
      const answer = await dashboard.ask('POST', '/invitations', { body: { roles } })
      assert.equal(answer.status, 400, answer.text)
    }
  })

  test('a member sees the applications that they have a role on, and no others', async () => {
    await createApplication(service().core, { id: 'hidden', rpId: 'localhost', origins: ['http://localhost'] })
    const dashboard = await newMember(service(), [ofDemo])
    const { applications } = readBody<{ applications: { id: string }[] }>(await dashboard.ask('GET', '/applications'))
    assert.deepEqual(
      applications.map(({ id }) => id),
      ['demo'],
    )
    const unknown = (id: string) => ({ status: 404, msg: `There is no application ${id}`, msgCode: 'not_found' })
    for (const id of ['hidden', 'nowhere', 'thumbturn']) {
      assertRejected(await dashboard.ask('GET', `/applications/${id}/events`), unknown(id))
      assertRejected(await dashboard.ask('PATCH', `/applications/${id}`, { body: {} }), unknown(id))
    }
    readBody(await dashboard.ask('GET', '/applications/demo'))
  })

  test('every route of an application is closed to members of another one, also its exports and streams', async () => {
    await createApplication(service().core, { id: 'other', rpId: 'localhost', origins: ['http://localhost'] })
    const dashboard = await newMember(service(), [{ application: 'demo', role: 'owner' }])
    const routes = Object.entries<Route>(adminApi.routes).filter(([, { path }]) =>
      path.startsWith('/applications/{id}'),
    )
    assert.ok(routes.length > 30)
    for (const [name, route] of routes) {
      const { method, path, ask } = exampleCall({ name, api: adminApi, route }, { id: 'other' })
      const answer = await dashboard.ask(method, path.replace('//admin/v1', ''), ask)
      assertRejected(answer, { status: 404, msg: 'There is no application other', msgCode: 'not_found' })
    }
    const overview = await dashboard.ask('GET', '/analytics/applications')
    const { applications } = readBody<{ applications: { id: string }[] }>(overview)
    assert.deepEqual(
      applications.map(({ id }) => id),
      ['demo'],
    )
  })

  test('only owners create keys of the installation', async () => {
    const create = async (roles: Parameters<typeof newMember>[1]) =>
      (await newMember(service(), roles)).ask('POST', '/applications/thumbturn/api-keys', { body: {} })
    assert.equal((await create([{ application: '*', role: 'developer' }])).status, 403)
    readBody(await create([owner]))
  })

  test('roles that change, and a removal, count for the next call on every node', async (t) => {
    const { database, clock } = service()
    const far = await startService({ databaseUrl: database.url, secret, clock })
    t.after(() => far.close())
    const dashboard = await newMember(service())
    const grace = await newMember(service(), [ofDemo])
    const elsewhere = (path: string) =>
      far.ask('GET', `//admin/v1${path}`, { headers: { cookie: grace.cookie, origin: 'http://localhost:4300' } })
    readBody(await elsewhere('/applications/demo/outbox'), 404)
    readBody(await elsewhere('/applications/demo'))

    const changed = readBody(await patch(dashboard, grace, { roles: [viewer], name: 'Grace' }))
    assert.partialDeepStrictEqual(changed, { name: 'Grace', roles: [viewer] })
    assertRejected(await elsewhere('/applications/demo/outbox'), {
      status: 403,
      msg: /role developer/,
      msgCode: 'forbidden',
    })
    readBody(await patch(dashboard, grace, { roles: [{ application: 'demo', role: 'viewer' }] }))
    assertRejected(await elsewhere('/checks'), { status: 403, msg: /whole installation/, msgCode: 'forbidden' })

    readBody(await remove(dashboard, grace), 204)
    assertRejected(await elsewhere('/session'), noSession)
    assertRejected(await remove(dashboard, grace), noMember)
    assertRejected(await patch(dashboard, grace, { name: 'x' }), noMember)
  })

  test('members list and end their own sessions, and owners those of every member', async () => {
    const dashboard = await newMember(service())
    const grace = await newMember(service(), [ofDemo])
    const path = `/members/${grace.member.id}/sessions`
    const list = async (of: Dashboard) =>
      readBody<{ sessions: { id: string; current: boolean }[] }>(await of.ask('GET', path)).sessions
    const [own] = await list(grace)
    assert.equal(own?.current, true)
    assert.deepEqual(
      (await list(dashboard)).map(({ id, current }) => [id, current]),
      [[own!.id, false]],
    )
    assertRejected(await grace.ask('GET', `/members/${dashboard.member.id}/sessions`), noMember)
    assertRejected(await grace.ask('DELETE', `/members/${dashboard.member.id}/sessions/${own!.id}`), noMember)
    const crossed = await dashboard.ask('DELETE', `/members/${dashboard.member.id}/sessions/${own!.id}`)
    assert.equal(crossed.status, 404, 'a session is ended under its own member only')
    readBody(await dashboard.ask('DELETE', `${path}/${own!.id}`), 204)
    assertRejected(await grace.ask('GET', '/session'), noSession)
  })

  test('the last owner can be neither removed nor lowered, also by two owners at the same time', async (t) => {
    const near = await startAlone(t, fresh)
    const ada = await newMember(near)
    assertRejected(await remove(ada, ada), lastOwner)
    assertRejected(await patch(ada, ada, { roles: [viewer] }), lastOwner)
    readBody(await patch(ada, ada, { roles: [owner, ofDemo] }))
    let owners: Dashboard[] = [ada]
    for (let round = 0; round < 5; round++) {
      const [left, right] = [owners[0]!, await newMember(near)]
      await Promise.all([patch(left, right, { roles: [viewer] }), patch(right, left, { roles: [viewer] })])
      const found = (await near.core.store.members.list()).filter(isOwner).map(({ userId }) => userId)
      owners = [left, right].filter(({ member }) => found.includes(member.id))
      assert.equal(owners.length, 1)
    }
  })
})
