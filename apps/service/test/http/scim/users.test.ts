import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import {
  assertScimError,
  type Directory,
  newDirectory,
  patchBody,
  type ScimList,
  type ScimUser,
  scimBase,
  userBody,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'

eachEngine('SCIM users', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  let directory: Directory
  before(async () => {
    owner = await newMember(service())
    directory = await newDirectory(service())
  })

  const list = async (filter: string) =>
    readBody<ScimList<ScimUser>>(await directory.ask('GET', `/Users?filter=${encodeURIComponent(filter)}`))
  const listMembers = async () =>
    readBody<{ members: { id: string; name: string; username: string; roles: object[] }[] }>(
      await owner.ask('GET', '/members'),
    ).members

  test('a new user is a member without roles, and the response has all that was sent', async () => {
    const userName = newName()
    const sent = userBody(userName, {
      externalId: 'ext-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Countess Ada',
      emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
      active: true,
    })
    const answer = await directory.ask('POST', '/Users', sent)
    const user = readBody<ScimUser>(answer, 201)
    assert.partialDeepStrictEqual(user, sent)
    assert.equal(answer.headers.location, `${scimBase}/Users/${user.id}`)
    assert.equal(answer.headers.etag, user.meta.version)
    const member = (await listMembers()).find(({ id }) => id === user.id)
    assert.partialDeepStrictEqual(member, { name: 'Countess Ada', username: userName, roles: [] })
    assert.deepEqual(readBody(await directory.ask('GET', `/Users/${user.id}`)), user)
  })

  test('without a display name, members see what the parts of the name make, or else the username', async () => {
    const named = await directory.createUser(newName(), { name: { givenName: 'Grace', familyName: 'Hopper' } })
    const unnamed = await directory.createUser()
    const names = new Map((await listMembers()).map(({ id, name }) => [id, name]))
    assert.equal(names.get(named.id), 'Grace Hopper')
    assert.equal(names.get(unnamed.id), unnamed.userName)
    const change = patchBody({ op: 'add', path: 'displayName', value: 'Amazing Grace' })
    readBody(await directory.ask('PATCH', `/Users/${named.id}`, change))
    assert.equal((await listMembers()).find(({ id }) => id === named.id)?.name, 'Amazing Grace')
  })

  test('a username is unique in any case, among invited members too', async () => {
    const { userName } = await directory.createUser()
    const taken = { status: 409, scimType: 'uniqueness', detail: /userName/ }
    assertScimError(await directory.ask('POST', '/Users', userBody(userName.toUpperCase())), taken)
    assertScimError(await directory.ask('POST', '/Users', userBody(owner.member.username)), taken)
    const other = await directory.createUser()
    const rename = patchBody({ op: 'replace', path: 'userName', value: userName })
    assertScimError(await directory.ask('PATCH', `/Users/${other.id}`, rename), taken)
  })

  test('a new username frees the old one', async () => {
    const user = await directory.createUser()
    const next = newName()
    const sent = userBody(next, { displayName: 'Renamed', active: true })
    const renamed = readBody<ScimUser>(await directory.ask('PUT', `/Users/${user.id}`, sent))
    assert.partialDeepStrictEqual(renamed, sent)
    assert.equal((await directory.createUser(user.userName)).userName, user.userName)
    assert.deepEqual((await list(`userName eq "${next}"`)).Resources, [renamed])
  })

  test('the directory sees neither invited members nor their usernames', async () => {
    const { totalResults } = await list(`userName eq "${owner.member.username}"`)
    assert.equal(totalResults, 0)
    const missing = { status: 404, detail: /no such user/ }
    assertScimError(await directory.ask('GET', `/Users/${owner.member.id}`), missing)
    assertScimError(await directory.ask('DELETE', `/Users/${owner.member.id}`), missing)
    const off = patchBody({ op: 'replace', path: 'active', value: false })
    assertScimError(await directory.ask('PATCH', `/Users/${owner.member.id}`, off), missing)
  })

  test('what is missing or of a wrong type is rejected, and standard attributes that are not kept are ignored', async () => {
    const invalid = (detail: RegExp) => ({ status: 400, scimType: 'invalidValue', detail })
    assertScimError(await directory.ask('POST', '/Users', userBody(' ')), invalid(/^userName is required/))
    assertScimError(await directory.ask('POST', '/Users', userBody('a', { active: 'yes' })), invalid(/^active/))
    assertScimError(await directory.ask('POST', '/Users', userBody('a', { emails: [{}] })), invalid(/emails.value/))
    assertScimError(await directory.ask('POST', '/Users', userBody('a', { usrName: 'b' })), invalid(/usrName/))
    assertScimError(await directory.ask('POST', '/Users', userBody('a\u200bb')), invalid(/U\+200B/))
    assertScimError(await directory.ask('POST', '/Users', '{"broken'), {
      status: 400,
      scimType: 'invalidSyntax',
      detail: /JSON|Body/i,
    })
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const user = await directory.createUser(newName(), {
      title: 'Dr',
      password: 'secret',
      [enterprise]: { department: 'A' },
    })
    assert.doesNotMatch(JSON.stringify(user), /"Dr"|secret|department/)
  })

  test('a change for another version of the user is rejected, and a known version is not sent again', async () => {
    const { id, meta } = await directory.createUser()
    const rename = patchBody({ op: 'replace', path: 'displayName', value: 'Changed' })
    const changed = readBody<ScimUser>(
      await directory.send('PATCH', `/Users/${id}`, { body: rename, headers: { 'if-match': meta.version } }),
    )
    assert.notEqual(changed.meta.version, meta.version)
    const stale = { headers: { 'if-match': meta.version } }
    const precondition = { status: 412, detail: /was changed/ }
    assertScimError(await directory.send('PATCH', `/Users/${id}`, { body: rename, ...stale }), precondition)
    assertScimError(await directory.send('PUT', `/Users/${id}`, { body: userBody('x'), ...stale }), precondition)
    assertScimError(await directory.send('DELETE', `/Users/${id}`, stale), precondition)
    const known = await directory.send('GET', `/Users/${id}`, {
      headers: { 'if-none-match': changed.meta.version },
    })
    assert.deepEqual([known.status, known.text], [304, ''])
  })

  test('a deleted user is no member any more, and their username is free', async () => {
    const user = await directory.createUser()
    assert.equal((await directory.ask('DELETE', `/Users/${user.id}`)).status, 204)
    assertScimError(await directory.ask('GET', `/Users/${user.id}`), { status: 404, detail: /no such user/ })
    assert.ok(!(await listMembers()).some(({ id }) => id === user.id))
    await directory.createUser(user.userName)
  })

  test('every change is in the audit log, by the name of the API key', async () => {
    const user = await directory.createUser()
    const off = patchBody({ op: 'replace', path: 'active', value: false })
    readBody(await directory.ask('PATCH', `/Users/${user.id}`, off))
    await directory.ask('DELETE', `/Users/${user.id}`)
    const { entries } = readBody<{ entries: object[] }>(await owner.ask('GET', '/audit?limit=3'))
    const by = { target: user.id, actor: { kind: 'apiKey', name: 'Directory' } }
    assert.partialDeepStrictEqual(entries, [
      { action: 'member.removed', ...by },
      { action: 'member.changed', ...by, before: { active: true }, after: { active: false } },
      { action: 'member.provisioned', ...by, after: { username: user.userName } },
    ])
  })
})
