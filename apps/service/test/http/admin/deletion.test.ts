import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { creation, type MfaNext, sessionRejected } from '@thumbturn/service-harness/mfa.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { type Service, stored } from '@thumbturn/service-harness/service.ts'
import {
  assertRejected,
  deviceInfo,
  newDevice,
  type RegistrationInit,
  readBody,
  registrationRejected,
} from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { PurgeOptions } from '../../../src/core/model/applications/deletion.ts'
import { completeDeletions, deleteApplication } from '../../../src/core/use-cases/applications/delete.ts'
import { createApiKey } from '../../../src/core/use-cases/applications/keys.ts'
import { createUser } from '../../../src/core/use-cases/users/administer.ts'

const admin = '//admin/v1/applications'
const demo = { id: 'demo', rpId: 'localhost', origins: ['http://localhost:4300'] }

/** Returns the tables that still have rows of an application, `demo` unless given, except those that outlive it. */
async function remaining(database: TestDatabase, id = 'demo'): Promise<string[]> {
  const tables = Object.entries(await stored(database)).filter(([, rows]) =>
    rows.some((row) => new RegExp(`"(app_id|id)":"${id}"`).test(row)),
  )
  const outliving = ['application_versions', 'application_deletions', 'spent_sessions']
  return tables.map(([table]) => table).filter((table) => !outliving.includes(table))
}

