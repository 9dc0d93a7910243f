import assert from 'node:assert/strict'
import { before, test } from 'node:test'
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
import { readBody } from '@thumbturn/service-harness/situations.ts'

const search = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** The users whom a filter finds, by the first letters of their usernames. */
const expectations: Readonly<Record<string, string>> = {
  'userName eq "ADA@example.com"': 'a',
  'username Eq "ada@example.com"': 'a',
  'userName ne "ada@example.com"': 'bcd',
  'userName sw "b"': 'b',
  'userName ew ".org"': 'd',
  'userName co "@example.c"': 'abc',
  'userName gt "bob@example.com"': 'cd',
  'userName ge "bob@example.com"': 'bcd',
  'userName lt "bob@example.com"': 'a',
  'userName le "bob@example.com"': 'ab',
  'name.familyName eq "king"': 'a',
  'name.familyName pr': 'ab',
  'name pr': 'ab',
  'externalId eq "X1"': 'a',
  'externalId eq "x1"': '',
  'externalId eq null': 'cd',
  'active eq true': 'abd',
  'active eq "False"': 'c',
  'active ne false': 'abd',
  'not (active eq true)': 'c',
  'not active eq true': 'c',
  '(userName sw "a" or (userName sw "b" and active eq true)) and not (externalId eq "x2")': 'a',
  'userName sw "a" or userName sw "b" and active eq false': 'a',
  'emails eq "home@example.net"': 'a',
  'emails.value ew "example.net"': 'ab',
  'emails[type eq "work" and value co "example.net"]': 'b',
  'emails[type eq "work"].value eq "w@example.net"': 'b',
  'emails.type ne "work"': 'acd',
  'meta.created gt "2020-01-01T00:00:00Z"': 'abcd',
  'meta.lastModified lt "2020-01-01T00:00:00Z"': '',
  'meta.resourceType eq "User"': 'abcd',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "dan@example.org"': 'd',
  'title pr': '',
  'userName eq "quote \\" \\u0041"': '',
}

const invalid: readonly string[] = [
  'userName',
  'userName eq',
  'userName is "a"',
  'userName eq ada',
  'userName eq "a',
  'userName eq 1',
  '(userName eq "a"',
  'userName eq "a")',
  'userName eq "a" and',
  'nothing eq "a"',
  'name.nothing eq "a"',
  'emails[nothing eq "a"]',
  'userName[value eq "a"]',
  'active gt true',
  'active eq "maybe"',
  'meta.created gt "yesterday"',
  `${'('.repeat(40)}userName pr${')'.repeat(40)}`,
  `userName eq "${'a'.repeat(5_000)}"`,
]

