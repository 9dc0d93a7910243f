import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDead, signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApiKey } from '../../../src/core/model/applications/keys.ts'
import { ensureOwnApplication } from '../../../src/core/model/applications/own.ts'

const users = '//admin/v1/applications/demo/users'
type Shown = { id: string; username: string; usernames: string[]; passkeys: { id: string }[] }

eachEngine('user administration', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const own = await ensureOwnApplication(service().core, 'http://localhost:4300')
    const { text: token, key } = await createApiKey(service().core, own, { name: 'admin', scopes: ['admin'] })
    return { keyId: key.id, ask: (method: string, path: string) => service().ask(method, path, { token }) }
  }

  test('users are listed page by page, found by username, and shown with their passkeys', async () => {
    const { ask } = await adminCalls()
    const registered = [await signUpUserOn(service(), 'one'), await signUpUserOn(service(), 'two')]
    const names: string[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: { users: Shown[]; next?: string } = readBody(
        await ask('GET', `${users}?limit=1&after=${encodeURIComponent(after)}`),
      )
      names.push(...page.users.map(({ username }) => username))
      after = page.next
    }
    assert.deepEqual(names, registered.map(({ username }) => username).sort())
    for (const { username, userId, passkeyId } of registered) {
      const named = encodeURIComponent(username.toUpperCase())
      const found = readBody<{ users: Shown[] }>(await ask('GET', `${users}?username=${named}`)).users
      assert.deepEqual(
        found.map(({ id }) => id),
        [userId],
      )
      const shown = readBody<Shown>(await ask('GET', `${users}/${userId}`))
      assert.deepEqual([shown.usernames, shown.passkeys.map(({ id }) => id)], [[username], [passkeyId]])
    }
    assert.deepEqual(readBody(await ask('GET', `${users}?username=nobody`)), { users: [] })
    const misspelled = await ask('GET', `${users}?usernam=ada`)
    assertRejected(misspelled, { status: 400, msg: /usernam.*did you mean username/, msgCode: 'bad_request' })
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
