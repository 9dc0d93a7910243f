import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import {
  askScim,
  assertScimError,
  type Directory,
  newDirectory,
  patchBody,
  readRoles,
  type ScimGroup,
  type ScimList,
  type ScimUser,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { mapDirectoryGroup } from '../../../src/core/use-cases/directory/groups.ts'

// Requests as Okta documents them: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const profile = (userName: string, more: object = {}) => ({
  schemas: [user],
  userName,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

eachEngine('Okta', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    await newMember(service())
    directory = await newDirectory(service())
  })

  const ask = (call: string, body?: unknown) =>
    askScim(service(), call, {
      ...(body !== undefined && { body }),
      token: `Basic ${Buffer.from(`okta:${directory.key}`).toString('base64')}`,
      headers: { 'user-agent': 'Okta SCIM Client 1.0.0', accept: 'application/scim+json' },
    })
  const find = async (userName: string) => {
    const query = new URLSearchParams({ filter: `userName eq "${userName}"`, startIndex: '1', count: '100' })
    return readBody<ScimList<ScimUser>>(await ask(`GET /Users?${query}`))
  }

  test('tests the connection', async () => {
    assert.equal(readBody<ScimList<ScimUser>>(await ask('GET /Users?startIndex=1&count=2')).totalResults, 0)
    assert.equal(readBody<ScimList<ScimGroup>>(await ask('GET /Groups?startIndex=1&count=100')).totalResults, 0)
    readBody(await ask('GET /ServiceProviderConfig'))
  })

  test('provisions, updates, deactivates, and reactivates a user', async () => {
    const userName = 'test.user@okta.local'
    assert.equal((await find(userName)).totalResults, 0)
    const created = readBody<ScimUser>(await ask('POST /Users', profile(userName)), 201)
    assert.partialDeepStrictEqual(created, { userName, active: true, displayName: 'Test User' })
    assert.deepEqual((await find(userName)).Resources, [created])
    assertScimError(await ask('POST /Users', profile(userName)), { status: 409, scimType: 'uniqueness', detail: /./ })

    const read = readBody<ScimUser>(await ask(`GET /Users/${created.id}`))
    const put = { ...read, name: { givenName: 'Another', familyName: 'User' } }
    assert.partialDeepStrictEqual(readBody(await ask(`PUT /Users/${created.id}`, put)), {
      name: put.name,
      active: true,
    })

    const off = patchBody({ op: 'replace', value: { active: false } })
    assert.partialDeepStrictEqual(readBody(await ask(`PATCH /Users/${created.id}`, off)), { active: false })
    const on = { ...put, active: true }
    assert.partialDeepStrictEqual(readBody(await ask(`PUT /Users/${created.id}`, on)), { active: true })
    assert.equal((await ask('GET /Users/23a35c27-23d3-4c03-b4c5-6443c09e7173')).status, 404)
  })

  test('pushes a group with its members, renames it, and deletes it', async () => {
    const one = readBody<ScimUser>(await ask('POST /Users', profile('one@okta.local')), 201)
    const two = readBody<ScimUser>(await ask('POST /Users', profile('two@okta.local')), 201)
    const body = { schemas: [group], displayName: 'Test SCIMv2', members: [] }
    const pushed = readBody<ScimGroup>(await ask('POST /Groups', body), 201)
    await mapDirectoryGroup(service().core, pushed.id, [{ application: '*', role: 'viewer' }])

    const listed = (...users: ScimUser[]) => users.map(({ id, userName }) => ({ value: id, display: userName }))
    const add = patchBody({ op: 'add', path: 'members', value: listed(one) })
    readBody(await ask(`PATCH /Groups/${pushed.id}`, add))
    const change = patchBody(
      { op: 'remove', path: `members[value eq "${one.id}"]` },
      { op: 'add', path: 'members', value: listed(two) },
    )
    const changed = readBody<ScimGroup>(await ask(`PATCH /Groups/${pushed.id}`, change))
    assert.deepEqual(
      changed.members?.map(({ value }) => value),
      [two.id],
    )
    assert.deepEqual(
      [await readRoles(service(), one), await readRoles(service(), two)].map((all) => all?.length),
      [0, 1],
    )

    const replace = patchBody({ op: 'replace', path: 'members', value: listed(one, two) })
    assert.equal(readBody<ScimGroup>(await ask(`PATCH /Groups/${pushed.id}`, replace)).members?.length, 2)
    const rename = patchBody({ op: 'replace', value: { id: pushed.id, displayName: 'Test SCIMv0' } })
    assert.equal(readBody<ScimGroup>(await ask(`PATCH /Groups/${pushed.id}`, rename)).displayName, 'Test SCIMv0')
    const found = readBody<ScimList<ScimGroup>>(
      await ask(`GET /Groups?${new URLSearchParams({ filter: 'displayName eq "Test SCIMv0"' })}`),
    )
    assert.equal(found.Resources[0]?.members?.length, 2)
    assert.equal((await ask(`DELETE /Groups/${pushed.id}`)).status, 204)
    assert.deepEqual(await readRoles(service(), two), [])
  })
})
