import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  allowDocuments,
  documentClient,
  startDocumentHost,
  trustDocumentHosts,
} from '@thumbturn/service-harness/client-documents.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { authorize, requestOf, send } from '@thumbturn/service-harness/openid.ts'
import { type Answer, type Service, useService } from '@thumbturn/service-harness/service.ts'
import { rowCounts } from '@thumbturn/service-harness/store-situations.ts'

trustDocumentHosts()

type Change = Record<string, string>

async function useHost(t: TestContext, service: Service) {
  const host = await startDocumentHost(t)
  await allowDocuments(service, [host.host])
  return { ...host, client: documentClient(host.urlOf()) }
}

function assertError({ status, body, text }: Answer, error: string, expected: number) {
  assert.deepEqual([status, (body as { error?: string }).error], [expected, error], text)
}

/** The problem that the page says to the browser. */
const readProblem = ({ status, text }: Answer) => [status, /<code>(.*)<\/code>/.exec(text)?.[1]]

eachEngine('callers without credentials', (fresh) => {
  const running = useService(fresh)

  test('a caller without a code or token of the application causes no request at the token endpoint', async (t) => {
    const service = running()
    const { client, calls } = await useHost(t, service)
    const forms: Change[] = [
      { grant_type: 'authorization_code', code: 'made-up' },
      { grant_type: 'refresh_token', refresh_token: 'made-up' },
      { grant_type: 'client_credentials' },
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'made-up' },
    ]
    for (const fields of forms) assertError(await send(service, 'token', { client, fields }), 'invalid_grant', 400)
    assertError(await send(service, 'introspect', { client, fields: { token: 'a' } }), 'invalid_client', 401)
    assertError(
      await send(service, 'device-authorization', { client, fields: { scope: 'openid' } }),
      'invalid_client',
      401,
    )
    assert.equal(calls.length, 0)
  })

  test('an anonymous caller writes nothing', async (t) => {
    const service = running()
    const { client } = await useHost(t, service)
    const before = await rowCounts(service.database)
    await authorize(service, requestOf(client))
    await send(service, 'par', { client, fields: requestOf(client) })
    assert.deepEqual(await rowCounts(service.database), before)
  })

  test('without the setting, no document is read', async (t) => {
    const service = running()
    const { client, calls } = await useHost(t, service)
    await allowDocuments(service, [], 'off')
    assert.equal((await authorize(service, requestOf(client))).status, 400)
    assert.equal(calls.length, 0)
  })

  test('a host that no member listed is reached at public addresses only', async (t) => {
    const service = running()
    const { client, calls } = await useHost(t, service)
    await authorize(service, requestOf(client))
    await allowDocuments(service, [])
    assert.deepEqual(readProblem(await authorize(service, requestOf(client))), [
      400,
      'The metadata document of the client cannot be read now',
    ])
    assert.equal(calls.length, 1)
  })
})

eachEngine('requests for documents', (fresh) => {
  const running = useService(fresh, { limits: { store: 'memory', factor: 1 } })

  test('are limited for each network and application, and cost nothing while a document is kept', async (t) => {
    const service = running()
    const { urlOf, host, calls } = await startDocumentHost(t)
    await allowDocuments(service, [host])
    const ask = async (path: string, from: string) => {
      const client = documentClient(urlOf(path))
      const query = new URLSearchParams(requestOf(client))
      return (await service.ask('GET', `//apps/demo/openid/authorize?${query}`, { from })).status
    }
    for (let number = 0; number < 10; number++) assert.equal(await ask(`/${number}.json`, '192.0.2.1'), 303)
    assert.equal(await ask('/10.json', '192.0.2.1'), 429)
    assert.equal(await ask('/0.json', '192.0.2.1'), 303)
    for (let number = 10; number < 30; number++)
      assert.equal(await ask(`/${number}.json`, number < 20 ? '192.0.2.2' : '2001:db8::1'), 303)
    assert.equal(await ask('/30.json', '2001:db8::2'), 429)
    assert.equal(await ask('/30.json', '192.0.2.3'), 429)
    assert.equal(await ask('/29.json', '192.0.2.3'), 303)
    assert.equal(calls.length, 30)
    service.clock.advance(6_000)
    assert.equal(await ask('/30.json', '192.0.2.3'), 303)
  })
})
