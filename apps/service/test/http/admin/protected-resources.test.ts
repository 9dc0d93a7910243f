import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Output } from '@thumbturn/contract'
import type { protectedResourceRoutes } from '@thumbturn/contract/admin/protected-resources.ts'
import { openidClient, protectedResource } from '@thumbturn/service-harness/authorization-situations.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Resource = Output<typeof protectedResourceRoutes.resourceGet>
type Resources = Output<typeof protectedResourceRoutes.resourcesList>
type AuditLog = { entries: { action: string; target?: string; before?: object; after?: object }[] }

const scopes = [{ name: 'files:read', description: 'Read your files' }]
const bad = (msg: string | RegExp) => ({ status: 400, msg, msgCode: 'bad_request' })
const missing = { status: 404, msg: 'The application has no resource with this URI', msgCode: 'not_found' }

eachEngine('protected resources', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  let count = 0
  before(async () => {
    owner = await newMember(service())
    await createApplication(service().core, { id: 'bank', rpId: 'bank.example', origins: ['https://bank.example'] })
  })

  const newUri = () => `https://mcp-${++count}.example.com`
  const ask = (method: string, body?: object, app = 'demo') =>
    owner.ask(method, `/applications/${app}/resources`, { ...(body && { body }) })
  const askOf = (app: string) => (method: string, uri: string, body?: object) =>
    owner.ask(method, `/applications/${app}/resource?${new URLSearchParams({ uri })}`, { ...(body && { body }) })
  const askAbout = askOf('demo')
  const create = async (body: object = {}) =>
    readBody<Resource>(await ask('POST', { uri: newUri(), name: 'Files', scopes, ...body }))

  test('a resource needs a URI and a name, and is listed', async () => {
    const uri = newUri()
    const created = await create({ uri, scopes: undefined })
    const at = new Date(service().clock.now()).toISOString()
    assert.deepEqual(created, { uri, name: 'Files', scopes: [], allowedGroups: [], createdAt: at, updatedAt: at })
    assert.deepEqual(readBody<Resource>(await askAbout('GET', `${uri}/`)), created)
    const { resources } = readBody<Resources>(await ask('GET'))
    assert.deepEqual(
      resources.find((resource) => resource.uri === uri),
      created,
    )
  })

  test('what is invalid is rejected with every problem, and a URI that is taken in another form', async () => {
    const { uri } = await create()
    const rejected = async (body: object, msg: string | RegExp) =>
      assertRejected(await ask('POST', { uri: newUri(), name: 'Files', ...body }), bad(msg))
    await rejected({ uri }, `There is already a resource with the URI ${uri}`)
    await rejected({ uri: `${uri}/` }, `There is already a resource with the URI ${uri}/`)
    const twice = [...scopes, ...scopes, { name: 'email', description: 'Email' }]
    await rejected(
      { uri: 'http://mcp.example.com', scopes: twice },
      /use https; .+; scopes: files:read is listed more than once; scopes: email belongs/,
    )
    await rejected({ scopes: [{ name: 'a b', description: 'Read' }] }, /must be a scope/)
    await rejected({ uri: `https://a.example/${'a'.repeat(500)}` }, /`uri` must have at most 500 characters/)
    await rejected({ scope: 'files:read' }, /Unknown field `scope`/)
    const many = Array.from({ length: 65 }, (_, index) => ({ name: `s${index}`, description: 'One' }))
    await rejected({ scopes: many }, /`scopes` must have at most 64/)
    assertRejected(await owner.ask('DELETE', '/applications/demo/resource'), bad(/`uri` is required/))
  })

  test('a change replaces fields, and is an event and an audit entry unless it changes nothing', async () => {
    const { uri } = await create()
    const groups = ['staff']
    service().clock.advance(1_000)
    const changed = readBody<Resource>(await askAbout('PATCH', uri, { name: 'Documents', allowedGroups: groups }))
    assert.partialDeepStrictEqual(changed, { uri, name: 'Documents', scopes, allowedGroups: groups })
    assert.notEqual(changed.updatedAt, changed.createdAt)
    readBody(await askAbout('PATCH', uri, { name: 'Documents' }))
    assertRejected(await askAbout('PATCH', uri, { uri: newUri() }), bad(/Unknown field `uri`/))
    const problem = [{ name: 'openid', description: 'OpenID' }]
    assertRejected(await askAbout('PATCH', uri, { scopes: problem }), bad(/scopes: openid belongs/))
    assert.equal((await askAbout('DELETE', uri)).status, 204)
    const { entries } = readBody<AuditLog>(await owner.ask('GET', '/audit?limit=50'))
    const own = entries.filter(({ target }) => target === uri)
    assert.deepEqual(
      own.map(({ action, before: former = {}, after = {} }) => [action, Object.keys(former), Object.keys(after)]),
      [
        ['resource.deleted', ['name', 'scopes', 'allowedGroups'], []],
        ['resource.changed', ['name', 'allowedGroups'], ['name', 'allowedGroups']],
        ['resource.created', [], ['name', 'scopes', 'allowedGroups']],
      ],
    )
    const events = (await owner.ask('GET', '/applications/demo/events')).text
    for (const type of ['resource_created', 'resource_changed', 'resource_deleted'])
      assert.ok(events.includes(`fido2.openid.${type}`), type)
  })

  test('concurrent changes of one resource are all made', async () => {
    const { uri } = await create()
    const statuses = await Promise.all(
      [{ name: 'One' }, { allowedGroups: ['staff'] }, { scopes: [] }].map((body) => askAbout('PATCH', uri, body)),
    )
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 200],
    )
    const { name, allowedGroups, scopes: none } = readBody<Resource>(await askAbout('GET', uri))
    assert.deepEqual([name, allowedGroups, none], ['One', ['staff'], []])
  })

  test('a deleted resource is removed from the clients that list it, and from no others', async () => {
    const { uri } = await create()
    const { store } = service().core
    const other = 'https://other.example.com'
    const clients = [
      openidClient(`wiki-${count}`, { appId: 'demo', resources: [uri, other] }),
      openidClient(`chat-${count}`, { appId: 'demo', resources: [`${uri}/`] }),
      openidClient(`bank-${count}`, { appId: 'bank', resources: [uri] }),
    ]
    for (const client of clients) assert.equal(await store.commit([{ addClient: client }]), undefined)
    assert.equal((await askAbout('DELETE', uri)).status, 204)
    const found = await Promise.all(
      clients.map(({ appId, id: clientId }) => store.openidClients.find({ appId, clientId })),
    )
    assert.deepEqual(
      found.map((client) => client?.resources),
      [[other], [], [uri]],
    )
    for (const method of ['GET', 'DELETE']) assertRejected(await askAbout(method, uri), missing)
    assertRejected(await askAbout('PATCH', uri, { name: 'Files' }), missing)
  })

  test('a resource of another application does not exist', async () => {
    const { uri } = await create()
    for (const method of ['GET', 'DELETE']) assertRejected(await askOf('bank')(method, uri), missing)
    assertRejected(await askOf('bank')('PATCH', uri, { name: 'Theirs' }), missing)
    assert.deepEqual(readBody<Resources>(await ask('GET', undefined, 'bank')).resources, [])
    assert.equal(readBody<Resource>(await askAbout('GET', uri)).name, 'Files')
  })

  test('a viewer reads resources, and changes none', async () => {
    const { uri } = await create()
    const viewer = await newMember(service(), [{ application: 'demo', role: 'viewer' }])
    const path = `/applications/demo/resource?${new URLSearchParams({ uri })}`
    readBody(await viewer.ask('GET', path))
    readBody(await viewer.ask('GET', '/applications/demo/resources'))
    for (const [method, address, body] of [
      ['POST', '/applications/demo/resources', { uri: newUri(), name: 'Files' }],
      ['PATCH', path, { name: 'Documents' }],
      ['DELETE', path, undefined],
    ] as const)
      assert.equal((await viewer.ask(method, address, { ...(body && { body }) })).status, 403)
  })

  test('an application has at most a hundred resources', async () => {
    const { core } = service()
    for (let index = 0; index < 100; index++)
      await core.store.commit([{ addResource: protectedResource(`https://r${index}.example`, { appId: 'bank' }) }])
    const body = { uri: newUri(), name: 'One more' }
    assertRejected(await ask('POST', body, 'bank'), bad('There are 100 resources: delete one first'))
  })
})
