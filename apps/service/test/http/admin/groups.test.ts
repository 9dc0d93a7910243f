import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, newName, readBody } from '@thumbturn/service-harness/situations.ts'
import { createUser } from '../../../src/core/use-cases/users/administer.ts'

const base = '//admin/v1/applications/demo'
const unknownId = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
const noGroup = { status: 404, msg: 'This application has no such group', msgCode: 'not_found' }
const noUser = { status: 404, msg: 'This application has no such user', msgCode: 'not_found' }

type GroupResponse = { id: string; name: string; description?: string; claims: object; version: number }
type Members = { members: { userId: string; username: string }[]; next?: string }

eachEngine('administration of groups', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const { text: token, key } = await createAdminKey(service())
    const ask = (method: string, path: string, body?: object) =>
      service().ask(method, `${base}${path}`, { token, body })
    return {
      ask,
      keyId: key.id,
      create: async (body: object = {}) =>
        readBody<GroupResponse>(await ask('POST', '/groups', { name: newName('group'), ...body })),
      listAudit: async (target: string) => {
        const { entries } = readBody<{
          entries: { action: string; target?: string; before?: object; after?: object }[]
        }>(await service().ask('GET', '//admin/v1/audit?limit=100', { token }))
        return entries.filter((entry) => entry.target === target).toReversed()
      },
      listEvents: async (groupId: string) =>
        (await service().core.store.events.list('demo', 10_000))
          .filter(({ detail }) => detail?.groupId === groupId)
          .map(({ type, userId, detail }) => ({ type, ...(userId && { userId }), detail })),
    }
  }

  const newUser = async (username = newName()) => {
    const application = (await service().core.applications.findFresh('demo'))!
    return createUser(service().core, { application, keyId: undefined }, { username })
  }

  test('a group is created, changed, and deleted, with events and audit entries', async () => {
    const { ask, keyId, listAudit, listEvents } = await adminCalls()
    const [name, other] = [newName('Team'), newName('Other')]
    const body = { name, description: 'A team', claims: { level: 1 } }
    const created = readBody<GroupResponse>(await ask('POST', '/groups', body))
    assert.partialDeepStrictEqual(created, { ...body, version: 1 })
    const path = `/groups/${created.id}`
    const changed = readBody<GroupResponse>(await ask('PATCH', path, { name: other, description: '', version: 1 }))
    assert.partialDeepStrictEqual(changed, { id: created.id, name: other, claims: { level: 1 }, version: 2 })
    assert.equal(changed.description, undefined)
    assert.deepEqual(readBody(await ask('GET', path)), { ...changed, members: 0 })
    assert.equal((await ask('DELETE', path)).status, 204)
    for (const method of ['GET', 'PATCH', 'DELETE']) assertRejected(await ask(method, path, {}), noGroup)
    const detail = { groupId: created.id, key: keyId }
    assert.deepEqual(await listEvents(created.id), [
      { type: 'fido2.group.deleted', detail: { ...detail, name: other } },
      { type: 'fido2.group.changed', detail: { ...detail, fields: 'name description' } },
      { type: 'fido2.group.created', detail: { ...detail, name } },
    ])
    assert.partialDeepStrictEqual(await listAudit(created.id), [
      { action: 'group.created', after: body },
      { action: 'group.changed', before: { name, description: 'A team' }, after: { name: other, description: null } },
      { action: 'group.deleted', before: { name: other, description: null, claims: { level: 1 } } },
    ])
  })

  test('of several changes of one version, one is made; without a version, all are', async () => {
    const { ask, create } = await adminCalls()
    const { id } = await create()
    const change = (body: object) => ask('PATCH', `/groups/${id}`, body)
    const versioned = await Promise.all([1, 2, 3].map((level) => change({ claims: { level }, version: 1 })))
    assert.deepEqual(versioned.map(({ status }) => status).toSorted(), [200, 409, 409])
    const message = 'The group was changed since it was read: read it again'
    const lost = versioned.find(({ status }) => status === 409)!
    assertRejected(lost, { status: 409, msg: message, msgCode: 'conflict' })
    const others = await Promise.all([4, 5].map((level) => change({ claims: { level } })))
    assert.deepEqual(
      others.map(({ status }) => status),
      [200, 200],
    )
    const unchanged = readBody<GroupResponse>(await change({}))
    assert.equal(unchanged.version, 4)
  })

  test('a name is taken in any case, and only in its application', async () => {
    const { ask, create } = await adminCalls()
    const { name } = await create()
    const second = await create()
    const taken = { status: 409, msg: 'Another group has the name', msgCode: 'conflict' }
    assertRejected(await ask('POST', '/groups', { name: name.toUpperCase() }), taken)
    assertRejected(await ask('PATCH', `/groups/${second.id}`, { name: name.toUpperCase() }), taken)
    readBody(await ask('PATCH', `/groups/${second.id}`, { name: second.name.toUpperCase() }))
  })

  const invalid: [object, RegExp][] = [
    [{ name: 'a,b' }, /^name must not have ,/],
    [{ name: '' }, /name/],
    [{ claims: { sub: 'x' } }, /^claims: "sub" is a claim of OpenID Connect or JWT/],
    [{ claims: { note: 'x'.repeat(5_000) } }, /^claims: the JSON has/],
    [{ claims: 'text' }, /claims/],
    [{ claim: {} }, /did you mean claims/],
  ]
  for (const [body, msg] of invalid)
    test(`a group cannot have ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const { ask, create } = await adminCalls()
      const { id, name } = await create()
      const rejection = { status: 400, msg, msgCode: 'bad_request' }
      assertRejected(await ask('PATCH', `/groups/${id}`, body), rejection)
      assertRejected(await ask('POST', '/groups', { name: `${name} 2`, ...body }), rejection)
    })

  test('groups are listed by name, page by page', async () => {
    const { ask, create } = await adminCalls()
    for (let number = 0; number < 3; number++) await create()
    const names: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { groups: GroupResponse[]; next?: string } = readBody(
        await ask('GET', `/groups?limit=2&after=${encodeURIComponent(after)}`),
      )
      names.push(...page.groups.map(({ name }) => name))
      after = page.next
    }
    assert.ok(names.length >= 3)
    const all = readBody<{ groups: GroupResponse[] }>(await ask('GET', '/groups')).groups.map(({ name }) => name)
    assert.deepEqual(names, all)
  })

  test('members are added once, listed page by page, and removed once', async () => {
    const { ask, create, keyId, listEvents } = await adminCalls()
    const { id } = await create()
    const users = [await newUser(), await newUser(), await newUser()]
    const userIds = users.map((user) => user.id)
    const add = (ids: readonly string[]) => ask('POST', `/groups/${id}/members`, { userIds: ids })
    assert.equal((await add([userIds[0]!, userIds[0]!, userIds[1]!])).status, 204)
    assert.equal((await add(userIds)).status, 204)
    const first = readBody<Members>(await ask('GET', `/groups/${id}/members?limit=2`))
    const rest = readBody<Members>(await ask('GET', `/groups/${id}/members?limit=2&after=${first.next}`))
    const listed = [...first.members, ...rest.members].map(({ userId, username }) => [userId, username])
    assert.deepEqual(listed, users.map((user) => [user.id, user.username]).sort())
    assert.equal(rest.next, undefined)
    for (let time = 0; time < 2; time++)
      assert.equal((await ask('DELETE', `/groups/${id}/members/${userIds[0]}`)).status, 204)
    const events = await listEvents(id)
    const detail = { groupId: id, key: keyId }
    assert.deepEqual(events[0], { type: 'fido2.group.member_removed', userId: userIds[0], detail })
    const added = events.filter(({ type }) => type === 'fido2.group.member_added').map(({ userId }) => userId)
    assert.deepEqual([added.sort(), events.length], [userIds.toSorted(), 5])
    assert.equal(readBody<{ members: number }>(await ask('GET', `/groups/${id}`)).members, 2)
  })

  test('adding members adds all or none, and names the user who does not exist', async () => {
    const { ask, create } = await adminCalls()
    const { id } = await create()
    const user = await newUser()
    const body = { userIds: [user.id, unknownId] }
    const missing = { status: 404, msg: `This application has no user ${unknownId}`, msgCode: 'not_found' }
    assertRejected(await ask('POST', `/groups/${id}/members`, body), missing)
    assert.deepEqual(readBody(await ask('GET', `/groups/${id}/members`)), { members: [] })
    assertRejected(await ask('POST', `/groups/${unknownId}/members`, { userIds: [user.id] }), noGroup)
    assertRejected(await ask('GET', `/groups/${unknownId}/members`), noGroup)
    assertRejected(await ask('DELETE', `/groups/${unknownId}/members/${user.id}`), noGroup)
  })

  test('the groups of a user are set by name; unknown ones are listed, and nothing changes', async () => {
    const { ask, create, listAudit } = await adminCalls()
    const groups = [await create(), await create(), await create()]
    const [first, second, third] = groups.map(({ name }) => name)
    const { id } = await newUser()
    const set = (names: readonly unknown[]) => ask('PUT', `/users/${id}/groups`, { groups: names })
    const namesIn = (response: Awaited<ReturnType<typeof set>>) =>
      readBody<{ groups: { name: string }[] }>(response).groups.map(({ name }) => name)
    assert.deepEqual(namesIn(await set([second, first?.toUpperCase(), first])), [first, second].toSorted())
    assert.deepEqual(namesIn(await set([third, second])), [second, third].toSorted())
    const unknown = { status: 400, msg: 'There is no group gone, lost', msgCode: 'bad_request' }
    assertRejected(await set([first, 'lost', 'gone']), unknown)
    const { groups: held } = readBody<{ groups: { name: string }[] }>(await ask('GET', `/users/${id}/profile`))
    assert.deepEqual(
      held.map(({ name }) => name),
      [second, third].toSorted(),
    )
    assert.deepEqual(namesIn(await set([])), [])
    const before = { groups: [second, third].toSorted() }
    assert.partialDeepStrictEqual((await listAudit(id)).at(-1), {
      action: 'user.groupsChanged',
      before,
      after: { groups: [] },
    })
    assertRejected(await ask('PUT', `/users/${unknownId}/groups`, { groups: [] }), noUser)
  })

  test('a user can be in a hundred groups', async () => {
    const { ask, create } = await adminCalls()
    const { id: userId } = await newUser()
    const names = await Promise.all(Array.from({ length: 100 }, async () => (await create()).name))
    readBody(await ask('PUT', `/users/${userId}/groups`, { groups: names }))
    const { id } = await create()
    const full = { status: 400, msg: `The user ${userId} is in 100 groups, which is the most`, msgCode: 'bad_request' }
    assertRejected(await ask('POST', `/groups/${id}/members`, { userIds: [userId] }), full)
  })

  test('a profile is changed field by field, and its values are in neither the audit log nor events', async () => {
    const { ask, keyId, listAudit } = await adminCalls()
    const { id } = await newUser()
    const path = `/users/${id}/profile`
    const empty = { profile: { claims: {}, version: 0 }, groups: [] }
    assert.deepEqual(readBody(await ask('GET', path)), empty)
    const first = { name: 'Ada Lovelace', locale: 'en-GB', claims: { department: 'Engines' }, version: 0 }
    readBody(await ask('PATCH', path, first))
    const second = readBody<object>(await ask('PATCH', path, { nickname: 'ada', locale: '', claims: { a: 1 } }))
    assert.partialDeepStrictEqual(second, { name: 'Ada Lovelace', nickname: 'ada', claims: { a: 1 }, version: 2 })
    assert.equal('locale' in second, false)
    assert.deepEqual(readBody(await ask('PATCH', path, { nickname: 'ada' })), second)
    assert.equal((await ask('PATCH', path, { name: 'Other', version: 1 })).status, 409)
    assert.deepEqual(readBody(await ask('GET', path)), { profile: second, groups: [] })
    const fields = ['name locale claims', 'nickname locale claims']
    assert.partialDeepStrictEqual(
      await listAudit(id),
      fields.map((text) => ({ after: { fields: text } })),
    )
    const events = (await service().core.store.events.list('demo', 10_000)).filter(({ userId }) => userId === id)
    assert.deepEqual(
      events.filter(({ type }) => type === 'fido2.user.profile_changed').map(({ detail }) => detail),
      fields.toReversed().map((text) => ({ fields: text, key: keyId })),
    )
    for (const method of ['GET', 'PATCH']) assertRejected(await ask(method, `/users/${unknownId}/profile`, {}), noUser)
  })

  const invalidProfiles: [object, RegExp][] = [
    [{ picture: 'http://example.com/a.png' }, /^picture must/],
    [{ zoneinfo: 'Nowhere' }, /^zoneinfo must/],
    [{ name: 'x'.repeat(257) }, /name/],
    [{ claims: { email: 'x' } }, /"email" is a claim/],
    [{ nickName: 'x' }, /did you mean nickname/],
  ]
  for (const [body, msg] of invalidProfiles)
    test(`a profile cannot have ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const { ask } = await adminCalls()
      const { id } = await newUser()
      assertRejected(await ask('PATCH', `/users/${id}/profile`, body), { status: 400, msg, msgCode: 'bad_request' })
    })
})
