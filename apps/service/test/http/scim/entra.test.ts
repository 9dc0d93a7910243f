import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type Directory,
  newDirectory,
  patchBody,
  type ScimGroup,
  type ScimList,
  type ScimUser,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'

// Requests as Microsoft documents them: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const profile = (userName: string) => ({
  schemas: [user, enterprise],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName,
  active: true,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
  [enterprise]: { department: 'Research', employeeNumber: '701984' },
})

eachEngine('Microsoft Entra ID', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  const read = async <T>(path: string) => readBody<T>(await directory.ask('GET', path))
  const find = <T>(path: string, filter: string) => read<ScimList<T>>(`${path}?${new URLSearchParams({ filter })}`)
  const patch = async <T>(path: string, ...operations: object[]) =>
    readBody<T>(await directory.ask('PATCH', path, patchBody(...operations)))

  test('tests the connection with a user who does not exist', async () => {
    const found = await find<ScimUser>('/Users', 'userName eq "9e0e2f7e-5f27-4b6f-9d3a-8c2d6b1f3a77"')
    assert.deepEqual(found, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
  })

  test('provisions a user and finds them by every matching attribute', async () => {
    const userName = 'Test_User_ab6490ee@testuser.com'
    const created = readBody<ScimUser>(await directory.ask('POST', '/Users', profile(userName)), 201)
    for (const filter of [
      `userName eq "${userName}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      `id eq "${created.id}"`,
    ])
      assert.deepEqual((await find<ScimUser>('/Users', filter)).Resources, [created], filter)
    assert.deepEqual(await read(`/Users/${created.id}`), created)
  })

  test('updates, disables, and deletes a user', async () => {
    const { id } = readBody<ScimUser>(await directory.ask('POST', '/Users', profile('patched@testuser.com')), 201)
    const path = `/Users/${id}`
    const updated = await patch(
      path,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
      { op: 'Add', path: 'preferredLanguage', value: 'en' },
    )
    assert.partialDeepStrictEqual(updated, {
      emails: [{ type: 'work', value: 'updatedEmail@microsoft.com', primary: true }],
      name: { givenName: 'givenName', familyName: 'updatedFamilyName' },
    })
    // Without its flag for standard requests, it sends names of parts, and booleans as texts.
    const odd = await patch(path, {
      op: 'Add',
      value: { 'name.givenName': 'Odd', 'emails[type eq "home"].value': 'h@x.y' },
    })
    assert.partialDeepStrictEqual(odd, { name: { givenName: 'Odd' } })
    assert.ok(JSON.stringify(odd).includes('h@x.y'))
    assert.partialDeepStrictEqual(await patch(path, { op: 'Replace', path: 'active', value: 'False' }), {
      active: false,
    })
    assert.partialDeepStrictEqual(await read(path), { active: false })
    const disabled = await find<ScimUser>('/Users', 'userName eq "patched@testuser.com"')
    assert.partialDeepStrictEqual(disabled.Resources, [{ id, active: false }])
    assert.partialDeepStrictEqual(await patch(path, { op: 'Replace', path: 'active', value: 'True' }), { active: true })
    const renamed = await patch(path, { op: 'Replace', path: 'userName', value: '5b50642d@testuser.com' })
    assert.partialDeepStrictEqual(renamed, { userName: '5b50642d@testuser.com' })
    assert.equal((await directory.ask('DELETE', path)).status, 204)
    assert.equal((await directory.ask('GET', path)).status, 404)
  })

  test('replaces an email address that the user does not have yet, and removes it', async () => {
    const { id } = await directory.createUser('no-mail@testuser.com')
    const path = 'emails[type eq "work"].value'
    const added = await patch(`/Users/${id}`, { op: 'Replace', path, value: 'new@testuser.com' })
    assert.partialDeepStrictEqual(added, { emails: [{ type: 'work', value: 'new@testuser.com' }] })
    const removed = await patch<object>(`/Users/${id}`, { op: 'Remove', path: 'emails[type eq "work"]' })
    assert.ok(!('emails' in removed))
  })

  test('creates a group, changes its name and members, and deletes it', async () => {
    const member = await directory.createUser('member@testuser.com')
    const body = {
      schemas: [group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    }
    const created = readBody<ScimGroup>(await directory.ask('POST', '/Groups', body), 201)
    const path = `/Groups/${created.id}`
    assert.deepEqual(await read(`${path}?excludedAttributes=members`), created)
    const named = await read<ScimList<ScimGroup>>(
      `/Groups?${new URLSearchParams({ excludedAttributes: 'members', filter: 'displayName eq "displayName"' })}`,
    )
    assert.deepEqual(named.Resources, [created])

    await patch(path, { op: 'Replace', path: 'displayName', value: '1879db59-3bdf-4490-ad68-ab880a269474' })
    const value = [{ $ref: null, value: member.id }]
    const joined = await patch<ScimGroup>(path, { op: 'Add', path: 'members', value })
    assert.partialDeepStrictEqual(joined, { members: [{ value: member.id }] })
    assert.equal((await find('/Groups', `id eq "${created.id}" and members eq "${member.id}"`)).totalResults, 1)
    const left = await patch<ScimGroup>(path, { op: 'Remove', path: 'members', value })
    assert.equal(left.members, undefined)
    assert.equal((await find('/Groups', `id eq "${created.id}" and members eq "${member.id}"`)).totalResults, 0)
    assert.equal((await directory.ask('DELETE', path)).status, 204)
  })
})
