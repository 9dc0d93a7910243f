import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anyEngine, eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey, type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { startNodes } from '@thumbturn/service-harness/nodes.ts'
import { type Service, startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { ensureOwnApplication } from '../../../src/core/use-cases/applications/own.ts'

const baseUrl = 'https://id.corp.example'
const fingerprint = `${'AA:'.repeat(31)}AA`
const bank = {
  id: 'bank',
  rpId: 'bank.example',
  origins: ['https://bank.example'],
  baseUrl: 'https://auth.bank.example',
  settings: { relatedOrigins: ['https://bank.co.example'] },
}
const shop = { id: 'shop', rpId: 'shop.example', origins: ['https://shop.example'] }

/** Stores an application as it was possible before hosts were checked. */
async function storeUnchecked({ core }: Service, id: string, change: { baseUrl?: string; rpId?: string }) {
  const application = (await core.applications.findFresh(id))!
  assert.equal(await core.store.commit([{ changeApplication: { ...application, ...change } }]), undefined)
  await core.applications.refresh()
}

anyEngine('hosts and RP IDs of applications', (fresh) => {
  const service = useService(fresh, { baseUrl })
  let ofShop: Dashboard
  let developer: Dashboard
  let owner: Dashboard
  const patch = (member: Dashboard, body: object) => member.ask('PATCH', '/applications/shop', { body })
  const file = (host: string, name = 'webauthn') => service().ask('GET', `//.well-known/${name}`, { headers: { host } })
  const init = (host: string, id: string) => {
    const body = { app: { id }, deviceInfo: {}, user: { username: '' } }
    return service().ask('POST', '//fido2/v2/auth/init', { body, headers: { host } })
  }

  before(async () => {
    await ensureOwnApplication(service().core, baseUrl)
    for (const request of [bank, shop]) await createApplication(service().core, request)
    owner = await newMember(service())
    developer = await newMember(service(), [{ application: '*', role: 'developer' }])
    ofShop = await newMember(service(), [{ application: 'shop', role: 'owner' }])
  })

  for (const change of [
    { baseUrl: 'https://auth.bank.example' },
    { baseUrl: 'https://auth.elsewhere.example' },
    { rpId: 'bank.example', origins: ['https://bank.example'] },
    { rpId: 'elsewhere.example', origins: ['https://elsewhere.example'] },
  ]) {
    test(`a role on the application alone gives no right to ${JSON.stringify(change)}`, async () => {
      assertRejected(await patch(ofShop, change), {
        status: 403,
        msg: /^Base URLs and RP IDs are shared by the whole installation: ask an owner or a developer of the installation/,
        msgCode: 'forbidden',
      })
    })
  }

  test('a member of the application can send its base URL and RP ID unchanged, with other changes', async () => {
    const changed = readBody<{ name: string }>(await patch(ofShop, { rpId: 'shop.example', name: 'Renamed' }))
    assert.equal(changed.name, 'Renamed')
  })

  test('a developer of the installation moves an application, and an empty base URL removes it', async () => {
    const { baseUrl: set } = readBody<{ baseUrl?: string }>(
      await patch(developer, { baseUrl: 'https://auth.shop.example' }),
    )
    assert.equal(set, 'https://auth.shop.example')
    assertRejected(await patch(ofShop, { baseUrl: '' }), { status: 403, msg: /ask an owner/, msgCode: 'forbidden' })
    assert.equal(readBody<{ baseUrl?: string }>(await patch(developer, { baseUrl: '' })).baseUrl, undefined)
  })

  for (const [change, msg] of [
    [{ baseUrl: 'https://auth.bank.example' }, 'base URL https://auth.bank.example has the host of application bank'],
    [
      { baseUrl: 'https://bank.example' },
      'base URL https://bank.example is on bank.example, the RP ID of application bank',
    ],
    [{ baseUrl: 'https://id.corp.example' }, 'base URL https://id.corp.example has the host of the installation'],
    [
      { baseUrl: 'https://bank.id.corp.example' },
      'base URL https://bank.id.corp.example is the address of application bank',
    ],
    [
      { rpId: 'auth.bank.example', origins: ['https://auth.bank.example'] },
      'RP ID auth.bank.example is the host of application bank',
    ],
  ] as const) {
    test(`not even an owner can change an application to ${JSON.stringify(change)}`, async () => {
      assertRejected(await patch(owner, change), { status: 400, msg, msgCode: 'bad_request' })
    })
  }

  test("the installation's host is an RP ID for its own application only, also on the command line", async () => {
    const change = { rpId: 'id.corp.example', origins: [baseUrl] }
    await assert.rejects(changeApplication(service().core, { id: 'shop' }, change), {
      code: 'bad_request',
      message: 'RP ID id.corp.example is the host of, or below that of, the installation',
    })
  })

  test("another application's RP ID can be shared by an owner or an admin key, and by no developer", async () => {
    const body = { rpId: 'bank.example', origins: ['https://bank.example'] }
    assertRejected(await patch(developer, body), {
      status: 403,
      msg: /^RP ID bank\.example is also the RP ID of application bank: only an owner of the installation can/,
      msgCode: 'forbidden',
    })
    const created = { ...body, id: 'twin' }
    assert.equal((await developer.ask('POST', '/applications', { body: created })).status, 403)
    readBody(await patch(owner, body))
    assert.equal((await file('bank.example')).status, 404, 'two candidates')
    readBody(await patch(owner, { rpId: shop.rpId, origins: shop.origins }))
    const { text: token } = await createAdminKey(service())
    readBody(await service().post('//admin/v1/applications', created, { token }))
    readBody(await service().ask('DELETE', '//admin/v1/applications/twin', { token }), 204)
    assert.deepEqual(readBody(await file('bank.example')), { origins: ['https://bank.co.example'] })
  })

  test('an ID that is a part of the address of another application is rejected', async () => {
    await createApplication(service().core, {
      ...shop,
      id: 'older',
      rpId: 'older.example',
      origins: ['https://older.example'],
    })
    await storeUnchecked(service(), 'older', { baseUrl: 'https://login.id.corp.example' })
    const request = { id: 'login', rpId: 'login.example', origins: ['https://login.example'] }
    await assert.rejects(createApplication(service().core, request), {
      code: 'bad_request',
      message: 'application older: base URL https://login.id.corp.example is the address of application login',
    })
  })

  test("the files of the installation's host come from its own application only", async () => {
    await createApplication(service().core, {
      ...shop,
      id: 'former',
      rpId: 'former.example',
      origins: ['https://former.example'],
    })
    await changeApplication(
      service().core,
      { id: 'former' },
      {
        settings: { relatedOrigins: ['https://evil.example'], androidApps: [`com.evil.app=${fingerprint}`] },
      },
    )
    await storeUnchecked(service(), 'former', { rpId: 'id.corp.example' })
    for (const [name, expected] of [
      ['webauthn', { origins: [] }],
      ['assetlinks.json', []],
      ['passkey-endpoints', {}],
      ['apple-app-site-association', { webcredentials: { apps: [] } }],
    ] as const)
      assert.deepEqual(readBody(await file('id.corp.example', name)), expected)
  })

  test('a host that two applications had before this was checked leads to neither, on every node', async (t) => {
    const nodes = [
      service(),
      await startService({ databaseUrl: service().database.url, baseUrl, clock: service().clock }),
    ]
    t.after(() => nodes[1]!.close())
    await storeUnchecked(service(), 'shop', { baseUrl: 'https://auth.bank.example' })
    t.after(() => storeUnchecked(service(), 'shop', { baseUrl: undefined as never }))
    const later = await startService({ databaseUrl: service().database.url, baseUrl, clock: service().clock })
    t.after(() => later.close())
    service().clock.advance(1_000)
    for (const node of [...nodes, later]) {
      const ask = (path: string, body?: object) =>
        node.ask(body ? 'POST' : 'GET', path, { body, headers: { host: 'auth.bank.example' } })
      assert.equal((await ask('//.well-known/webauthn')).status, 404)
      for (const id of ['bank', 'shop']) {
        const body = { app: { id }, deviceInfo: {}, user: { username: '' } }
        const { assertionOptions } = readBody<{ assertionOptions: { rpId: string } }>(
          await ask('//fido2/v2/auth/init', body),
        )
        assert.equal(assertionOptions.rpId, `${id}.example`)
      }
    }
  })

  test('a base URL that is the address of another application leads to neither', async (t) => {
    await storeUnchecked(service(), 'shop', { baseUrl: 'https://bank.id.corp.example' })
    t.after(() => storeUnchecked(service(), 'shop', { baseUrl: undefined as never }))
    for (const id of ['bank', 'shop']) readBody(await init('bank.id.corp.example', id))
    assert.equal((await file('bank.id.corp.example')).status, 404)
  })
})

eachEngine('races for a host', (fresh) => {
  test('of applications that take one host or RP ID at the same time on two nodes, one gets it', async (t) => {
    const { near, far } = await startNodes(t, fresh)
    const nodes = [near, far] as const
    const ids = Array.from({ length: 8 }, (_, index) => `app-${index}`)
    for (const id of ids)
      await createApplication(nodes[0].core, { id, rpId: `${id}.example`, origins: [`https://${id}.example`] })
    const race = async (change: (id: string) => Parameters<typeof changeApplication>[2]) => {
      const results = await Promise.allSettled(
        ids.map((id, index) => changeApplication(nodes[index % 2]!.core, { id, hostRights: 'free' }, change(id))),
      )
      for (const result of results)
        if (result.status === 'rejected') assert.match(String(result.reason), /of application app-\d/)
      return results.filter(({ status }) => status === 'fulfilled').length
    }
    assert.equal(await race(() => ({ baseUrl: 'https://auth.example' })), 1)
    assert.equal(await race(() => ({ rpId: 'free.example', origins: ['https://free.example'] })), 1)
    const creations = await Promise.allSettled(
      ids.map((id, index) => {
        const request = { id: `new-${id}`, rpId: 'new.example', origins: ['https://new.example'] }
        return createApplication(nodes[index % 2]!.core, request, 'free')
      }),
    )
    assert.equal(creations.filter(({ status }) => status === 'fulfilled').length, 1)
  })
})
