import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addDirectoryUsers,
  assertScimError,
  type Directory,
  groupBody,
  newDirectory,
  patchBody,
  type ScimGroup,
  type ScimList,
  type ScimUser,
  userBody,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'
import { createBudget } from '../../../src/http/scim/budget.ts'
import { ScimError } from '../../../src/http/scim/errors.ts'
import { parseFilter } from '../../../src/http/scim/filter.ts'
import { type Collection, listPage, readQuery } from '../../../src/http/scim/list.ts'
import { applyPatch } from '../../../src/http/scim/patch.ts'
import { toUserResource } from '../../../src/http/scim/representation.ts'

/** A budget that counts how often other calls get a turn. */
function countTurns() {
  const counted = { turns: 0 }
  const pause = async () => {
    counted.turns++
  }
  return { counted, budget: createBudget({ pause }) }
}

const isTooMany = (error: unknown) => error instanceof ScimError && error.scimType === 'tooMany'
const tooMany = { status: 400, scimType: 'tooMany', detail: /too many values/ }

/** A request's largest group, and operations on it that each look at all of its members. */
const members = Array.from({ length: 5_000 }, (_, at) => ({ value: `0a21f0f2-8d2a-4f8e-bf98-${at}` }))
const remove = (at: number) => ({ op: 'remove', path: `members[value eq "${members[at]!.value}"]` })
const listRemovals = (count: number) => patchBody(...Array.from({ length: count }, (_, at) => remove(at)))

test('a PATCH removes a hundred members of the largest group one by one, and others get turns', async () => {
  const { counted, budget } = countTurns()
  const changed = await applyPatch('Group', { displayName: 'g', members }, { body: listRemovals(100), budget })
  assert.equal((changed.members as object[]).length, members.length - 100)
  assert.ok(counted.turns > 20, `${counted.turns} turns`)
})

test('a PATCH whose operations look at too many values is rejected before it has looked at them', async () => {
  const { counted, budget } = countTurns()
  const body = listRemovals(1_000)
  const startedAt = process.cpuUsage()
  await assert.rejects(applyPatch('Group', { displayName: 'g', members }, { body, budget }), isTooMany)
  assert.ok(counted.turns < 500, `${counted.turns} turns`)
  // It takes a fifth of a second; without a limit, it took a minute.
  assert.ok(process.cpuUsage(startedAt).user < 10_000_000)
})

for (const [what, operations] of [
  [
    'values that grow',
    Array.from({ length: 999 }, (_, at) => ({ op: 'add', path: 'members', value: [{ value: `${at}` }] })),
  ],
  [
    'names without a path',
    [
      {
        op: 'add',
        value: Object.fromEntries(members.map(({ value }) => [`members[value eq "${value}"].value`, value])),
      },
    ],
  ],
] as const)
  test(`a PATCH with ${what} has the same limit`, async () => {
    const { budget } = countTurns()
    const body = patchBody(...operations)
    await assert.rejects(applyPatch('Group', { displayName: 'g', members }, { body, budget }), isTooMany)
  })

/** As many users as a directory can have, without a database. */
function listUsers(count: number, email: string): Collection {
  const ids = Array.from({ length: count }, (_, at) => `${at}`)
  const emails = Array.from({ length: 3 }, () => ({ value: email }))
  const user = (userId: string) => ({
    userId,
    userName: userId,
    active: true,
    externalId: undefined,
    createdAt: 0,
    updatedAt: 0,
  })
  return {
    type: 'User',
    listIds: async () => ids,
    load: async (piece) => piece.map((id) => toUserResource('', { ...user(id), profile: { emails } }, [])),
  }
}

const search = (collection: Collection, filter: string, budget = countTurns().budget) =>
  listPage({ collections: [collection], query: readQuery({ filter }), budget })

test('a search among all users gets its result, and others get turns', async () => {
  const { counted, budget } = countTurns()
  const filter = Array.from({ length: 16 }, () => 'emails.value co "zzz"').join(' or ')
  const { totalResults } = await search(listUsers(20_000, 'ada@example.com'), filter, budget)
  assert.equal(totalResults, 0)
  assert.ok(counted.turns > 40, `${counted.turns} turns`)
})

