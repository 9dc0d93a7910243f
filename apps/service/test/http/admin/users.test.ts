import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplePasskeyId } from '@thumbturn/contract/sample.ts'
import { assertDead, signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  app,
  assertRejected,
  completeRegistration,
  newName,
  readBody,
  signUpUser,
  startRegistration,
} from '@thumbturn/service-harness/situations.ts'
import { createUser } from '../../../src/core/use-cases/users/administer.ts'

const users = '//admin/v1/applications/demo/users'
type UserResponse = {
  id: string
  username: string
  usernames: string[]
  passkeys: { id: string; name: string; aaguid: string; synced: boolean; lastUsedFrom?: string }[]
}

type ListedUser = { passkeys: number; lastSignInAt?: string }
type Link = { link: string; expiresAt: string }
type UserData = {
  user: { username: string; passkeys: { id: string }[] }
  events: { type: string; at: string }[]
}

eachEngine('user administration', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const { text: token, key } = await createAdminKey(service())
    const ask = (method: string, path: string, body?: object) => service().ask(method, path, { token, body })
    return { keyId: key.id, ask }
  }

  test('users are listed page by page, found by username, and shown with their passkeys', async () => {
    const { ask } = await adminCalls()
    const registered = [await signUpUserOn(service(), 'one'), await signUpUserOn(service(), 'two')]
    const names: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { users: UserResponse[]; next?: string } = readBody(
        await ask('GET', `${users}?limit=1&after=${encodeURIComponent(after)}`),
      )
      names.push(...page.users.map(({ username }) => username))
      after = page.next
    }
    assert.deepEqual(names, registered.map(({ username }) => username).sort())
    for (const { username, userId, passkeyId } of registered) {
      const named = encodeURIComponent(username.toUpperCase())
      const found = readBody<{ users: UserResponse[] }>(await ask('GET', `${users}?username=${named}`)).users
      assert.deepEqual(
        found.map(({ id }) => id),
        [userId],
      )
      const shown = readBody<UserResponse>(await ask('GET', `${users}/${userId}`))
      assert.deepEqual([shown.usernames, shown.passkeys.map(({ id }) => id)], [[username], [passkeyId]])
    }
    assert.deepEqual(readBody(await ask('GET', `${users}?username=unknown`)), { users: [] })
    const misspelled = await ask('GET', `${users}?usernam=ada`)
    assertRejected(misspelled, { status: 400, msg: /usernam.*did you mean username/, msgCode: 'bad_request' })
  })

  test('users are found by a part of a name, page by page, with filters, their passkeys, and a total', async () => {
    const { ask } = await adminCalls()
    const application = (await service().core.applications.findFresh('demo'))!
    for (const username of ['part-one', 'two.PART-e', 'three-part-é', 'other'])
      await createUser(service().core, { application, keyId: undefined }, { username })
    const { username } = await signUpUser(service(), { username: newName('part-of') })
    const read = async (query: string) =>
      readBody<{ users: (UserResponse & ListedUser)[]; next?: string; total?: number }>(
        await ask('GET', `${users}?${query}`),
      )
    const listNames = async (query: string) => (await read(query)).users.map((user) => user.username)
    const all = ['part-one', username, 'three-part-é', 'two.PART-e'].toSorted()
    assert.deepEqual(await listNames('search=Part-'), all)
    const first = await read('search=part-&limit=3')
    assert.deepEqual(await listNames(`search=part-&limit=3&after=${encodeURIComponent(first.next!)}`), [all[3]])
    assert.equal((await read('search=part-')).total, 4)
    const [signedUp] = (await read('search=part-&passkeys=one')).users
    assert.deepEqual([signedUp?.username, signedUp?.passkeys, typeof signedUp?.lastSignInAt], [username, 1, 'string'])
    assert.deepEqual(await listNames(`search=part-&signedInSince=2020-01-01T00:00:00Z`), [username])
    assert.deepEqual((await listNames('search=part-&notSignedInSince=2020-01-01T00:00:00Z')).length, 3)
    assert.deepEqual(await listNames('search=part-&createdBefore=2020-01-01T00:00:00Z'), [])
    const invalid = await ask('GET', `${users}?sort=newest&after=ada`)
    assertRejected(invalid, { status: 400, msg: /`next` of a page/, msgCode: 'bad_request' })
  })

  test('a user who was created and invited creates a passkey with the link, which works once', async () => {
    const { ask } = await adminCalls()
    const name = newName()
    const created = readBody<{ id: string }>(await ask('POST', users, { username: name, displayName: 'Ada' }))
    const taken = await ask('POST', users, { username: name.toUpperCase() })
    assertRejected(taken, { status: 400, msg: /is taken/, msgCode: 'bad_request' })
    const invite = (body = {}) => ask('POST', `${users}/${created.id}/invite`, body)
    const page = `${service().application.origins[0]}/welcome`
    const links = [readBody<Link>(await invite()), readBody<Link>(await invite({ page, hours: 1 }))]
    assert.match(links[0]!.link, /\/apps\/demo\/sign-in\/#invitation=/)
    assert.ok(links[1]!.link.startsWith(`${page}#invitation=`))
    const elsewhere = await invite({ page: 'https://evil.example/welcome' })
    assertRejected(elsewhere, { status: 400, msg: /one of the application’s origins/, msgCode: 'bad_request' })
    const [token = '', other = ''] = links.map(({ link }) => link.split('#invitation=')[1]!)
    const started = await startRegistration(service(), name, { token })
    const second = await startRegistration(service(), name, { token })
    readBody(await completeRegistration(service(), started))
    assertRejected(await completeRegistration(service(), second), {
      status: 403,
      msg: /Start again/,
      msgCode: 'forbidden',
    })
    assert.equal((await startRegistration(service(), name, { token: other })).action, 'signIn')
    assertRejected(await invite(), { status: 400, msg: /has a passkey/, msgCode: 'bad_request' })
  })

  test('two invitations lead to one passkey, even if both registrations have started', async () => {
    const { ask } = await adminCalls()
    const username = newName()
    const { id } = readBody<{ id: string }>(await ask('POST', users, { username }))
    const invite = async () => readBody<Link>(await ask('POST', `${users}/${id}/invite`, {})).link.split('=')[1]!
    const started = [await invite(), await invite()].map((token) => startRegistration(service(), username, { token }))
    const [first, second] = await Promise.all(started)
    readBody(await completeRegistration(service(), first!))
    const late = await completeRegistration(service(), second!)
    assertRejected(late, { status: 403, msg: /Start again/, msgCode: 'forbidden' })
    assert.equal(readBody<{ passkeys: object[] }>(await ask('GET', `${users}/${id}`)).passkeys.length, 1)
  })

  test('a link of an invitation stops working when the user is signed out everywhere', async () => {
    const { ask } = await adminCalls()
    const username = newName()
    const { id } = readBody<{ id: string }>(await ask('POST', users, { username }))
    const { link } = readBody<Link>(await ask('POST', `${users}/${id}/invite`, {}))
    await ask('POST', `${users}/${id}/sign-out`)
    const token = link.split('#invitation=')[1]!
    const response = await service().post('/reg/init', { app, user: { username } }, { token })
    assertRejected(response, { status: 401, msg: /token is not valid/, msgCode: 'unauthorized' })
  })

  test('all data about a user is exported without secrets, and the audit log has it', async () => {
    const { ask } = await adminCalls()
    const { userId, username, passkeyId } = await signUpUserOn(service(), 'exported')
    const data = readBody<UserData>(await ask('GET', `${users}/${userId}/data`))
    assert.deepEqual([data.user.username, data.user.passkeys.map(({ id }) => id)], [username, [passkeyId]])
    assert.ok(data.events.some(({ type, at }) => type === 'fido2.passkey.reg.success' && at.endsWith('Z')))
    assert.deepEqual(Object.keys(data).toSorted(), [
      'application',
      'browserSessions',
      'consents',
      'credentials',
      'devices',
      'events',
      'exportedAt',
      'transactions',
      'user',
    ])
    const { entries } = readBody<{ entries: { action: string; target?: { id: string } }[] }>(
      await ask('GET', '//admin/v1/audit?limit=1'),
    )
    assert.equal(entries[0]?.action, 'user.dataExported')
  })

  test('a deactivated user is rejected everywhere until the account is activated', async () => {
    const { ask } = await adminCalls()
    const { userId, jwtAccess } = await signUpUserOn(service(), 'paused')
    const inactive = readBody<{ status: string }>(await ask('PATCH', `${users}/${userId}`, { status: 'inactive' }))
    assert.equal(inactive.status, 'inactive')
    await assertDead(service(), jwtAccess)
    const active = readBody<{ status: string }>(await ask('PATCH', `${users}/${userId}`, { status: 'active' }))
    assert.equal(active.status, 'active')
    const unknown = await ask('PATCH', `${users}/${examplePasskeyId}`, { status: 'active' })
    assertRejected(unknown, { status: 404, msg: 'User not found', msgCode: 'not_found' })
  })

  test('a passkey is shown with its authenticator, renamed, and revoked', async () => {
    const { ask } = await adminCalls()
    const { userId, passkeyId } = await signUpUserOn(service(), 'holder')
    const other = await signUpUserOn(service(), 'other')
    const passkey = `${users}/${userId}/passkeys/${passkeyId}`
    readBody(await ask('PATCH', passkey, { name: ' Work laptop ' }), 204)
    const [shown] = readBody<UserResponse>(await ask('GET', `${users}/${userId}`)).passkeys
    assert.deepEqual([shown?.name, shown?.synced, shown?.aaguid.length], ['Work laptop', false, 36])
    const strange = `${users}/${other.userId}/passkeys/${passkeyId}`
    const missing = { status: 404, msg: 'This user has no such passkey', msgCode: 'not_found' }
    assertRejected(await ask('DELETE', strange), missing)
    assertRejected(await ask('PATCH', strange, { name: 'Mine' }), missing)
    readBody(await ask('DELETE', passkey), 204)
    assert.deepEqual(readBody<UserResponse>(await ask('GET', `${users}/${userId}`)).passkeys, [])
  })

  test('a user is deleted, and the history records the admin key', async () => {
    const { ask, keyId } = await adminCalls()
    const { userId, jwtAccess } = await signUpUserOn(service(), 'three')
    readBody(await ask('DELETE', `${users}/${userId}`), 204)
    const [event] = await service().core.store.events.list('demo', 1)
    assert.deepEqual([event?.type, event?.userId, event?.detail], ['fido2.user.deleted', userId, { key: keyId }])
    await assertDead(service(), jwtAccess)
    for (const method of ['GET', 'DELETE'])
      assertRejected(await ask(method, `${users}/${userId}`), {
        status: 404,
        msg: 'This application has no such user',
        msgCode: 'not_found',
      })
  })
})
