import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember, owner } from '@thumbturn/service-harness/members.ts'
import { type Directory, newDirectory, readRoles, scimBase } from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'

const viewer = { application: '*', role: 'viewer' } as const

eachEngine('the directory in the dashboard', (fresh) => {
  const service = useService(fresh)
  let admin: Dashboard
  let directory: Directory
  before(async () => {
    admin = await newMember(service())
    directory = await newDirectory(service())
  })

  const map = (id: string, roles: readonly object[], by = admin) =>
    by.ask('PUT', `/directory/groups/${id}/roles`, { body: { roles } })

  test('shows its address, its last request, and its groups', async () => {
    assert.deepEqual(readBody(await admin.ask('GET', '/directory')), { baseUrl: scimBase, users: 0, groups: [] })
    const user = await directory.createUser()
    const { id, displayName } = await directory.createGroup('Shown', [user.id])
    const state = readBody<{ lastRequest: { at: string; keyName: string } }>(await admin.ask('GET', '/directory'))
    assert.partialDeepStrictEqual(state, { users: 1, groups: [{ id, displayName, members: 1, roles: [] }] })
    const at = new Date(service().clock.now()).toISOString()
    assert.partialDeepStrictEqual(state.lastRequest, { at, keyName: 'Directory' })
  })

  test('is named as the source of its members', async () => {
    const { userName, id } = await directory.createUser()
    const { members } = readBody<{ members: { id: string; username: string; provisioned: boolean }[] }>(
      await admin.ask('GET', '/members'),
    )
    const isProvisioned = (username: string) => members.find((one) => one.username === username)?.provisioned
    assert.equal(isProvisioned(userName), true)
    assert.equal(members.find((one) => one.id === admin.member.id)?.provisioned, false)
    const renamed = await admin.ask('PATCH', `/members/${id}`, { body: { name: 'Renamed' } })
    assert.partialDeepStrictEqual(readBody(renamed), { name: 'Renamed', provisioned: true })
  })

  test('maps roles to groups, with an audit entry', async () => {
    const user = await directory.createUser()
    const group = await directory.createGroup('Mapped', [user.id])
    const roles = [viewer, { application: 'demo', role: 'owner' }]
    assert.partialDeepStrictEqual(readBody(await map(group.id, roles)), { id: group.id, members: 1, roles })
    assert.deepEqual(await readRoles(service(), user), roles)
    const { entries } = readBody<{ entries: object[] }>(await admin.ask('GET', '/audit?limit=10'))
    const entry = entries.find((one) => 'action' in one && one.action === 'directoryGroup.mapped')
    assert.partialDeepStrictEqual(entry, {
      target: group.id,
      actor: { id: admin.member.id },
      before: { roles: [] },
      after: { displayName: 'Mapped', roles },
    })
    readBody(await map(group.id, []))
    assert.deepEqual(await readRoles(service(), user), [])
  })

  test('maps no role on an unknown application, and none by a member who is no owner', async () => {
    const { id } = await directory.createGroup()
    const unknown = [{ application: 'nowhere', role: 'viewer' }]
    assertRejected(await map(id, unknown), { status: 400, msg: /the application nowhere/, msgCode: 'bad_request' })
    assertRejected(await map('missing', [viewer]), { status: 404, msg: /no such group/, msgCode: 'not_found' })
    const developer = await newMember(service(), [{ ...owner, role: 'developer' }])
    assertRejected(await map(id, [viewer], developer), { status: 403, msg: /owner/, msgCode: 'forbidden' })
    assert.equal((await developer.ask('GET', '/directory')).status, 403)
  })

  test('gives the roles of a provisioned member: an owner can change their name, but not their roles', async () => {
    const { id } = await directory.createUser()
    const rejected = { status: 409, msg: /come from the groups/, msgCode: 'conflict' }
    assertRejected(await admin.ask('PATCH', `/members/${id}`, { body: { roles: [viewer] } }), rejected)
    readBody(await admin.ask('PATCH', `/members/${id}`, { body: { name: 'Another name' } }))
  })
})
