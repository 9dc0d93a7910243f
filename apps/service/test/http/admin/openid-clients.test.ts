import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Output } from '@thumbturn/contract'
import type { openidClientRoutes } from '@thumbturn/contract/admin/openid-clients.ts'
import { openidClient } from '@thumbturn/service-harness/authorization-situations.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { isClientSecret } from '../../../src/core/use-cases/openid-clients/secrets.ts'

type Client = Output<typeof openidClientRoutes.openidClientGet>
type NewClient = Output<typeof openidClientRoutes.openidClientCreate>
type Clients = Output<typeof openidClientRoutes.openidClientsList>
type NewSecret = Output<typeof openidClientRoutes.clientSecretAdd>

const redirectUris = ['https://grafana.example.com/login']

eachEngine('OpenID clients', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  before(async () => {
    owner = await newMember(service())
    await createApplication(service().core, { id: 'bank', rpId: 'bank.example', origins: ['https://bank.example'] })
  })

  const askOf =
    (app: string) =>
    (method: string, rest = '', body?: unknown) =>
      owner.ask(method, `/applications/${app}/clients${rest}`, { body })
  const ask = askOf('demo')
  const create = async (body: object = {}) =>
    readBody<NewClient>(await ask('POST', '', { name: 'Grafana', redirectUris, ...body }))
  const read = async (id: string) => readBody<Client>(await ask('GET', `/${id}`))
  const find = async (clientId: string) => (await service().core.store.openidClients.find({ appId: 'demo', clientId }))!
  const works = async (clientId: string, text = '') => isClientSecret(service().core, await find(clientId), text)

  test('a client needs a name and a redirect URI, and gets a secret that is shown once', async () => {
    const { secret, issuer, notices, ...created } = await create()
    const at = new Date(service().clock.now()).toISOString()
    assert.match(secret ?? '', /^[\w-]{43}$/)
    assert.deepEqual(created, {
      id: created.id,
      name: 'Grafana',
      type: 'web',
      redirectUris,
      postLogoutRedirectUris: [],
      authMethod: 'client_secret_basic',
      grantTypes: ['authorization_code', 'refresh_token'],
      requirePkce: true,
      scopes: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'],
      resources: [],
      allowedGroups: [],
      consent: 'ask',
      idTokenAlg: 'RS256',
      userinfoAlg: 'none',
      subjectType: 'public',
      accessTokenSeconds: 600,
      idTokenSeconds: 600,
      refreshTokenSeconds: 2_592_000,
      refreshTokenAbsoluteSeconds: 15_552_000,
      requirePar: false,
      dpop: 'optional',
      claims: {},
      secrets: [{ id: created.secrets[0]!.id, hint: secret?.slice(-4), createdAt: at }],
      disabled: false,
      createdAt: at,
      updatedAt: at,
    })
    assert.match(created.id, /^[\w-]{22}$/)
    assert.deepEqual([issuer, notices], [`${service().core.baseUrl}/apps/demo`, []])
    assert.deepEqual(await read(created.id), created)
    const { clients } = readBody<Clients>(await ask('GET'))
    assert.deepEqual(
      clients.find(({ id }) => id === created.id),
      created,
    )
    assert.ok(await works(created.id, secret))
  })

  test('a secret is in no response, no audit entry, no event, and no table', async () => {
    const { id, secret = '?' } = await create()
    const added = readBody<NewSecret>(await ask('POST', `/${id}/secrets`))
    const texts = [
      JSON.stringify(await stored(service().database)),
      (await ask('GET')).text,
      (await ask('PATCH', `/${id}`, { name: 'Changed' })).text,
      (await owner.ask('GET', '/audit?limit=50')).text,
      (await owner.ask('GET', '/applications/demo/events')).text,
    ]
    for (const text of texts) for (const one of [secret, added.secret]) assert.equal(text.includes(one), false)
  })

  test('a client without authentication has no secret, and one that is chosen has its ID', async () => {
    const { secret, ...created } = await create({ id: 'my-app', type: 'native', redirectUris: ['com.example.app:/cb'] })
    assert.deepEqual([secret, created.id, created.authMethod, created.secrets], [undefined, 'my-app', 'none', []])
    const again = await ask('POST', '', { id: 'my-app', name: 'Again', redirectUris })
    assertRejected(again, { status: 400, msg: 'There is already a client my-app', msgCode: 'bad_request' })
  })

  for (const { id, msg } of [
    { id: 'demo', msg: 'The ID of a client cannot be that of its application: choose another than demo' },
    {
      id: '0b7c5c0e-6d1f-4b7e-9a51-0d4f1c2b3a49',
      msg: 'The ID of a client cannot be a UUID, as IDs of users are: choose a name',
    },
  ])
    test(`a client can't be named ${id}, which another audience or subject can be`, async () => {
      const response = await ask('POST', '', { id, name: 'Grafana', redirectUris })
      assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
    })

  test('the first client of an application makes its key for RS256, and the next one none', async () => {
    const body = { name: 'Grafana', redirectUris }
    const countKeys = async () => (await service().core.store.applications.signingKeys('bank')).length
    assert.equal(await countKeys(), 1)
    for (const _ of [1, 2]) {
      readBody(await askOf('bank')('POST', '', body))
      assert.equal(await countKeys(), 2)
    }
  })

  test('an invalid client is rejected with every problem, and an unknown field with its name', async () => {
    const rejected = async (body: object, msg: string | RegExp) =>
      assertRejected(await ask('POST', '', { name: 'Grafana', ...body }), { status: 400, msg, msgCode: 'bad_request' })
    await rejected({}, /^redirectUris: at least one is needed/)
    await rejected({ redirectUris: ['http://a.example/'], authMethod: 'none' }, /use https; .+; authMethod: a client/)
    await rejected({ redirectUri: redirectUris[0] }, /Unknown field `redirectUri`/)
    await rejected({ redirectUris, claims: { 'a b': 'team' } }, /Unknown field `claims.a b`/)
    await rejected({ redirectUris, id: 'a b c' }, /^`id` must be letters, digits/)
    await rejected({ redirectUris, accessTokenSeconds: 86_401 }, /^`accessTokenSeconds` must be at most 86400/)
  })

  test('a change replaces fields, and an empty text, no keys, or `none` removes them', async () => {
    const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] }
    const logoUrl = 'https://grafana.example.com/logo.svg'
    const { id } = await create({ authMethod: 'private_key_jwt', jwks, logoUrl, userinfoAlg: 'ES256' })
    const { updatedAt } = await read(id)
    service().clock.advance(1_000)
    const claims = { 'https://example.com/team': 'department' }
    const change = { claims, logoUrl: '', jwks: { keys: [] }, jwksUri: 'https://a.example/jwks', userinfoAlg: 'none' }
    const changed = readBody<Client>(await ask('PATCH', `/${id}`, { ...change, name: 'Charts' }))
    assert.deepEqual(
      [changed.name, changed.claims, changed.logoUrl, changed.jwks, changed.jwksUri, changed.userinfoAlg],
      ['Charts', claims, undefined, undefined, 'https://a.example/jwks', 'none'],
    )
    assert.ok(changed.updatedAt > updatedAt)
    const invalid = await ask('PATCH', `/${id}`, { jwksUri: '' })
    assertRejected(invalid, { status: 400, msg: /private_key_jwt needs either jwks/, msgCode: 'bad_request' })
    assert.deepEqual(await read(id), changed)
  })

  test('parallel changes of different fields are all written', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      [{ name: 'A' }, { consent: 'skip' }, { dpop: 'required' }].map((body) => ask('PATCH', `/${id}`, body)),
    )
    for (const answer of answers) readBody(answer)
    const { name, consent, dpop } = await read(id)
    assert.deepEqual({ name, consent, dpop }, { name: 'A', consent: 'skip', dpop: 'required' })
  })

  test('a client has two secrets at most, which work until each is retired or expires', async () => {
    const { id, secret: first } = await create()
    const expiresAt = new Date(service().clock.now() + 60_000).toISOString()
    const second = readBody<NewSecret>(await ask('POST', `/${id}/secrets`, { expiresAt }))
    assert.deepEqual([second.expiresAt, second.hint], [expiresAt, second.secret.slice(-4)])
    const third = await ask('POST', `/${id}/secrets`)
    assertRejected(third, { status: 400, msg: /has 2 secrets: retire the old one/, msgCode: 'bad_request' })
    assert.deepEqual([await works(id, first), await works(id, second.secret)], [true, true])
    const firstId = (await find(id)).secrets[0]?.id
    assert.equal((await ask('DELETE', `/${id}/secrets/${firstId}`)).status, 204)
    const again = await ask('DELETE', `/${id}/secrets/${firstId}`)
    assertRejected(again, { status: 404, msg: /has no secret/, msgCode: 'not_found' })
    assert.deepEqual([await works(id, first), await works(id, second.secret)], [false, true])
    service().clock.advance(60_000)
    assert.equal(await works(id, second.secret), false)
    const next = readBody<NewSecret>(await ask('POST', `/${id}/secrets`))
    assert.deepEqual(
      (await read(id)).secrets.map((one) => one.id),
      [next.id],
    )
    assert.equal(await works(id, next.secret), true)
    assert.equal(await works(id, ''), false)
  })

  test('a client that no longer authenticates with a secret loses it', async () => {
    const { id, secret } = await create()
    const changed = readBody<Client>(await ask('PATCH', `/${id}`, { type: 'singlePage', authMethod: 'none' }))
    assert.deepEqual(changed.secrets, [])
    const rejected = await ask('POST', `/${id}/secrets`)
    assertRejected(rejected, { status: 400, msg: /authenticates with none/, msgCode: 'bad_request' })
    readBody(await ask('PATCH', `/${id}`, { type: 'web', authMethod: 'client_secret_post' }))
    assert.equal(await works(id, secret), false)
  })

  test('a client of another application doesn’t exist, and neither does a deleted one', async () => {
    const { id } = await create()
    const unknown = { status: 404, msg: `The application has no client ${id}`, msgCode: 'not_found' }
    for (const method of ['GET', 'DELETE']) assertRejected(await askOf('bank')(method, `/${id}`), unknown)
    assertRejected(await askOf('bank')('PATCH', `/${id}`, { name: 'Mine' }), unknown)
    assert.equal((await ask('DELETE', `/${id}`)).status, 204)
    assertRejected(await ask('GET', `/${id}`), unknown)
    const ofInstallation = await askOf('thumbturn')('POST', '', { name: 'Grafana', redirectUris })
    assertRejected(ofInstallation, { status: 404, msg: /no application thumbturn/, msgCode: 'not_found' })
  })

  test('an application has at most 500 clients', async () => {
    const { core } = service()
    await createApplication(core, { id: 'many', rpId: 'many.example', origins: ['https://many.example'] })
    const clients = Array.from({ length: 500 }, (_, n) => openidClient(`client-${n}`, { appId: 'many' }))
    await core.store.commit(clients.map((addClient) => ({ addClient })))
    const rejected = await askOf('many')('POST', '', { name: 'Grafana', redirectUris })
    assertRejected(rejected, { status: 400, msg: 'There are 500 clients: delete one first', msgCode: 'bad_request' })
  })

  test('every change is in the audit log and in the history', async () => {
    const { id } = await create()
    await ask('PATCH', `/${id}`, { name: 'Charts', logoUrl: 'https://a.example/logo' })
    await ask('PATCH', `/${id}`, { name: 'Charts' })
    const { id: secretId } = readBody<NewSecret>(await ask('POST', `/${id}/secrets`))
    await ask('DELETE', `/${id}/secrets/${secretId}`)
    await ask('DELETE', `/${id}`)
    const { entries } = readBody<{ entries: object[] }>(await owner.ask('GET', '/audit?application=demo&limit=5'))
    assert.partialDeepStrictEqual(entries, [
      { action: 'client.deleted', target: id, before: { name: 'Charts' } },
      { action: 'client.secretRetired', target: id, after: { secretId } },
      { action: 'client.secretAdded', target: id, after: { secretId } },
      {
        action: 'client.changed',
        target: id,
        before: { name: 'Grafana', logoUrl: null },
        after: { name: 'Charts', logoUrl: 'https://a.example/logo' },
      },
      { action: 'client.created', target: id, after: { name: 'Grafana', redirectUris } },
    ])
    const events = await service().core.store.events.list('demo', 5)
    assert.deepEqual(
      events.map(({ type, detail }) => [type, detail]),
      [
        ['fido2.openid.client_deleted', { clientId: id }],
        ['fido2.openid.secret_retired', { clientId: id, secretId }],
        ['fido2.openid.secret_added', { clientId: id, secretId }],
        ['fido2.openid.client_changed', { clientId: id, fields: 'name logoUrl' }],
        ['fido2.openid.client_created', { clientId: id, name: 'Grafana' }],
      ],
    )
  })

  test('what keeps the hosted pages from working is said with the command that mends it', async () => {
    const { core } = service()
    const origins = ['https://pages.example']
    const pages = await createApplication(core, { id: 'pages', rpId: 'pages.example', origins })
    const readNotices = async () => readBody<Clients>(await askOf('pages')('GET')).notices
    const [foreign, ...none] = await readNotices()
    assert.deepEqual(none, [])
    assert.match(foreign!, /^Browsers don't use passkeys of pages\.example at http:\/\/localhost:4300/)
    assert.match(foreign!, /app set pages --base-url https:\/\/id\.pages\.example`\.$/)
    assert.equal(foreign!.includes('relatedOrigins'), false)
    await changeApplication(core, pages, { baseUrl: 'https://id.pages.example' })
    const [missing] = await readNotices()
    assert.match(missing!, /app set pages --add-origin https:\/\/id\.pages\.example`\.$/)
    await changeApplication(core, pages, { origins: [...origins, 'https://id.pages.example'] })
    assert.deepEqual(await readNotices(), [])
    await changeApplication(core, pages, { baseUrl: 'http://192.0.2.1:8080' })
    assert.match((await readNotices())[0]!, /^Browsers have no passkeys at http:\/\/192\.0\.2\.1:8080/)
    await changeApplication(core, pages, {
      baseUrl: 'https://id.example.net',
      settings: { relatedOrigins: ['https://id.example.net'] },
    })
    assert.deepEqual(await readNotices(), [])
    const local = await createApplication(core, { id: 'local', rpId: 'localhost', origins: ['http://localhost:1'] })
    await changeApplication(core, local, { baseUrl: 'https://id.example.org' })
    const [ofLocal] = readBody<Clients>(await askOf('local')('GET')).notices
    assert.match(ofLocal!, /app create <id> --rp-id id\.example\.org --origin https:\/\/id\.example\.org`\.$/)
  })
})
