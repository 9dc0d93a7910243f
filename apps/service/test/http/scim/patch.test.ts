import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchBody } from '@thumbturn/service-harness/scim.ts'
import { createBudget } from '../../../src/http/scim/budget.ts'
import { ScimError } from '../../../src/http/scim/errors.ts'
import { applyPatch } from '../../../src/http/scim/patch.ts'

const work = { value: 'w@example.com', type: 'work', primary: true }
const user = { userName: 'ada', active: true, name: { givenName: 'Ada', familyName: 'King' }, emails: [work] }
const group = { displayName: 'Group', members: [{ value: 'a' }, { value: 'b' }] }

const apply = (type: 'User' | 'Group', current: object, body: unknown) =>
  applyPatch(type, { ...current }, { body, budget: createBudget({ pause: async () => {} }) })

/** The attributes after one operation, without those that have no value. */
const patchUser = async (...operations: object[]): Promise<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(await apply('User', user, patchBody(...operations))))
const patchGroup = async (...operations: object[]) => {
  const { members } = await apply('Group', group, patchBody(...operations))
  return (members as { value: string }[] | undefined)?.map(({ value }) => value)
}

const isScimError = (scimType: string) => (error: unknown) => error instanceof ScimError && error.scimType === scimType

test('operations are accepted in any case, with a path, or with a value of several attributes', async () => {
  assert.equal((await patchUser({ op: 'Replace', path: 'DISPLAYNAME', value: 'A' })).displayName, 'A')
  assert.partialDeepStrictEqual(await patchUser({ OP: 'ADD', value: { active: 'False', externalId: 'x' } }), {
    active: false,
    externalId: 'x',
  })
  const urn = 'urn:ietf:params:scim:schemas:core:2.0:User'
  assert.equal((await patchUser({ op: 'replace', path: `${urn}:userName`, value: 'b' })).userName, 'b')
  assert.equal((await patchUser({ op: 'replace', value: { [urn]: { userName: 'c' } } })).userName, 'c')
})

test('a part of a complex attribute changes alone, and the others stay', async () => {
  const familyName = 'Lovelace'
  const name = { givenName: 'Ada', familyName }
  assert.deepEqual((await patchUser({ op: 'replace', path: 'name.familyName', value: familyName })).name, name)
  assert.deepEqual((await patchUser({ op: 'replace', path: 'name', value: { familyName } })).name, name)
  assert.deepEqual((await patchUser({ op: 'add', value: { 'name.familyName': familyName } })).name, name)
  assert.deepEqual((await patchUser({ op: 'remove', path: 'name.familyName' })).name, { givenName: 'Ada' })
  assert.equal((await patchUser({ op: 'remove', path: 'name' })).name, undefined)
})

test('values of an attribute are added once, replaced, selected by a filter, and removed', async () => {
  const home = { value: 'h@example.com', type: 'home' }
  const emails = async (...operations: object[]) => (await patchUser(...operations)).emails
  assert.deepEqual(await emails({ op: 'add', path: 'emails', value: [work, home] }), [work, home])
  assert.deepEqual(await emails({ op: 'add', path: 'emails', value: home }), [work, home])
  assert.deepEqual(await emails({ op: 'replace', path: 'emails', value: [home] }), [home])
  assert.deepEqual(await emails({ op: 'add', path: 'emails[type eq "home"].value', value: home.value }), [work, home])
  const changed = { ...work, value: 'n@example.com' }
  assert.deepEqual(await emails({ op: 'replace', path: 'emails[type eq "work"].value', value: changed.value }), [
    changed,
  ])
  assert.deepEqual(await emails({ op: 'replace', path: 'emails[primary eq true]', value: { value: changed.value } }), [
    changed,
  ])
  assert.equal(await emails({ op: 'remove', path: 'emails[type eq "work"]' }), undefined)
  assert.equal(await emails({ op: 'remove', path: 'emails' }), undefined)
  assert.deepEqual(await emails({ op: 'remove', path: 'emails[type eq "fax"]' }), [work])
})

test('one value is primary: the one that became it last', async () => {
  const home = { value: 'h@example.com', type: 'home', primary: true }
  assert.deepEqual((await patchUser({ op: 'add', path: 'emails', value: [home] })).emails, [
    { ...work, primary: false },
    home,
  ])
})

test('members are added, removed by filter or by value, and replaced', async () => {
  assert.deepEqual(await patchGroup({ op: 'Add', path: 'members', value: [{ value: 'b' }, { value: 'c' }] }), [
    'a',
    'b',
    'c',
  ])
  assert.deepEqual(await patchGroup({ op: 'Remove', path: 'members[value eq "a"]' }), ['b'])
  assert.deepEqual(await patchGroup({ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'a' }] }), ['b'])
  assert.deepEqual(await patchGroup({ op: 'replace', value: { members: [{ value: 'c' }] } }), ['c'])
  assert.equal(await patchGroup({ op: 'replace', path: 'members', value: [] }), undefined)
  assert.equal(await patchGroup({ op: 'remove', path: 'members' }), undefined)
  assert.deepEqual(await patchGroup({ op: 'remove', path: 'members', value: [] }), ['a', 'b'])
})

test("changes no attribute that clients can't write", async () => {
  const rejected: [scimType: string, operation: object][] = [
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'owners' }] }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'replace', path: 'userName', value: ' ' }],
    ['invalidPath', { op: 'replace', path: '__proto__.polluted', value: 'x' }],
    ['invalidPath', { op: 'replace', value: JSON.parse('{"__proto__":{"polluted":true}}') }],
    ['invalidPath', { op: 'replace', path: 'name.constructor', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'hidesStatus', value: true }],
  ]
  for (const [scimType, operation] of rejected)
    await assert.rejects(patchUser(operation), isScimError(scimType), JSON.stringify(operation))
  assert.equal('polluted' in {}, false)
  const { id, groups } = await patchUser({ op: 'replace', value: { id: 'x', groups: [{ value: 'owners' }] } })
  assert.deepEqual([id, groups], [undefined, undefined])
})

test('what is no operation is rejected, and all of the operations with it', async () => {
  const rejected: [scimType: string, operation: unknown][] = [
    ['invalidSyntax', { op: 'move', path: 'userName' }],
    ['invalidSyntax', { op: { toString: 1 }, path: 'userName', value: 'x' }],
    ['invalidSyntax', { op: 'add', path: 1, value: 'x' }],
    ['invalidSyntax', 'add'],
    ['invalidSyntax', { op: 'add', value: 'x' }],
    ['invalidValue', { op: 'add', path: 'displayName' }],
    ['invalidValue', { op: 'add', path: 'displayName', value: {} }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'yes' }],
    ['invalidFilter', { op: 'remove', path: 'emails[type]' }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[type sw "h"].value', value: 'x' }],
    ['noTarget', { op: 'replace', path: 'emails[type eq "home"]', value: { value: 'x' } }],
  ]
  for (const [scimType, operation] of rejected)
    await assert.rejects(patchUser(operation as object), isScimError(scimType))
  await assert.rejects(apply('User', user, patchBody()), isScimError('invalidSyntax'))
})
