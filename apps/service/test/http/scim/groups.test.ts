import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import {
  assertScimError,
  type Directory,
  groupBody,
  newDirectory,
  newMappedGroup,
  patchBody,
  readRoles,
  type ScimGroup,
  type ScimUser,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'
import { mapDirectoryGroup } from '../../../src/core/use-cases/directory/groups.ts'

const developer = { application: '*', role: 'developer' } as const
const viewer = { application: '*', role: 'viewer' } as const
const onDemo = { application: 'demo', role: 'owner' } as const

eachEngine('SCIM groups', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    await newMember(service())
    directory = await newDirectory(service())
  })

  const patch = async (id: string, ...operations: object[]) =>
    readBody<ScimGroup>(await directory.ask('PATCH', `/Groups/${id}`, patchBody(...operations)))
  const add = (...ids: string[]) => ({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) })

  test('a member has the highest role on each application that one of their groups has', async () => {
    const user = await directory.createUser()
    assert.deepEqual(await readRoles(service(), user), [])
    const low = await newMappedGroup(service(), directory, { roles: [viewer, onDemo], members: [user.id] })
    assert.deepEqual(await readRoles(service(), user), [viewer, onDemo])
    const high = await newMappedGroup(service(), directory, { roles: [developer] })
    await patch(high.id, add(user.id))
    assert.deepEqual(await readRoles(service(), user), [developer, onDemo])
    await patch(low.id, { op: 'remove', path: `members[value eq "${user.id}"]` })
    assert.deepEqual(await readRoles(service(), user), [developer])
    assert.equal((await directory.ask('DELETE', `/Groups/${high.id}`)).status, 204)
    assert.deepEqual(await readRoles(service(), user), [])
  })

  test('a new mapping changes the roles of all members of the group at once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => directory.createUser()))
    const group = await directory.createGroup(
      newName(),
      users.map(({ id }) => id),
    )
    for (const roles of [[viewer, onDemo], [developer], []]) {
      await mapDirectoryGroup(service().core, group.id, roles)
      for (const user of users) assert.deepEqual(await readRoles(service(), user), roles)
    }
  })

  test('a group of hundreds of members is changed in one batch', async () => {
    const ids: string[] = []
    for (let at = 0; at < 12; at++) {
      const some = await Promise.all(Array.from({ length: 25 }, () => directory.createUser()))
      ids.push(...some.map(({ id }) => id))
    }
    const group = await newMappedGroup(service(), directory, { roles: [viewer], members: ids })
    const [first, last] = [{ id: ids[0]! }, { id: ids.at(-1)! }]
    assert.deepEqual(await readRoles(service(), last), [viewer])
    const replaced = await patch(group.id, { op: 'replace', path: 'members', value: [{ value: first.id }] })
    assert.equal(replaced.members?.length, 1)
    assert.deepEqual(await readRoles(service(), first), [viewer])
    assert.deepEqual(await readRoles(service(), last), [])
  })

  test('a user lists their groups, and a group its members', async () => {
    const user = await directory.createUser()
    const group = await directory.createGroup('Listed', [user.id])
    const found = readBody<ScimUser>(await directory.ask('GET', `/Users/${user.id}`))
    assert.partialDeepStrictEqual(found.groups, [{ value: group.id, display: 'Listed', type: 'direct' }])
    assert.partialDeepStrictEqual(group.members, [{ value: user.id, type: 'User' }])
    const without = await directory.ask('GET', `/Groups/${group.id}?excludedAttributes=members`)
    assert.equal(readBody<ScimGroup>(without).members, undefined)
    await directory.ask('DELETE', `/Users/${user.id}`)
    assert.equal(readBody<ScimGroup>(await directory.ask('GET', `/Groups/${group.id}`)).members, undefined)
  })

  test('PUT replaces the name and all members of a group', async () => {
    const [leaving, staying, joining] = await Promise.all([1, 2, 3].map(() => directory.createUser()))
    const group = await directory.createGroup('Operators', [leaving!.id, staying!.id])
    const members = [staying!, joining!].map(({ id }) => ({ value: id }))
    const body = groupBody('On call', { members })
    const replaced = readBody<ScimGroup>(await directory.ask('PUT', `/Groups/${group.id}`, body))
    assert.equal(replaced.displayName, 'On call')
    const found = readBody<ScimGroup>(await directory.ask('GET', `/Groups/${group.id}`))
    assert.deepEqual(found.members?.map(({ value }) => value).sort(), [staying!.id, joining!.id].sort())
    assert.equal(readBody<ScimUser>(await directory.ask('GET', `/Users/${leaving!.id}`)).groups, undefined)
    const empty = await directory.ask('PUT', `/Groups/${group.id}`, groupBody('On call'))
    assert.equal(readBody<ScimGroup>(empty).members, undefined)
  })

  test('the name of a group is unique in any case', async () => {
    const { displayName } = await directory.createGroup()
    const taken = { status: 409, scimType: 'uniqueness', detail: /displayName/ }
    assertScimError(await directory.ask('POST', '/Groups', groupBody(displayName.toUpperCase())), taken)
    const other = await directory.createGroup()
    assertScimError(await directory.ask('PUT', `/Groups/${other.id}`, groupBody(displayName)), taken)
  })

  test('members are users whom the directory provisioned, no groups', async () => {
    const { id } = await directory.createGroup()
    const invalid = (detail: RegExp) => ({ status: 400, scimType: 'invalidValue', detail })
    const unknown = patchBody(add('00000000-0000-4000-8000-000000000000'))
    assertScimError(await directory.ask('PATCH', `/Groups/${id}`, unknown), invalid(/group member 00000000/))
    const nested = groupBody('Nested', { members: [{ value: id, type: 'Group' }] })
    assertScimError(await directory.ask('POST', '/Groups', nested), invalid(/groups can't contain groups/))
  })

  test('concurrent changes of one group are all kept', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => directory.createUser()))
    const { id } = await newMappedGroup(service(), directory, { roles: [viewer] })
    await Promise.all(users.map((user) => patch(id, add(user.id))))
    const { members } = readBody<ScimGroup>(await directory.ask('GET', `/Groups/${id}`))
    assert.equal(members?.length, 8)
    for (const user of users) assert.deepEqual(await readRoles(service(), user), [viewer])
  })
})
