import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { adminApi, type Route } from '@thumbturn/contract'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newKeys, toPem } from '@thumbturn/service-harness/gen1.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createApiKey } from '../../../src/core/use-cases/applications/keys.ts'

const admin = '//admin/v1/applications'

type ApplicationResponse = { id: string; rpId: string; origins: string[]; settings: Record<string, unknown> }

const adminKey = async (service: Service) => (await createAdminKey(service)).text

const suffix = (rpId: string) => ({ rpId, origins: [`https://shop.${rpId}`] })

/** Tests the admin API for applications and their policies. */
eachEngine('application management', (fresh) => {
  const service = useService(fresh)
  const shop = { id: 'shop', rpId: 'example.com', origins: ['https://example.com'] }

  test('an admin key creates, reads, lists, and updates an application', async () => {
    const token = await adminKey(service())
    const made = readBody<ApplicationResponse>(
      await service().post(admin, { ...shop, settings: { signCounter: 'flag' } }, { token }),
    )
    assert.equal(made.settings.signCounter, 'flag')
    assert.equal(made.settings.userVerification, 'preferred')
    const change = { settings: { userVerification: 'required' } }
    const changed = readBody<ApplicationResponse>(
      await service().ask('PATCH', `${admin}/shop`, { body: change, token }),
    )
    assert.equal(changed.settings.userVerification, 'required')
    assert.equal(changed.settings.signCounter, 'flag')
    assert.deepEqual(readBody(await service().ask('GET', `${admin}/shop`, { token })), changed)
    const { applications } = readBody<{ applications: ApplicationResponse[] }>(
      await service().ask('GET', admin, { token }),
    )
    assert.deepEqual(applications.map(({ id }) => id).sort(), ['demo', 'shop'])
  })

  /** Creates a separate application and returns a function that patches it. */
  async function changing(id: string) {
    const token = await adminKey(service())
    const made = readBody<ApplicationResponse>(await service().post(admin, { ...shop, id }, { token }))
    const change = (body: object, headers?: Record<string, string>) =>
      service().ask('PATCH', `${admin}/${id}`, { body, token, headers })
    const show = (headers?: Record<string, string>) => service().ask('GET', `${admin}/${id}`, { token, headers })
    return { made, change, show }
  }

  /** Runs `act` between the read and the write of the next update. */
  function interpose(t: TestContext, act: () => Promise<unknown>) {
    const { store } = service().core
    const write = store.commit.bind(store)
    const mocked = t.mock.method(store, 'commit', async (...given: Parameters<typeof write>) => {
      mocked.mock.restore()
      await act()
      return write(...given)
    })
  }

  test('concurrent updates of different settings are all kept', async () => {
    const { change, show } = await changing('parallel')
    const settings = { userVerification: 'required', signCounter: 'flag', accessTokenSeconds: 120, ceremonySeconds: 90 }
    const changes = Object.entries(settings).map(([name, value]) => change({ settings: { [name]: value } }))
    for (const response of await Promise.all([...changes, change({ name: 'Renamed' })]))
      assert.equal(response.status, 200)
    const shown = readBody<ApplicationResponse & { name: string; version: number }>(await show())
    assert.deepEqual({ ...shown.settings, ...settings }, shown.settings)
    assert.equal(shown.name, 'Renamed')
  })

  test('an update that loses a race is reapplied on top of the winning update', async (t) => {
    const { change, show } = await changing('overtaken')
    interpose(t, () => change({ settings: { signCounter: 'flag' }, name: 'First' }))
    assert.equal((await change({ settings: { userVerification: 'required' } })).status, 200)
    const { settings, name } = readBody<ApplicationResponse & { name: string }>(await show())
    assert.deepEqual([settings.signCounter, settings.userVerification, name], ['flag', 'required', 'First'])
  })

  test('concurrent updates of one field to different values conflict, and the error names the field', async (t) => {
    const { change, show } = await changing('contested')
    interpose(t, () => change({ settings: { idTokenSeconds: 120 }, name: 'First' }))
    const response = await change({ settings: { idTokenSeconds: 240, userVerification: 'required' }, name: 'Second' })
    assertRejected(response, {
      status: 409,
      msg: /changed name, settings.idTokenSeconds at the same time/,
      msgCode: 'conflict',
    })
    const { settings, name } = readBody<ApplicationResponse & { name: string }>(await show())
    assert.deepEqual([settings.idTokenSeconds, settings.userVerification, name], [120, 'preferred', 'First'])
  })

  test('concurrent updates of one field to the same value both succeed', async (t) => {
    const { change } = await changing('agreed')
    interpose(t, () => change({ origins: ['https://www.example.com'] }))
    assert.equal((await change({ origins: ['https://www.example.com'] })).status, 200)
  })

  test('an update with If-Match applies only to the version it names', async (t) => {
    const { change, show } = await changing('matched')
    const first = await show()
    const etag = String(first.headers.etag)
    assert.equal(etag, `"${readBody<{ version: number }>(first).version}"`)
    assert.equal((await show({ 'if-none-match': etag })).status, 304)
    const changed = await change({ name: 'Second' }, { 'if-match': etag })
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.etag, etag)
    const stale = { status: 412, msg: /has version \d+, not \d+: read it again/, msgCode: 'precondition_failed' }
    assertRejected(await change({ name: 'Third' }, { 'if-match': etag }), stale)
    const latest = { 'if-match': `W/${changed.headers.etag}` }
    interpose(t, () => change({ settings: { signCounter: 'flag' } }))
    assertRejected(await change({ name: 'Third' }, latest), stale)
    assert.equal(readBody<{ name: string }>(await change({}, { 'if-match': '*' })).name, 'Second')
    const malformed = { status: 400, msg: /If-Match must be a single ETag/, msgCode: 'bad_request' }
    assertRejected(await change({ name: 'Third' }, { 'if-match': 'three' }), malformed)
  })

  for (const rpId of ['shop.github.io', 'localhost', 'intranet', 'shop.internal', 'www.ck']) {
    test(`an RP ID of ${rpId} is not a public suffix`, async () => {
      const token = await adminKey(service())
      const request = { id: rpId.replaceAll('.', '-'), rpId, origins: [`https://${rpId}`] }
      assert.equal(readBody<ApplicationResponse>(await service().post(admin, request, { token })).rpId, rpId)
    })
  }

  test('an application whose RP ID has always been a public suffix can still change other settings', async () => {
    const token = await adminKey(service())
    const { core } = service()
    const lenient = { ...core, publicSuffixes: { ...core.publicSuffixes, has: async () => false } }
    await createApplication(lenient, { id: 'older', ...suffix('github.io') })
    const body = { name: 'Older', rpId: 'github.io' }
    assert.equal(
      readBody<{ name: string }>(await service().ask('PATCH', `${admin}/older`, { body, token })).name,
      'Older',
    )
  })

  test('an application from before something was checked can change what else it has, and add no further problem', async () => {
    const token = await adminKey(service())
    const { core } = service()
    const aged = await createApplication(core, { ...shop, id: 'aged' })
    const wild = ['https://example.com', 'https://*.example.com']
    await core.store.commit([{ changeApplication: { ...aged, origins: wild } }])
    await core.applications.refresh()
    const change = (body: object) => service().ask('PATCH', `${admin}/aged`, { body, token })
    assert.deepEqual(readBody<ApplicationResponse>(await change({ name: 'Aged' })).origins, wild)
    const worse = await change({ origins: [...wild, 'null'] })
    assertRejected(worse, { status: 400, msg: /^origin "null": [^;]*$/, msgCode: 'bad_request' })
    readBody(await change({ origins: ['https://example.com'] }))
    const msg = /^origin "https:\/\/\*\.example\.com": origins have no wildcards: list each$/
    assertRejected(await change({ origins: wild }), { status: 400, msg, msgCode: 'bad_request' })
  })

  test('related origins have at most five different names, as browsers read no more', async () => {
    const { change } = await changing('related')
    const five = ['a.de', 'www.a.de', 'a.co.uk', 'b.de', 'c.de', 'd.github.io', 'e.de'].map((host) => `https://${host}`)
    readBody(await change({ settings: { relatedOrigins: five } }))
    const rejected = await change({ settings: { relatedOrigins: [...five, 'https://www.f.de', 'https://g.de'] } })
    const msg = /^relatedOrigins have more than 5 different names .* browsers ignore the others: f, g$/
    assertRejected(rejected, { status: 400, msg, msgCode: 'bad_request' })
  })

  test('no JSON body or query of the admin API allows unknown fields', () => {
    type Part = { anyOf?: Part[]; additionalProperties?: boolean }
    for (const [name, { body, bodyMedia, query }] of Object.entries<Route>(adminApi.routes))
      for (const part of [query, ...(bodyMedia === undefined ? [body] : [])] as (Part | undefined)[])
        for (const { additionalProperties } of part === undefined ? [] : (part.anyOf ?? [part]))
          assert.equal(additionalProperties, false, name)
  })

  test('an API key is created with its scopes, shown once, listed, and revoked', async () => {
    const token = await adminKey(service())
    const path = `${admin}/demo/api-keys`
    type Key = { id: string; key: string; scopes: string[]; revokedAt?: string }
    const { key, ...created } = readBody<Key>(
      await service().post(path, { name: 'backend', scopes: ['passkey:read'] }, { token }),
    )
    assert.deepEqual(created.scopes, ['passkey:read'])
    const list = async () => {
      const response = await service().ask('GET', path, { token })
      assert.ok(!response.text.includes(key.split('.')[1]!) && !/hash/i.test(response.text))
      return readBody<{ apiKeys: Key[] }>(response).apiKeys
    }
    assert.deepEqual(await list(), [created])
    const use = async () => (await service().ask('GET', '/mgmt/aaguids/blacklist', { token: key })).status
    assert.equal(await use(), 200)
    readBody(await service().ask('DELETE', `${path}/${created.id}`, { token }), 204)
    assert.equal(await use(), 401)
    assert.ok((await list())[0]?.revokedAt)
    assert.equal((await service().ask('DELETE', `${path}/${created.id}`, { token })).status, 404)
    assert.equal((await service().ask('GET', `${admin}/nope/api-keys`, { token })).status, 404)
  })

  test('only installation keys can administer the installation', async () => {
    const token = await adminKey(service())
    const made = readBody<{ id: string; key: string; scopes: string[] }>(
      await service().post(`${admin}/thumbturn/api-keys`, {}, { token }),
    )
    assert.deepEqual(made.scopes, ['admin'])
    assert.equal((await service().ask('GET', admin, { token: made.key })).status, 200)
    const rejected = await service().post(`${admin}/demo/api-keys`, { scopes: ['admin'] }, { token })
    assertRejected(rejected, { status: 400, msg: /Unknown scope admin/, msgCode: 'bad_request' })
    readBody(await service().ask('DELETE', `${admin}/thumbturn/api-keys/${made.id}`, { token }), 204)
    assert.equal((await service().ask('GET', admin, { token: made.key })).status, 401)
  })

  test('client keys are registered, listed, and revoked', async () => {
    const token = await adminKey(service())
    const path = `${admin}/demo/client-keys`
    const publicKey = toPem(newKeys().publicKey)
    const added = readBody<{ id: string }>(await service().post(path, { name: 'backend', publicKey }, { token }))
    const list = async () =>
      readBody<{ clientKeys: { id: string; revokedAt?: string }[] }>(await service().ask('GET', path, { token }))
        .clientKeys
    assert.deepEqual(await list(), [added])
    readBody(await service().ask('DELETE', `${path}/${added.id}`, { token }), 204)
    assert.equal((await list())[0]?.revokedAt, new Date(service().clock.now()).toISOString())
    assert.equal((await service().ask('DELETE', `${path}/${added.id}`, { token })).status, 404)
    assert.equal((await service().post(path, { publicKey: 'none' }, { token })).status, 400)
    const history = `${admin}/demo/events?type=fido2.client_key`
    type History = { events: { eventId: string; detail: object; traceId?: string }[] }
    const { events } = readBody<History>(await service().ask('GET', history, { token }))
    const by = token.slice('ttk_'.length).split('.')[0]
    assert.deepEqual(
      events.map(({ eventId, detail }) => [eventId, detail]),
      [
        ['fido2.client_key.revoked', { keyId: added.id, by }],
        ['fido2.client_key.added', { keyId: added.id, name: 'backend', by }],
      ],
    )
    assert.ok(events.every(({ traceId }) => traceId !== undefined))
    assert.equal((await service().ask('GET', `${admin}/thumbturn/client-keys`, { token })).status, 404)
  })

  test("an application's own API key can't administer anything", async () => {
    const { core, application } = service()
    const { text: token } = await createApiKey(core, application, { name: 'backend', scopes: ['user:read'] })
    const msg = 'This call requires an API key of the installation'
    assertRejected(await service().ask('GET', admin, { token }), { status: 403, msg, msgCode: 'forbidden' })
  })

  test("the admin API doesn't list or change the installation's own application", async () => {
    const token = await adminKey(service())
    const msg = 'There is no application thumbturn'
    const change = { body: { name: 'mine' }, token }
    assertRejected(await service().ask('PATCH', `${admin}/thumbturn`, change), {
      status: 404,
      msg,
      msgCode: 'not_found',
    })
  })

  for (const [what, body, msg] of [
    [
      'a country that does not exist',
      { settings: { smsCountries: ['DE', 'EN'] } },
      /^smsCountries: "EN" is not the ISO 3166-1 alpha-2 code of a country, such as DE$/,
    ],
    [
      'an unknown setting',
      { settings: { color: 'red' } },
      /^Unknown field `settings\.color`; known: .*signCounter.*\.$/,
    ],
    [
      'a misspelled setting',
      { settings: { signcountr: 'flag' } },
      /^Unknown field `settings\.signcountr`; did you mean signCounter\?$/,
    ],
    ['a misspelled field', { origin: ['https://example.com'] }, /^Unknown field `origin`; did you mean origins\?$/],
    [
      'the id of an application',
      { id: 'other' },
      /^Unknown field `id`; known: name, rpId, origins, baseUrl, settings\.$/,
    ],
    ['a setting of the wrong type', { settings: { signCounter: 1 } }, /signCounter/],
    ['an IP address as RP ID', { rpId: '127.0.0.1' }, /RP ID "127.0.0.1" must be a domain/],
    ['an IP address in another notation as RP ID', { rpId: '0x7f.1' }, /RP ID "0x7f.1" must be a domain/],
    ['a top-level domain as RP ID', suffix('com'), /^RP ID "com" is a public suffix\. Use .* such as example\.com$/],
    ["a hosting provider's domain as RP ID", suffix('github.io'), /^RP ID "github.io" is a public suffix/],
    [
      'a domain that matches a wildcard of the public suffix list as RP ID',
      suffix('any.ck'),
      /^RP ID "any.ck" is a public suffix/,
    ],
    [
      'an origin outside the RP ID',
      { origins: ['https://example.org'] },
      /is not example\.com or below it, so browsers offer no passkeys of example\.com there/,
    ],
    [
      'trust without conveyance',
      { settings: { attestationTrust: 'metadata' } },
      /needs attestation direct or enterprise/,
    ],
    [
      'trust in statements that prove nothing',
      { settings: { attestation: 'direct', attestationTrust: 'metadata', attestationFormats: ['none'] } },
      /^attestationTrust metadata needs a format in attestationFormats besides none/,
    ],
    [
      'accepting changed passkeys where only device-bound ones can register',
      { settings: { backupEligibility: 'device-bound', backupEligibilityChange: 'flag' } },
      /needs backupEligibility any/,
    ],
    [
      'a trust anchor that is not a certificate',
      { settings: { attestation: 'direct', attestationTrust: 'anchors', trustAnchors: ['AAAA'] } },
      /trustAnchors\[0\] is not a certificate/,
    ],
    [
      'a related origin that is already an origin',
      { settings: { relatedOrigins: ['https://example.com'] } },
      /add it to the origins/,
    ],
    [
      'a page for password managers on another domain',
      { settings: { passkeyEnrollUrl: 'https://evil.example/passkeys' } },
      /passkeyEnrollUrl "https:\/\/evil\.example\/passkeys" must be a page of example\.com/,
    ],
    [
      'a page for password managers without TLS',
      { settings: { passkeyManageUrl: 'http://example.com/passkeys' } },
      /passkeyManageUrl .* by https/,
    ],
    [
      'a page for password managers with a password',
      { settings: { prfUsageUrl: 'https://ada:secret@example.com/help' } },
      /prfUsageUrl/,
    ],
    [
      'a page for password managers that is no URL',
      { settings: { passkeyManageUrl: '/passkeys' } },
      /passkeyManageUrl/,
    ],
    ['an app without a full fingerprint', { settings: { androidApps: ['com.example.app=AB'] } }, /androidApps/],
  ] as const) {
    test(`${what} is a bad request and changes nothing`, async () => {
      const token = await adminKey(service())
      await service().post(admin, { ...shop, id: 'steady' }, { token })
      const before = readBody(await service().ask('GET', `${admin}/steady`, { token }))
      const response = await service().ask('PATCH', `${admin}/steady`, { body, token })
      assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
      assert.deepEqual(readBody(await service().ask('GET', `${admin}/steady`, { token })), before)
    })
  }
})
