import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { standardClaims } from '@thumbturn/contract/vocabulary/sso.ts'
import { type Claims, listMissing, readClaim, toUser } from '../../../src/adapters/openid/claims.ts'

const read = (idToken: Claims, userInfo?: Claims, names: object = {}) =>
  toUser([{ sub: 'ada', ...idToken }, userInfo], { ...standardClaims, roles: 'groups', ...names })

describe('a claim', () => {
  const claims = {
    groups: ['staff'],
    'https://example.com/groups': ['named by a URL'],
    realm_access: { roles: ['realm'] },
    resource_access: { 'app.example.com': { roles: ['client'] } },
    'a.b': 'literal',
    a: { b: 'nested' },
    empty: null,
    emails: [{ value: 'ada@example.com' }],
  }
  for (const [path, value] of [
    ['groups', ['staff']],
    ['https://example.com/groups', ['named by a URL']],
    ['realm_access.roles', ['realm']],
    ['resource_access.app.example.com.roles', ['client']],
    ['a.b', 'literal'],
    ['emails.0.value', 'ada@example.com'],
    ['empty', undefined],
    ['realm_access.missing', undefined],
    ['missing.roles', undefined],
    ['constructor', undefined],
    ['__proto__.constructor', undefined],
    ['groups.length.x', undefined],
    ['.', undefined],
  ] as const)
    test(`${path} is ${JSON.stringify(value)}`, () => assert.deepEqual(readClaim(claims, path), value))
})

describe('the address of a user', () => {
  const find = (idToken: Claims, userInfo?: Claims) => {
    const { email, emailVerified } = read(idToken, userInfo)
    return [email, emailVerified]
  }
  test('is verified by the source that names it, and by no other', () => {
    const [vic, mix] = [{ email: 'vic@example.com' }, { email: 'mix@example.com', email_verified: true }]
    assert.deepEqual(find(vic, mix), ['mix@example.com', true])
    assert.deepEqual(find(vic, { email_verified: true }), ['vic@example.com', false])
    assert.deepEqual(find({ email_verified: true }, vic), ['vic@example.com', false])
    assert.deepEqual(find({ ...vic, email_verified: false }, mix), ['vic@example.com', false])
    assert.deepEqual(find({}, mix), ['mix@example.com', true])
    assert.deepEqual(find({}, undefined), [undefined, false])
  })

  for (const [value, expected] of [
    [true, true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['yes', false],
    [['true'], false],
    [{}, false],
  ] as const)
    test(`is verified by ${JSON.stringify(value)}: ${expected}`, () =>
      assert.deepEqual(find({ email: 'a@example.com', email_verified: value }), ['a@example.com', expected]))

  test('can be the only one of a list, but not one of several', () => {
    assert.deepEqual(find({ email: ['a@example.com'] }), ['a@example.com', false])
    assert.deepEqual(find({ email: ['a@example.com', 'b@example.com'] }), [undefined, false])
    assert.deepEqual(find({ email: { value: 'a@example.com' } }), [undefined, false])
    assert.deepEqual(find({ email: '\u00a0a@example.com ' }), ['\u00a0a@example.com ', false])
  })
})

describe('the groups of a user', () => {
  const find = (claims: Claims, names?: object) => read(claims, undefined, names).groups
  const groups = (...values: string[]) => ({ values, areOmitted: false })
  const omitted = { values: [], areOmitted: true }

  test('are a list, one text, or the names of an object', () => {
    assert.deepEqual(find({ groups: ['staff', 'admins'] }), groups('staff', 'admins'))
    assert.deepEqual(find({ groups: 'staff' }), groups('staff'))
    assert.deepEqual(find({ groups: { admins: { 123: 'example.com' } } }), groups('admins'))
    assert.deepEqual(find({ groups: ['staff', 7, null, { name: 'x' }] }), groups('staff'))
    assert.deepEqual(find({ groups: 7 }), groups())
    assert.deepEqual(find({}), groups())
  })

  test('are omitted if Entra ID says so, and sends none', () => {
    assert.deepEqual(find({ _claim_names: { groups: 'src1' } }), omitted)
    assert.deepEqual(find({ hasgroups: true }), omitted)
    assert.deepEqual(find({ hasgroups: 'true' }), omitted)
    assert.deepEqual(find({ _claim_names: { groups: 'src1' }, groups: ['staff'] }), groups('staff'))
    assert.deepEqual(find({ _claim_names: { roles: 'src1' } }), groups())
    assert.deepEqual(find({ _claim_names: { roles: 'src1' } }, { roles: 'roles' }), omitted)
    assert.deepEqual(find({ _claim_names: 'groups' }), groups())
  })

  test('are not read if no claim gives roles', () => {
    assert.equal(find({ groups: ['staff'] }, { roles: undefined }), undefined)
  })
})

test('a user has the ID and the names of the claims that the provider is known to use', () => {
  const names = { email: 'upn', username: 'unique_name', name: 'profile.displayName', externalId: 'oid' }
  const user = read({ upn: 'a@example.com', profile: { displayName: 'Ada' }, oid: 'o-1', unique_name: 7 }, {}, names)
  assert.deepEqual(
    [user.subject, user.email, user.name, user.externalId, user.username],
    ['ada', 'a@example.com', 'Ada', 'o-1', '7'],
  )
})

test('a text that no database stores is none', () => {
  const { name, username, externalId } = read({ name: 'A\u0000', preferred_username: 'a\u0000', sub: 'b\u0000' })
  assert.deepEqual([name, username, externalId], [undefined, undefined, undefined])
})

test('UserInfo is asked for what the ID token lacks', () => {
  const claims = { email: 'a', email_verified: true, name: 'n', preferred_username: 'u', sub: 's' }
  assert.deepEqual(listMissing(claims, standardClaims), [])
  assert.deepEqual(listMissing({ ...claims, name: null }, standardClaims), ['name'])
  assert.deepEqual(listMissing(claims, { ...standardClaims, roles: 'groups' }), ['roles'])
})