anyEngine('SCIM lists', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
    await directory.createUser('ada@example.com', {
      externalId: 'X1',
      name: { givenName: 'Ada', familyName: 'King' },
      emails: [{ value: 'home@example.net', type: 'home' }],
    })
    // Users who are created at the same time have no order.
    service().clock.advance(1)
    await directory.createUser('bob@example.com', {
      externalId: 'x2',
      name: { familyName: 'Builder' },
      emails: [{ value: 'w@example.net', type: 'work', primary: true }],
    })
    service().clock.advance(1)
    await directory.createUser('cat@example.com', { active: false })
    service().clock.advance(1)
    await directory.createUser('dan@example.org')
  })

  const list = async (query: Record<string, string>) =>
    readBody<ScimList<ScimUser>>(await directory.ask('GET', `/Users?${new URLSearchParams(query)}`))
  const toLetters = ({ Resources }: ScimList<ScimUser>) => Resources.map(({ userName }) => userName[0]).join('')

  test('contain what the filter selects', async () => {
    for (const [filter, letters] of Object.entries(expectations))
      assert.equal(toLetters(await list({ filter })), letters, filter)
  })

  test('of a filter that is wrong are an error, also if there is nothing to filter', async () => {
    for (const filter of invalid)
      for (const path of ['Users', 'Groups'])
        assertScimError(await directory.ask('GET', `/${path}?${new URLSearchParams({ filter })}`), {
          status: 400,
          scimType: 'invalidFilter',
          detail: /./,
        })
  })

  test('are sorted by an attribute, in both directions, users without it last or first', async () => {
    assert.equal(toLetters(await list({ sortBy: 'userName', sortOrder: 'descending' })), 'dcba')
    assert.equal(toLetters(await list({ sortBy: 'name.familyName' })).slice(0, 2), 'ba')
    assert.equal(toLetters(await list({ sortBy: 'name.familyName', sortOrder: 'descending' })).slice(2), 'ab')
    assert.equal(toLetters(await list({ sortBy: 'emails' })).slice(0, 2), 'ab')
    assertScimError(await directory.ask('GET', '/Users?sortBy=nothing'), {
      status: 400,
      scimType: 'invalidPath',
      detail: /nothing/,
    })
  })

  test('have pages that start at 1', async () => {
    const page = await list({ startIndex: '2', count: '2' })
    assert.partialDeepStrictEqual(page, { totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    assert.equal(toLetters(page), 'bc')
    assert.partialDeepStrictEqual(await list({ count: '0' }), { totalResults: 4, itemsPerPage: 0, Resources: [] })
    assert.partialDeepStrictEqual(await list({ startIndex: '-3', count: '-1' }), { startIndex: 1, itemsPerPage: 0 })
    assert.partialDeepStrictEqual(await list({ startIndex: '99' }), { totalResults: 4, Resources: [] })
    const rejected = { status: 400, scimType: 'invalidValue', detail: /count must be an integer/ }
    assertScimError(await directory.ask('GET', '/Users?count=some'), rejected)
    assertScimError(await directory.ask('POST', '/Users/.search', { count: { toString: 1 } }), rejected)
  })

  test('have the attributes that were asked for, and always the ID', async () => {
    const filter = 'userName eq "ada@example.com"'
    const { Resources: some } = await list({ filter, attributes: 'userName,name.givenName' })
    assert.deepEqual(Object.keys(some[0]!).sort(), ['id', 'name', 'schemas', 'userName'])
    assert.partialDeepStrictEqual(some, [{ name: { givenName: 'Ada' } }])
    const { Resources: others } = await list({ filter, excludedAttributes: 'EMAILS,name.familyName,meta,id' })
    assert.deepEqual(Object.keys(others[0]!).sort(), ['active', 'externalId', 'id', 'name', 'schemas', 'userName'])
  })

  test('are the same for a search by POST, which finds users and groups together at the root', async () => {
    const group = await directory.createGroup('Ada and friends')
    const body = { schemas: [search], filter: 'userName sw "a"', attributes: ['userName'], count: 1 }
    const found = readBody<ScimList<ScimUser>>(await directory.ask('POST', '/Users/.search', body))
    assert.equal(toLetters(found), 'a')
    const groups = { schemas: [search], filter: 'displayName sw "ada"' }
    const foundGroups = readBody<ScimList<ScimGroup>>(await directory.ask('POST', '/Groups/.search', groups))
    assert.deepEqual(
      foundGroups.Resources.map(({ id }) => id),
      [group.id],
    )
    const both = { schemas: [search], filter: 'displayName sw "ada" or userName sw "ada"' }
    const all = readBody<ScimList<ScimUser | ScimGroup>>(await directory.ask('POST', '/.search', both))
    assert.deepEqual(
      all.Resources.map(({ id }) => id),
      [found.Resources[0]?.id, group.id],
    )
    const { totalResults } = readBody<ScimList<object>>(await directory.ask('GET', ''))
    assert.equal(totalResults, 5)
    const sorted = await directory.ask('GET', '?sortBy=displayName')
    const [first] = readBody<ScimList<{ id: string }>>(sorted).Resources
    assert.equal(first?.id, group.id)
  })
})