test('a search that compares too many long values is rejected', async () => {
  const filter = Array.from({ length: 16 }, () => 'emails.value co "zzz"').join(' or ')
  await assert.rejects(search(listUsers(20_000, 'a'.repeat(1_000)), filter), isTooMany)
})

test('a filter stops at the first side that decides', async () => {
  const filter = `userName pr or ${Array.from({ length: 15 }, () => 'emails.value co "zzz"').join(' or ')}`
  const { totalResults } = await search(listUsers(20_000, 'a'.repeat(1_000)), filter)
  assert.equal(totalResults, 20_000)
})

test('a filter has at most 16 comparisons, and 32 levels', () => {
  const compare = (count: number) => Array.from({ length: count }, () => 'userName pr').join(' and ')
  assert.doesNotThrow(() => parseFilter(compare(16)))
  assert.throws(() => parseFilter(compare(17)), isTooMany)
  assert.doesNotThrow(() => parseFilter(`${'not '.repeat(32)}userName pr`))
  for (const filter of [`${'not '.repeat(33)}userName pr`, `${'('.repeat(33)}userName pr${')'.repeat(33)}`])
    assert.throws(() => parseFilter(filter), /nested too deeply/)
})

anyEngine('SCIM requests', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  let users: string[]
  before(async () => {
    directory = await newDirectory(service())
    users = await addDirectoryUsers(service(), 2_500)
  })

  const urn = 'urn:ietf:params:scim:schemas:core:2.0:User'
  const nest = (levels: number) => `${`{"${urn}":`.repeat(levels)}{"displayName":"x"}${'}'.repeat(levels)}`
  const patch = (value: string) => `{"Operations":[{"op":"replace","value":${value}}]}`

  test('have the URN of a schema in one level', async () => {
    const { id } = await directory.createUser()
    const changed = readBody<ScimUser>(await directory.ask('PATCH', `/Users/${id}`, patch(nest(1))))
    assert.equal(changed.displayName, 'x')
    assertScimError(await directory.ask('PATCH', `/Users/${id}`, patch(nest(2))), {
      status: 400,
      scimType: 'invalidPath',
      detail: /core:2\.0:User/,
    })
  })

  test('have at most a hundred levels of JSON, wherever they are', async () => {
    const { id } = await directory.createUser()
    const list = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const deep = { status: 400, scimType: 'invalidSyntax', detail: /nested too deeply/ }
    for (const [method, path, body] of [
      ['PATCH', `/Users/${id}`, patch(nest(5_000))],
      ['POST', '/Users', `{"userName":"a","schemas":${list}}`],
      ['PATCH', `/Users/${id}`, `{"Operations":[{"op":${list}}]}`],
      ['POST', '/Bulk', `{"Operations":[{"method":"POST","path":"/Users","bulkId":"a","data":${list}}]}`],
      ['POST', '/.search', `{"attributes":${list}}`],
    ] as const)
      assertScimError(await directory.ask(method, path, body), deep)
  })

  test('name at most 100 emails of a user, 5,000 members of a group, and 200 attributes', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `${at}@example.com` }))
    const most = (detail: RegExp) => ({ status: 400, scimType: 'invalidValue', detail })
    const { id } = await directory.createUser(newName(), { emails: many(100) })
    const most100 = most(/emails can have at most 100 values/)
    assertScimError(await directory.ask('POST', '/Users', userBody(newName(), { emails: many(101) })), most100)
    const add = patchBody({ op: 'add', path: 'emails', value: [{ value: 'one-more@example.com' }] })
    assertScimError(await directory.ask('PATCH', `/Users/${id}`, add), most100)
    const large = groupBody(newName(), { members: many(5_001) })
    assertScimError(await directory.ask('POST', '/Groups', large), most(/members can have at most 5000 values/))
    const names = Array.from({ length: 201 }, (_, at) => `a${at}`)
    assertScimError(await directory.ask('POST', '/.search', { attributes: names }), most(/at most 200 names/))
  })

  test('keep at most 16 kB of a user', async () => {
    const emails = Array.from({ length: 20 }, (_, at) => ({ value: `${at}${'a'.repeat(1_000)}` }))
    assertScimError(await directory.ask('POST', '/Users', userBody(newName(), { emails })), {
      status: 400,
      scimType: 'invalidValue',
      detail: /at most 16384 characters/,
    })
  })

  test('that find a user by ID, username, or external ID read only that user', async (t) => {
    const { id } = await directory.createUser('found@example.com', { externalId: 'x-1' })
    const { directory: reads } = service().core.store
    const listed = t.mock.method(reads, 'listUserIds')
    for (const filter of [
      `id eq "${id}"`,
      'userName eq "Found@example.com" and active eq true',
      `${urn}:userName eq "found@example.com"`,
      'externalId eq "x-1"',
    ]) {
      const found = readBody<ScimList<ScimUser>>(
        await directory.ask('GET', `/Users?${new URLSearchParams({ filter })}`),
      )
      assert.deepEqual(
        found.Resources.map((user) => user.id),
        [id],
        filter,
      )
    }
    assert.equal(listed.mock.callCount(), 0)
  })

  test('list groups with at most some tens of thousands of members, or without them', async () => {
    const { core } = service()
    const at = core.now()
    for (let n = 0; n < 25; n++) {
      const group = {
        id: core.random.uuid(),
        displayName: newName(),
        externalId: undefined,
        createdAt: at,
        updatedAt: at,
      }
      const addGroupMembers = users.map((userId) => ({ groupId: group.id, userId }))
      await core.store.commit([{ addDirectoryGroup: group }, { addGroupMembers }])
    }
    assertScimError(await directory.ask('GET', '/Groups'), tooMany)
    const list = async (query: string) =>
      readBody<ScimList<ScimGroup>>(await directory.ask('GET', `/Groups?${query}`)).Resources
    assert.equal((await list('count=5'))[0]?.members?.length, users.length)
    assert.equal((await list('excludedAttributes=members')).length, 25)
  })

  test('share the limit if they are operations of one bulk request', async () => {
    const { id } = await directory.createGroup(newName(), users)
    const path = `members[${Array.from({ length: 16 }, () => 'value co "zzz"').join(' or ')}]`
    const data = patchBody(...Array.from({ length: 20 }, () => ({ op: 'remove', path })))
    const Operations = Array.from({ length: 5 }, () => ({ method: 'PATCH', path: `/Groups/${id}`, data }))
    const { Operations: results } = readBody<{ Operations: { status: string; response?: { scimType: string } }[] }>(
      await directory.ask('POST', '/Bulk', { Operations }),
    )
    assert.deepEqual([results[0]?.status, results.at(-1)?.status], ['200', '400'])
    assert.equal(results.at(-1)?.response?.scimType, 'tooMany')
  })

  test('run twenty searches of a directory at a time', async (t) => {
    const { directory: reads } = service().core.store
    const { promise, resolve } = Promise.withResolvers<string[]>()
    const listed = t.mock.method(reads, 'listUserIds', () => promise)
    const running = Array.from({ length: 20 }, () => directory.ask('GET', '/Users'))
    while (listed.mock.callCount() < 20) await new Promise((done) => setImmediate(done))
    const rejected = await directory.ask('POST', '/Bulk', { Operations: [] })
    assertScimError(rejected, { status: 429, detail: /Too many calls/ })
    assert.equal(rejected.headers['retry-after'], '1')
    const other = await newDirectory(service())
    assert.equal((await other.ask('POST', '/Bulk', { Operations: [] })).status, 200)
    resolve([])
    for (const answer of await Promise.all(running)) assert.equal(answer.status, 200)
    assert.equal((await directory.ask('GET', '/Users')).status, 200)
  })
})
