import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUserEvents } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  type Authentication,
  alreadyRegistered,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
  invalidRequest,
  notAuthenticated,
  signUpGen1User,
  tokenNotAllowed,
  tokenRejected,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { newDevice, newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Profile = {
  id: string
  client_id: string
  username: string
  status: string
  created_at: string
  updated_at: string
}
type Page = { users: Profile[]; has_more: boolean }

eachEngine('first-generation users', (fresh) => {
  const running = useService(fresh)

  test('a user is created, read by username and by ID, and deleted either way', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const username = newName('New')
    const made = readBody<Profile>(await backend.manage('users.create', 'POST /manage/users', { username }))
    const now = new Date(service.clock.now()).toISOString()
    assert.deepEqual(made, {
      id: made.id,
      client_id: 'demo',
      username,
      status: 'active',
      type: 'user',
      namespace_id: 'demo',
      created_at: now,
      updated_at: now,
      expires_at: null,
      contacts: [],
    })
    const retrieve = (body: object) => backend.manage('users.retrieve', 'POST /manage/users/retrieve', body)
    for (const body of [{ username: username.toUpperCase() }, { user_id: made.id }, { username, user_id: made.id }])
      assert.deepEqual(readBody(await retrieve(body)), made)
    assertGen1Rejected(await retrieve({}), [400, 'missing_parameter'])
    assertGen1Rejected(await retrieve({ username, user_id: 'x' }), userNotFound)
    readBody(await backend.manage('users.delete', 'POST /manage/users/delete', { username }), 204)
    assertGen1Rejected(await backend.manage('users.delete', `DELETE /manage/users/${made.id}`), userNotFound)
    const { user } = await signUpGen1User(backend)
    readBody(await backend.manage('users.delete', `DELETE /manage/users/${user.id}`), 204)
    assertGen1Rejected(await retrieve({ user_id: user.id }), userNotFound)
  })

  test('a taken username, in any spelling, creates no second user', async () => {
    const backend = await gen1Backend(running())
    const { username } = await signUpUser(running())
    const create = (name: string) => backend.manage('users.create', 'POST /manage/users', { username: name })
    for (const name of [username, ` ${username.toUpperCase()}`])
      assertGen1Rejected(await create(name), [400, 'username_taken'])
    assertGen1Rejected(await create(' '), [400, 'bad_request'])
  })

  test('a user without credentials can sign up only with a token that names them', async () => {
    const backend = await gen1Backend(running())
    const username = newName()
    const made = readBody<Profile>(await backend.manage('users.create', 'POST /manage/users', { username }))
    const init = (claims: object) => backend.call(['auth.register', claims], '/register/fido2/init', { username })
    assertGen1Rejected(await init({}), alreadyRegistered)
    assertGen1Rejected(await init({ username: newName() }), tokenNotAllowed)
    const started = readBody<AttestationInit>(await init({ username }))
    const attestation_payload = attested(newDevice(), started)
    const { user } = readBody<Authentication>(await backend.open('/register/fido2/complete', { attestation_payload }))
    assert.equal(user.id, made.id)
    assertGen1Rejected(await init({ username }), alreadyRegistered)
  })

  test("a deactivated user can't sign in until activated, and a no-op update writes nothing", async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const ada = await signUpGen1User(backend)
    service.clock.advance(5_000)
    const change = async (to: 'activate' | 'deactivate') =>
      readBody<Profile>(await backend.manage(`users.${to}`, `PUT /manage/users/${ada.user.id}/${to}`))
    const deactivated = await change('deactivate')
    assert.equal(deactivated.status, 'inactive')
    assert.equal(Date.parse(deactivated.updated_at) - Date.parse(deactivated.created_at), 5_000)
    assert.deepEqual(await change('deactivate'), deactivated)
    assertGen1Rejected(await gen1SignIn(backend, ada), notAuthenticated)
    assert.equal((await service.ask('GET', '/passkeys', { token: ada.jwt! })).status, 401)
    assert.equal((await change('activate')).status, 'active')
    readBody(await gen1SignIn(backend, ada))
    const types = (await listUserEvents(service, ada.user.id))
      .map(({ type }) => type)
      .filter((type) => /ctivated/.test(type))
    assert.deepEqual(types, ['fido2.user.activated', 'fido2.user.deactivated'])
    for (const to of ['activate', 'deactivate'] as const)
      assertGen1Rejected(await backend.manage(`users.${to}`, `PUT /manage/users/x/${to}`), userNotFound)
  })

  test("users are listed page by page in both directions, and only the client's own", async () => {
    const service = running()
    const crowd = await createApplication(service.core, { id: 'listed', rpId: 'localhost', origins: [origin] })
    const backend = await gen1Backend(service, { application: crowd })
    const names = ['ada', 'bert', 'cleo', 'dora', 'emil']
    for (const username of names) readBody(await backend.manage('users.create', 'POST /manage/users', { username }))
    const list = async (query: string, body?: object): Promise<[string, boolean]> => {
      const { users, has_more } = readBody<Page>(
        await backend.manage('users.list', `POST /manage/users/list?${query}`, body),
      )
      return [users.map(({ username }) => username).join(' '), has_more]
    }
    assert.deepEqual(await list(''), ['ada bert cleo dora emil', false])
    assert.deepEqual(await list('limit=2'), ['ada bert', true])
    assert.deepEqual(await list('limit=2&after_username=BERT'), ['cleo dora', true])
    assert.deepEqual(await list('limit=2&after_username=dora'), ['emil', false])
    assert.deepEqual(await list('limit=2&before_username=dora'), ['bert cleo', true])
    assert.deepEqual(await list('limit=2&before_username=cleo'), ['ada bert', false])
    assert.deepEqual(await list('created_by_client_id=demo'), ['', false])
    assert.deepEqual(await list('after_username=ada&before_username=emil&limit=2'), ['bert cleo', true])
    assert.deepEqual(await list('after_username=ada&before_username=DORA&limit=2'), ['bert cleo', false])
    assert.deepEqual(await list('after_username=dora&before_username=ada'), ['', false])
    const between = { client_id: 'listed', after_username: 'ada', before_username: 'dora', created_by_client_id: null }
    assert.deepEqual(await list('', { ...between, limit: 2 }), ['bert cleo', false])
    assert.deepEqual(await list('limit=5', { limit: '1', after_username: 'ada' }), ['bert', true])
    assert.deepEqual(await list('limit=2&after_username=ada', { limit: null, after_username: 'cleo' }), [
      'dora emil',
      false,
    ])
    assert.deepEqual(await list('limit=2', { created_by_client_id: 'demo' }), ['', false])
    const { users } = readBody<Page>(await backend.manage('users.list', 'POST /manage/users/list'))
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${users[2]!.id}/deactivate`))
    assert.deepEqual(await list('status=inactive'), ['cleo', false])
    assert.deepEqual(await list('status=active&limit=3'), ['ada bert dora', true])
    assert.deepEqual(await list('status=active', { status: 'inactive' }), ['cleo', false])
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=gone', `after_username=${'x'.repeat(257)}`])
      assertGen1Rejected(await backend.manage('users.list', `POST /manage/users/list?${query}`), invalidRequest)
    for (const body of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { limit: 'x' }, { status: 'gone' }])
      assertGen1Rejected(await backend.manage('users.list', 'POST /manage/users/list', body), invalidRequest)
  })

  test('management calls require the client in a separate header and a token for the named user, if it names one', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
    const retrieve = (headers: Record<string, string>) =>
      service.post(
        '//manage/users/retrieve',
        { username: ada.username },
        { token: backend.token('users.retrieve'), headers },
      )
    readBody(await retrieve({ 'x-api-key': 'demo' }))
    for (const headers of [{}, { 'x-client-id': 'other' }, { 'x-client-id': '' }])
      assertGen1Rejected(await retrieve(headers as Record<string, string>), tokenRejected)
    const asked = [grace.username, newName('unknown')]
    for (const username of asked)
      assertGen1Rejected(
        await backend.manage(['users.retrieve', { user_id: ada.userId }], 'POST /manage/users/retrieve', { username }),
        tokenNotAllowed,
      )
  })
})
