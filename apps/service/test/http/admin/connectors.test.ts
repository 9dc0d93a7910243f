import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Output } from '@thumbturn/contract'
import type { connectorRoutes } from '@thumbturn/contract/admin/connectors.ts'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { Webhook } from 'standardwebhooks'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Connector = Output<typeof connectorRoutes.connectorGet>
type NewConnector = Output<typeof connectorRoutes.connectorCreate>

const path = '/applications/demo/connectors'
const webhook = { type: 'webhook', url: 'https://siem.example.com/in' }
const splunk = { type: 'splunk', url: 'https://splunk.example.com:8088' }
const token = '6d1f1c0e-3f0a-4f4f-9c55-0d1d6e1a7b21'

eachEngine('connectors', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  before(async () => {
    owner = await newMember(service())
    await createApplication(service().core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
  })

  const ask = (method: string, rest = '', body?: unknown) => owner.ask(method, `${path}${rest}`, { body })
  const create = async (body: object) => readBody<NewConnector>(await ask('POST', '', { name: 'SIEM', ...body }))
  const read = async (id: string) => readBody<Connector>(await ask('GET', `/${id}`))

  test('a webhook gets a signing secret, which is shown only when it is created', async () => {
    const { signingSecret = '', ...created } = await create({ target: webhook, filter: { severity: 'notice' } })
    assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { connectors } = readBody<{ connectors: Connector[] }>(await ask('GET'))
    assert.deepEqual(
      connectors.find(({ id }) => id === created.id),
      created,
    )
    assert.deepEqual(created, {
      id: created.id,
      name: 'SIEM',
      target: webhook,
      filter: { severity: 'notice' },
      secretFields: ['signingSecret'],
      createdAt: new Date(service().clock.now()).toISOString(),
      status: { state: 'active', waitingEvents: 0, waitingSeconds: 0, delivered: 0, missed: 0, deadLetters: 0 },
    })
  })

  test('secrets are in no response, no audit entry, and no table', async () => {
    const headers = [{ name: 'x-api-key', value: 'QmVyZ2FtbzEyMw' }]
    const secrets = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG' }
    const endpoint = 'https://s3.example.com'
    const created = [
      await create({ target: splunk, secrets: { token } }),
      await create({ target: { type: 'otlp', url: 'https://otlp.example.com' }, secrets: { headers } }),
      await create({ target: { type: 's3', endpoint, region: 'eu', bucket: 'archive' }, secrets }),
    ]
    assert.deepEqual(
      created.map(({ secretFields }) => secretFields),
      [['token'], ['headers.x-api-key'], ['accessKeyId', 'secretAccessKey']],
    )
    const { signingSecret = '?' } = await create({ target: webhook })
    const tables = JSON.stringify(await stored(service().database))
    const responses = [...created.map((one) => JSON.stringify(one)), (await ask('GET')).text]
    const audit = (await owner.ask('GET', '/audit?limit=50')).text
    for (const secret of [token, headers[0]!.value, secrets.secretAccessKey, secrets.accessKeyId, signingSecret]) {
      for (const text of [tables, audit, ...responses]) assert.equal(text.includes(secret), false)
    }
  })

  test('each type requires its own secrets and no others', async () => {
    const rejected = async (body: object, msg: RegExp) =>
      assertRejected(await ask('POST', '', { name: 'SIEM', ...body }), { status: 400, msg, msgCode: 'bad_request' })
    await rejected({ target: splunk }, /secrets\.token is required/)
    await rejected({ target: webhook, secrets: { token } }, /type webhook have no secret token/)
    const syslog = { type: 'syslog', host: 'logs.example.com', port: 6514 }
    const clientKey = '-----BEGIN PRIVATE KEY-----\nMIGHAA\n-----END PRIVATE KEY-----'
    await rejected({ target: syslog, secrets: { clientKey } }, /required together/)
  })

  test('a target with an invalid field is rejected with the name of this field', async () => {
    const rejected = async (target: object, msg: RegExp) =>
      assertRejected(await ask('POST', '', { name: 'SIEM', target }), { status: 400, msg, msgCode: 'bad_request' })
    await rejected({ type: 'webhook', url: 'ftp://siem.example.com' }, /^`target.url` must be a URL/)
    await rejected({ type: 'webhook', url: 'https://user:pass@siem.example.com' }, /^`target.url` must be a URL/)
    await rejected({ type: 'webhook', url: 'https://[::1' }, /^`target.url` must be a URL, such as/)
    await rejected({ type: 'webhook' }, /^`target.url` is required/)
    await rejected({ type: 'webhook', url: 'https://a.example', index: 'x' }, /Unknown field `target.index`/)
    await rejected({ type: 'syslog', host: 'logs.example.com', port: 0 }, /^`target.port` must be at least 1/)
    await rejected({ type: 'syslog', port: 6514 }, /^`target.host` is required/)
    await rejected({ url: 'https://a.example' }, /^`target.type` must be `splunk`, `webhook`/)
    await rejected({ type: 'kafka' }, /^`target.type` must be `splunk`, `webhook`/)
  })

  test('a target whose URL is not in ASCII is returned as it was sent', async () => {
    for (const url of ['https://siem.example.com/größe', 'https://siem.example.com/{tenant}|in']) {
      const { target } = await create({ target: { type: 'webhook', url } })
      assert.deepEqual(target, { type: 'webhook', url })
    }
  })

  test('stored secrets are never sent to another address', async () => {
    const { id } = await create({ target: splunk, secrets: { token } })
    const target = { ...splunk, url: 'https://collector.attacker.example' }
    const rejected = await ask('PATCH', `/${id}`, { target })
    assertRejected(rejected, { status: 400, msg: /Send the secrets again/, msgCode: 'bad_request' })
    const moved = readBody<Connector>(await ask('PATCH', `/${id}`, { target, secrets: { token: 'another' } }))
    assert.deepEqual(moved.target, target)
    const other = await ask('PATCH', `/${id}`, { target: webhook })
    assertRejected(other, { status: 400, msg: /cannot change the type of a connector/, msgCode: 'bad_request' })
  })

  test('every change is in the audit log, with fields before and after and without secrets', async () => {
    const { id } = await create({ target: webhook })
    await ask('PATCH', `/${id}`, { name: 'Archive', filter: { types: ['fido2.passkey'] } })
    await ask('POST', `/${id}/pause`)
    assert.equal((await read(id)).status.state, 'paused')
    await ask('POST', `/${id}/resume`)
    await ask('POST', `/${id}/rotate`)
    assert.equal((await ask('DELETE', `/${id}`)).status, 204)
    const { entries } = readBody<{ entries: object[] }>(await owner.ask('GET', '/audit?application=demo&limit=6'))
    const target = id
    assert.partialDeepStrictEqual(entries, [
      { action: 'connector.deleted', target, before: { name: 'Archive' } },
      { action: 'connector.rotated', target, after: { secrets: 'changed' } },
      { action: 'connector.resumed', target },
      { action: 'connector.paused', target },
      {
        action: 'connector.changed',
        target,
        before: { name: 'SIEM', filter: {} },
        after: { name: 'Archive', filter: { types: ['fido2.passkey'] } },
      },
      { action: 'connector.created', target, after: { name: 'SIEM', ...webhook } },
    ])
    assertRejected(await ask('GET', `/${id}`), { status: 404, msg: /no connector/, msgCode: 'not_found' })
  })

  test('only members who can change a connector see the path of its address, which can contain a secret', async () => {
    const url = 'https://hooks.example.com/services/x7Kq?token=y8Lr'
    const s3 = { type: 's3', endpoint: url, region: 'eu', bucket: 'archive' }
    const accessKey = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG' }
    const { id } = await create({ target: { ...webhook, url } })
    await create({ target: { type: 'otlp', url } })
    await create({ target: s3, secrets: accessKey })
    const { id: plain } = await create({ target: splunk, secrets: { token } })
    await createApplication(service().core, { id: 'mill', rpId: 'localhost', origins: ['http://localhost:4301'] })
    const seen = async (...roles: RoleAssignment[]) => {
      const { ask } = await newMember(service(), roles)
      const responses = await Promise.all(['', `/${id}`, `/${plain}`].map((rest) => ask('GET', path + rest)))
      return responses.map((response) => readBody<Connector>(response))
    }
    const elsewhere = { application: 'mill', role: 'owner' } as const
    for (const application of ['demo', '*']) {
      const [list, one, other] = await seen({ application, role: 'viewer' }, elsewhere)
      assert.doesNotMatch(JSON.stringify([list, one]), /x7Kq|y8Lr/)
      assert.deepEqual([one?.target, other?.target], [{ ...webhook, url: 'https://hooks.example.com/…' }, splunk])
      const [all] = await seen({ application, role: 'developer' })
      assert.equal(JSON.stringify(all).split(url).length - 1, 3)
    }
  })

  test('an application has at most 20 connectors', async () => {
    const add = () => owner.ask('POST', '/applications/bank/connectors', { body: { name: 'SIEM', target: webhook } })
    for (let number = 0; number < 20; number++) assert.equal((await add()).status, 200)
    assertRejected(await add(), { status: 400, msg: /There are 20 connectors/, msgCode: 'bad_request' })
  })

  test('a test event is signed, and the response says what the receiver said', async (t) => {
    const receiver = await startReceiver(t, { tls: false })
    const target = { type: 'webhook', url: receiver.url.href }
    const { id, signingSecret = '' } = await create({ target })
    assert.deepEqual(readBody(await ask('POST', `/${id}/test`)), { delivered: true })
    const [call] = receiver.calls
    const now = service().clock.now()
    t.mock.timers.enable({ apis: ['Date'], now })
    const payload = new Webhook(signingSecret).verify(call!.body, call!.headers as Record<string, string>)
    assert.partialDeepStrictEqual(payload, {
      type: 'events',
      data: { events: [{ eventId: 'fido2.connector.tested', appId: 'demo', detail: { connector: id } }] },
    })
    receiver.state.respond = (_, response) => response.writeHead(401).end()
    const failed = { delivered: false, kind: 'setup', error: 'The receiver responded with 401' }
    assert.deepEqual(readBody(await ask('POST', `/${id}/test`)), failed)
    const { events } = readBody<{ events: object[] }>(await owner.ask('GET', '/applications/demo/events'))
    assert.equal(JSON.stringify(events).includes('fido2.connector.tested'), false)
  })

  test('after a rotation, webhooks are signed with both secrets for 24 hours', async (t) => {
    const receiver = await startReceiver(t, { tls: false })
    const { id, signingSecret: before = '' } = await create({ target: { type: 'webhook', url: receiver.url.href } })
    const { signingSecret: after = '' } = readBody<NewConnector>(await ask('POST', `/${id}/rotate`))
    const signatures = async () => {
      await ask('POST', `/${id}/test`)
      const { headers, body } = receiver.calls.at(-1)!
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
      const sign = (secret: string) => new Webhook(secret).sign(String(headers['webhook-id']), at, body)
      const received = String(headers['webhook-signature']).split(' ')
      return { received, before: sign(before), after: sign(after) }
    }
    const during = await signatures()
    assert.deepEqual(during.received, [during.after, during.before])
    service().clock.advance(24 * 3_600_000)
    owner = await newMember(service())
    const later = await signatures()
    assert.deepEqual(later.received, [later.after])
  })
})
