import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traces } from '@thumbturn/service-harness/backend.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, assertRejected, newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

type GroupResponse = { id: string; name: string; description?: string; claims: object; version: number }

/** A backend's management of groups, profiles, and custom claims. */
anyEngine('groups and profiles', (fresh) => {
  const service = useService(fresh)

  async function backendWith(scopes: readonly string[]) {
    const { text: token, key } = await apiKey(service(), [...scopes])
    const ask = (method: string, path: string, body?: object) => service().ask(method, `/mgmt${path}`, { token, body })
    return { ask, keyId: key.id }
  }

  test('a backend manages groups and their members', async () => {
    const { ask } = await backendWith(['group:read', 'group:write'])
    const { userId } = await signUpUser(service())
    const name = newName('group')
    const { id } = readBody<GroupResponse>(await ask('POST', '/groups', { name, description: '', claims: { a: 1 } }))
    readBody(await ask('POST', `/groups/${id}/members`, { userIds: [userId] }), 204)
    const members = readBody<{ members: { userId: string }[] }>(await ask('GET', `/groups/${id}/members`)).members
    assert.deepEqual(
      members.map((member) => member.userId),
      [userId],
    )
    const held = { groups: [{ id, name }] }
    assert.deepEqual(readBody(await ask('GET', `/users/${userId}/groups`)), held)
    const replaced = readBody<GroupResponse>(await ask('PUT', `/groups/${id}`, { name, description: 'A group' }))
    assert.partialDeepStrictEqual(replaced, { name, description: 'A group', claims: {}, version: 2 })
    const { groups } = readBody<{ groups: GroupResponse[] }>(await ask('GET', '/groups'))
    assert.deepEqual(
      groups.find((group) => group.id === id),
      replaced,
    )
    readBody(await ask('DELETE', `/groups/${id}/members/${userId}`), 204)
    assert.deepEqual(readBody(await ask('PUT', `/users/${userId}/groups`, { groups: [name] })), held)
    readBody(await ask('DELETE', `/groups/${id}`), 204)
    assert.deepEqual(readBody(await ask('GET', `/users/${userId}/groups`)), { groups: [] })
  })

  test('a backend replaces the profile without the claims, and the claims without the profile', async () => {
    const { ask, keyId } = await backendWith(['user:read', 'user:write'])
    const { userId } = await signUpUser(service())
    const path = `/users/${userId}`
    readBody(await ask('PUT', `${path}/profile`, { name: 'Ada Lovelace', nickname: 'ada', locale: null }))
    readBody(await ask('PUT', `${path}/claims`, { claims: { department: 'Engines', none: null } }))
    const shown = readBody<object>(await ask('PUT', `${path}/profile`, { name: 'Ada King' }))
    assert.partialDeepStrictEqual(shown, {
      name: 'Ada King',
      claims: { department: 'Engines', none: null },
      version: 3,
    })
    assert.equal('nickname' in shown, false)
    assert.deepEqual(readBody(await ask('GET', `${path}/profile`)), shown)
    const events = (await service().core.store.events.list('demo', 100)).filter(({ detail }) => detail?.key === keyId)
    assert.deepEqual(
      events.map(({ type, detail }) => [type, detail?.fields]),
      ['name nickname', 'claims', 'name nickname'].map((fields) => ['fido2.user.profile_changed', fields]),
    )
  })

  test('reading a group and changing it need scopes of their own', async () => {
    const reader = await backendWith(['group:read', 'user:write'])
    const { userId } = await signUpUser(service())
    readBody(await reader.ask('GET', '/groups'))
    const body = { name: newName('group') }
    assert.equal((await reader.ask('POST', '/groups', body)).status, 403)
    assert.equal((await reader.ask('PUT', `/users/${userId}/groups`, { groups: [] })).status, 403)
    assert.equal((await reader.ask('GET', `/users/${userId}/profile`)).status, 403)
    const writer = await backendWith(['group:write'])
    assert.equal((await writer.ask('GET', '/groups')).status, 403)
    readBody(await writer.ask('POST', '/groups', body))
    assert.equal((await writer.ask('PUT', `/users/${userId}/claims`, { claims: {} })).status, 403)
  })

  test('a deleted user leaves nothing of profile, claims, and memberships but a history of IDs', async () => {
    const { ask } = await backendWith(['group:write', 'user:write'])
    const { userId } = await signUpUser(service())
    const [name, motto] = [newName('group'), newName('motto')]
    readBody(await ask('POST', '/groups', { name }))
    readBody(await ask('PUT', `/users/${userId}/groups`, { groups: [name] }))
    readBody(await ask('PUT', `/users/${userId}/profile`, { name: motto }))
    readBody(await ask('PUT', `/users/${userId}/claims`, { claims: { motto } }))
    readBody(await ask('DELETE', `/users/${userId}`), 204)
    assert.deepEqual(await traces(service().database, userId), ['events'])
    assert.deepEqual(await traces(service().database, motto), [])
  })

  test('claims that a protocol defines are rejected', async () => {
    const { ask } = await backendWith(['user:write'])
    const { userId } = await signUpUser(service())
    const response = await ask('PUT', `/users/${userId}/claims`, { claims: { email_verified: true } })
    const msg = 'claims: "email_verified" is a claim of OpenID Connect or JWT: use another name'
    assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
  })
})
