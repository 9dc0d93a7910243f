import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplePasskeyId } from '@thumbturn/contract/sample.ts'
import { assertDead, signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createUser } from '../../../src/core/use-cases/users/administer.ts'

const users = '//admin/v1/applications/demo/users'
type UserResponse = {
  id: string
  username: string
  usernames: string[]
  passkeys: { id: string; name: string; aaguid: string; synced: boolean; lastUsedFrom?: string }[]
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

  test('users are found by the beginning of their usernames, page by page', async () => {
    const { ask } = await adminCalls()
    const names = ['Prefix-a', 'prefix', 'PREFIX-b', 'prefix-É', 'prefiy', 'pre'].sort()
    const application = (await service().core.applications.findFresh('demo'))!
    for (const username of names) await createUser(service().core, { application, keyId: undefined }, { username })
    const read = async (query: string) =>
      readBody<{ users: UserResponse[]; next?: string }>(await ask('GET', `${users}?${query}`))
    const found: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { users: UserResponse[]; next?: string } = await read(
        `prefix=Prefix&limit=2${after && `&after=${encodeURIComponent(after)}`}`,
      )
      found.push(...page.users.map(({ username }) => username))
      after = page.next
    }
    assert.deepEqual(found, ['prefix', 'Prefix-a', 'PREFIX-b', 'prefix-É'])
    assert.deepEqual((await read('prefix=prefiz')).users, [])
    assert.deepEqual((await read(`prefix=${encodeURIComponent('prefix-%')}`)).users, [])
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
