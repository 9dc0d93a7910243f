import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertScimError,
  type Directory,
  newDirectory,
  type ScimGroup,
  type ScimList,
  type ScimUser,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'

// The requests of clients that follow SCIM 1.1, a draft of SCIM 2.0, or none of them in every detail.
const core = 'urn:ietf:params:scim:schemas:core:2.0'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Names of a schema that clients send, or none. */
const listSchemas = (type: 'User' | 'Group'): [string, unknown][] => [
  ['SCIM 1.1', ['urn:scim:schemas:core:1.0']],
  ['a draft of SCIM 2.0', [`urn:scim:schemas:core:2.0:${type}`]],
  ['SCIM 2.0 in another case', [`${core}:${type}`.toUpperCase()]],
  ['SCIM 2.0 without the type', [core]],
  ['an extension first', [enterprise, 'urn:x', `${core}:${type}`]],
  ['a single text', `${core}:${type}`],
  ['an empty list', []],
  ['null', null],
  ['nothing', undefined],
]

anyEngine('older SCIM clients', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  const patch = async <T = ScimUser>(path: string, ...Operations: object[]) =>
    readBody<T>(await directory.ask('PATCH', path, { Operations }))

  for (const type of ['User', 'Group'] as const)
    for (const [what, schemas] of listSchemas(type))
      test(`create a ${type} that names as its schema: ${what}`, async () => {
        const body = { schemas, userName: newName(), displayName: newName() }
        const { id } = readBody<ScimUser>(
          await directory.ask('POST', `/${type}s`, type === 'User' ? body : { ...body, userName: undefined }),
          201,
        )
        const put = { schemas, ...(type === 'User' && { userName: newName() }), displayName: newName() }
        readBody(await directory.ask('PUT', `/${type}s/${id}`, put))
      })

  test('cannot create a resource of one type that names only the schema of another', async () => {
    for (const schemas of [[`${core}:Group`], [enterprise], ['urn:scim:schemas:core:3.0'], { toString: 1 }, [null]])
      assertScimError(await directory.ask('POST', '/Users', { schemas, userName: newName() }), {
        status: 400,
        scimType: 'invalidValue',
        detail: /^schemas must contain urn:ietf:params:scim:schemas:core:2\.0:User/,
      })
  })

  test('name attributes with the URN of any version of the schema, in any case', async () => {
    const { id, userName } = await directory.createUser()
    for (const urn of [`${core}:User`, 'urn:scim:schemas:core:1.0', 'URN:SCIM:SCHEMAS:CORE:2.0:USER', core]) {
      const query = {
        filter: `${urn}:userName eq "${userName}"`,
        attributes: `${urn}:userName`,
        sortBy: `${urn}:userName`,
      }
      const { Resources } = readBody<ScimList<ScimUser>>(
        await directory.ask('GET', `/Users?${new URLSearchParams(query)}`),
      )
      assert.deepEqual(Resources, [{ schemas: [`${core}:User`], id, userName }], urn)
      assert.equal(
        (await patch(`/Users/${id}`, { op: 'replace', path: `${urn}:displayName`, value: urn })).displayName,
        urn,
      )
      assert.equal((await patch(`/Users/${id}`, { op: 'replace', value: { [`${urn}:active`]: false } })).active, false)
      assert.equal((await patch(`/Users/${id}`, { op: 'replace', value: { [urn]: { active: true } } })).active, true)
    }
  })

  test('name attributes of a new user with the URN of the schema, or in an object under it', async () => {
    for (const urn of [`${core}:User`, 'urn:scim:schemas:core:1.0']) {
      const [userName, displayName] = [newName(), newName()]
      for (const sent of [
        { [`${urn}:userName`]: userName, displayName },
        { userName, [urn]: { displayName } },
      ]) {
        const made = readBody<ScimUser>(await directory.ask('POST', '/Users', sent), 201)
        assert.deepEqual([made.userName, made.displayName], [userName, displayName])
        assert.equal((await directory.ask('DELETE', `/Users/${made.id}`)).status, 204)
      }
    }
  })

  test('name attributes of extensions, which are ignored', async () => {
    const { id, displayName, meta } = await directory.createUser(newName(), { displayName: 'Ada' })
    const { displayName: after, meta: metaAfter } = await patch(
      `/Users/${id}`,
      { op: 'Add', path: `${enterprise}:department`, value: 'Research' },
      { op: 'Replace', path: `${enterprise.toUpperCase()}:manager`, value: { value: 'x' } },
      { op: 'Remove', path: 'urn:scim:schemas:extension:enterprise:1.0:employeeNumber' },
      { op: 'Add', value: { [`${enterprise}:costCenter`]: '7', [enterprise]: { division: 'x' }, title: 'Dr' } },
    )
    assert.deepEqual([after, metaAfter.version], [displayName, meta.version])
    const filter = `${enterprise}:department eq "Research" or userName pr`
    readBody(await directory.ask('GET', `/Users?${new URLSearchParams({ filter })}`))
  })

  test('deactivate a user in each of their ways', async () => {
    const { id } = await directory.createUser()
    for (const operation of [
      { op: 'Add', path: 'active', value: 'False' },
      { op: 'Replace', path: 'active', value: 'false' },
      { op: 'replace', path: 'Active', value: false },
      { op: 'Replace', value: { active: 'False' } },
      { op: 'Replace', path: 'active', value: ['False'] },
      { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] },
      { op: 'REPLACE', path: `${core}:User:active`, value: { value: false } },
    ]) {
      assert.equal((await patch(`/Users/${id}`, operation)).active, false, JSON.stringify(operation))
      assert.equal((await patch(`/Users/${id}`, { op: 'Add', path: 'active', value: 'True' })).active, true)
    }
  })

  test('change texts that they send as lists of one value', async () => {
    const { id } = await directory.createUser()
    const value = (text: string) => [{ $ref: null, value: text }]
    const changed = await patch<ScimUser & { name: object }>(
      `/Users/${id}`,
      { op: 'Add', path: 'displayName', value: value('Ada') },
      { op: 'Add', path: 'name.givenName', value: value('A') },
      { op: 'Replace', path: 'externalId', value: value('x') },
    )
    assert.partialDeepStrictEqual(changed, { displayName: 'Ada', name: { givenName: 'A' }, externalId: 'x' })
    assertScimError(
      await directory.ask('PATCH', `/Users/${id}`, {
        Operations: [{ op: 'Add', path: 'displayName', value: [...value('a'), ...value('b')] }],
      }),
      { status: 400, scimType: 'invalidValue', detail: /displayName must be a string/ },
    )
  })

  describe('change the members of a group', () => {
    let one: ScimUser
    let two: ScimUser
    before(async () => {
      ;[one, two] = [await directory.createUser(), await directory.createUser()]
    })

    /** Operations that each add or remove the first of two users. */
    const variants = (id: string, op: string): object[] => [
      { op, path: 'members', value: [{ value: id }] },
      { op, path: 'members', value: [{ $ref: null, value: id, display: 'Ada' }] },
      { op, path: 'members', value: { value: id } },
      { op, path: 'members', value: id },
      { op, path: 'members', value: [id] },
      { op: op.toUpperCase(), path: 'Members', value: [{ value: id, type: 'User' }] },
      { op, path: `${core}:Group:members`, value: [{ value: id }] },
    ]

    test('by values of every form, or by a filter', async () => {
      const { id } = await directory.createGroup(newName(), [two.id])
      const read = (group: ScimGroup) => group.members?.map(({ value }) => value).sort()
      const both = [one.id, two.id].sort()
      const removals = [
        ...variants(one.id, 'remove'),
        { op: 'Remove', path: `members[value eq "${one.id}"]` },
        { op: 'remove', path: `members[value Eq "${one.id}"]`, value: null },
        { op: 'remove', path: `${core}:Group:members[value eq "${one.id}"]` },
        { op: 'remove', path: `members[value eq "${one.id}" and type eq "User"]` },
      ]
      for (const [at, removal] of removals.entries()) {
        const additions = [...variants(one.id, 'add'), { op: 'Add', value: { members: [{ value: one.id }] } }]
        const addition = additions[at % additions.length]!
        assert.deepEqual(read(await patch(`/Groups/${id}`, addition)), both, JSON.stringify(addition))
        assert.deepEqual(read(await patch(`/Groups/${id}`, removal)), [two.id], JSON.stringify(removal))
      }
    })
  })
})