eachEngine('application deletion', (fresh) => {
  const running = useNodes(fresh)
  let token: string
  before(async () => {
    token = (await createAdminKey(running().near)).text
  })
  const nodes = () => ({ ...running(), token })

  test("the installation's own application and unknown applications can't be deleted", async () => {
    const { near, token } = nodes()
    for (const id of ['thumbturn', 'nope'])
      assertRejected(await near.ask('DELETE', `${admin}/${id}`, { token }), {
        status: 404,
        msg: `There is no application ${id}`,
        msgCode: 'not_found',
      })
    await assert.rejects(
      deleteApplication(near.core, { id: 'thumbturn', by: 'test' }),
      /installation's own application/,
    )
  })

  test('deleting an application removes its data, revokes its credentials on every node, and frees its ID', async () => {
    const { near, far, token, database } = nodes()
    const { jwtAccess } = await signUpUserOn(near, 'a-device')
    const { text: key } = await createApiKey(far.core, far.application, { name: 'backend', scopes: ['passkey:read'] })
    assert.equal((await far.ask('GET', '/mgmt/aaguids/blacklist', { token: key })).status, 200)
    readBody(await near.ask('DELETE', `${admin}/demo`, { token }), 204)
    assert.deepEqual(await remaining(database), [])

    near.clock.advance(1_001)
    for (const node of [near, far]) {
      assert.equal((await node.ask('GET', '//fido2/v2/passkeys', { token: jwtAccess })).status, 401)
      assert.equal((await node.ask('GET', '//fido2/v2/mgmt/aaguids/blacklist', { token: key })).status, 401)
      assert.equal((await node.ask('GET', '/.well-known/jwks.json')).status, 404)
      assert.equal((await node.ask('GET', `${admin}/demo`, { token })).status, 404)
    }

    const again = await near.post(admin, demo, { token })
    assertRejected(again, { status: 400, msg: /deleted less than a minute ago/, msgCode: 'bad_request' })
    // Data written by a node that hadn't seen the deletion yet.
    const { application } = far
    await createUser(far.core, { application, keyId: 'late' }, { username: 'late' })
    assert.deepEqual(await remaining(database), ['users', 'names', 'events'])
    near.clock.advance(60_000)
    await completeDeletions(far.core)
    assert.deepEqual(await remaining(database), [])
    assert.deepEqual(await far.core.store.deletions.list(), [])

    readBody(await far.post(admin, demo, { token }))
    assert.equal((await near.ask('GET', '//fido2/v2/passkeys', { token: jwtAccess })).status, 401)
    const events = await near.core.store.events.list('thumbturn', 100)
    const deletion = events.find(({ type }) => type === 'fido2.application.deleted')
    assert.equal(deletion?.detail?.application, 'demo')
    assert.match(String(deletion?.detail?.by), /^[0-9a-f]{16}$/)
  })

  test('a deletion with If-Match applies only to the version it names', async (t) => {
    const { near, token } = nodes()
    const path = `${admin}/matched`
    readBody(await near.post(admin, { ...demo, id: 'matched' }, { token }))
    const remove = (etag: string) => near.ask('DELETE', path, { token, headers: { 'if-match': etag } })
    const change = async (name: string) =>
      String((await near.ask('PATCH', path, { token, body: { name } })).headers.etag)
    const stale = { status: 412, msg: /has version \d+, not \d+: read it again/, msgCode: 'precondition_failed' }

    const first = String((await near.ask('GET', path, { token })).headers.etag)
    const second = await change('Second')
    assertRejected(await remove(first), stale)
    assertRejected(await remove('three'), {
      status: 400,
      msg: /If-Match must be a single ETag/,
      msgCode: 'bad_request',
    })

    const { store } = near.core
    const commit = store.commit.bind(store)
    const overtaken = t.mock.method(store, 'commit', async (...given: Parameters<typeof commit>) => {
      overtaken.mock.restore()
      await change('Third')
      return commit(...given)
    })
    assertRejected(await remove(second), stale)
    const third = String((await near.ask('GET', path, { token })).headers.etag)
    readBody(await remove(`W/${third}`), 204)
    assert.equal((await near.ask('GET', path, { token })).status, 404)
  })

  test('an ID is available again a minute after the deletion, even if no node ran maintenance', async () => {
    const { near, token } = nodes()
    readBody(await near.post(admin, { ...demo, id: 'brief' }, { token }))
    await deleteApplication(near.core, { id: 'brief', by: 'test' })
    near.clock.advance(60_000)
    assert.equal(readBody<{ id: string }>(await near.post(admin, { ...demo, id: 'brief' }, { token })).id, 'brief')
  })

  test('what was started before an application was deleted is completed by no application that gets its ID', async () => {
    const { near, far, token } = nodes()
    const api = '//apps/reused/fido2/v2'
    const request = { ...demo, id: 'reused' }
    readBody(await near.post(admin, request, { token }))
    const user = { username: 'late@example.com' }
    const registration = readBody<RegistrationInit>(
      await near.post(`${api}/reg/init`, { app: { id: 'reused' }, deviceInfo, user }),
    )
    const flow = readBody<MfaNext>(await near.post(`${api}/mfa/begin`, { deviceInfo, user }))
    readBody(await near.ask('DELETE', `${admin}/reused`, { token }), 204)
    near.clock.advance(60_000)
    readBody(await near.post(admin, { ...request, settings: { registrationRequiresToken: true } }, { token }))
    const creationResult = newDevice().create(registration.registrationRequestOptions)
    for (const node of [near, far]) {
      const body = { session: registration.session, creationResult }
      assertRejected(await node.post(`${api}/reg/complete`, body), registrationRejected)
      const step = await node.post(`${api}/mfa/passkey/reg`, creation(newDevice(), flow), { token: flow.session })
      assertRejected(step, sessionRejected)
    }
  })

  /** Creates an application with more users than a few batches delete. */
  async function createCrowd(id: string) {
    const { near, token } = nodes()
    readBody(await near.post(admin, { ...demo, id }, { token }))
    const application = (await near.core.applications.findFresh(id))!
    const usernames = Array.from({ length: 230 }, (_, index) => `user${index}`)
    await Promise.all(usernames.map((username) => createUser(near.core, { application, keyId: 'test' }, { username })))
  }

  test('a call deletes data for five seconds, upkeep deletes the rest, and the ID can be reused only then', async (t) => {
    const { near, far, token, database } = nodes()
    await createCrowd('crowd')
    const { deletions } = near.core.store
    const purge = deletions.purge.bind(deletions)
    const slow = t.mock.method(deletions, 'purge', (id: string, { isOver }: PurgeOptions) =>
      purge(id, { isOver, onBatch: () => near.clock.advance(3_000) }),
    )
    readBody(await near.ask('DELETE', `${admin}/crowd`, { token }), 204)
    assert.equal((await near.ask('GET', `${admin}/crowd`, { token })).status, 404)
    assert.deepEqual(await remaining(database, 'crowd'), ['users', 'names', 'events'])

    near.clock.advance(60_000)
    const taken = await near.post(admin, { ...demo, id: 'crowd' }, { token })
    assertRejected(taken, {
      status: 400,
      msg: /still being deleted: try again in a few minutes/,
      msgCode: 'bad_request',
    })
    slow.mock.restore()

    await completeDeletions(far.core, AbortSignal.abort())
    assert.notDeepEqual(await remaining(database, 'crowd'), [], 'a service that stops doesn’t continue to delete')
    await completeDeletions(far.core)
    assert.deepEqual(await remaining(database, 'crowd'), [])
    readBody(await near.post(admin, { ...demo, id: 'crowd' }, { token }))
  })

  test('of two nodes that delete an application at the same time, neither reports the end while anything is left', async () => {
    const { near, far, database } = nodes()
    await createCrowd('shared')
    await deleteApplication(near.core, { id: 'shared', by: 'test' }, { isOver: () => true })
    const purge = async ({ core }: Service) =>
      (await core.store.deletions.purge('shared', { isOver: () => false })) && (await remaining(database, 'shared'))
    const ends = await Promise.all([purge(near), purge(far)])
    for (const left of ends) assert.deepEqual(left || [], [])
    assert.ok(ends.some((left) => left !== false))
  })
})
