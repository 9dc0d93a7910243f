import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Output } from '@thumbturn/contract'
import type { protectedSiteRoutes } from '@thumbturn/contract/admin/protected-sites.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { protectedSite } from '@thumbturn/service-harness/sites.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Site = Output<typeof protectedSiteRoutes.protectedSiteGet>
type Sites = Output<typeof protectedSiteRoutes.protectedSitesList>

anyEngine('administration of protected sites', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  before(async () => {
    owner = await newMember(service())
    await createApplication(service().core, { id: 'bank', rpId: 'bank.example', origins: ['https://bank.example'] })
  })

  const askOf =
    (app: string) =>
    (method: string, rest = '', body?: unknown) =>
      owner.ask(method, `/applications/${app}/sites${rest}`, { body })
  const ask = askOf('demo')
  const create = async (host: string, body: object = {}) =>
    readBody<Site>(await ask('POST', '', { name: 'Wiki', host, ...body }))

  test('a site needs a name and a host, and lets every user in by default, with a warning', async () => {
    const created = await create('wiki.example.com')
    const at = new Date(service().clock.now()).toISOString()
    assert.deepEqual(created, {
      id: created.id,
      name: 'Wiki',
      host: 'wiki.example.com',
      rules: [{ path: '/*', access: 'signedIn' }],
      allowedGroups: [],
      identityClaims: ['name', 'email', 'groups'],
      sessionSeconds: 604_800,
      sessionIdleSeconds: 86_400,
      disabled: false,
      origin: 'https://wiki.example.com',
      forwardAuth: `${service().core.baseUrl}/apps/demo/forward`,
      notices: created.notices,
      createdAt: at,
      updatedAt: at,
    })
    assert.match(created.notices.join(), /^Anyone who creates an account can use this site/)
    assert.deepEqual(readBody<Site>(await ask('GET', `/${created.id}`)), created)
    const { sites } = readBody<Sites>(await ask('GET'))
    assert.deepEqual(sites, [created])
  })

  test('a change replaces the fields that it has, and is recorded with both values', async () => {
    const { id } = await create('changed.example.com')
    const rules = [{ path: '/admin/*', access: 'groups', groups: ['admins'] }]
    const changed = readBody<Site>(await ask('PATCH', `/${id}`, { rules, allowedGroups: ['staff'] }))
    assert.deepEqual(
      [changed.rules, changed.allowedGroups, changed.name, changed.notices],
      [rules, ['staff'], 'Wiki', []],
    )
    const [newest] = await service().core.store.audit.list({ limit: 1 })
    assert.partialDeepStrictEqual(newest, {
      action: 'site.changed',
      target: id,
      before: { allowedGroups: [] },
      after: { allowedGroups: ['staff'] },
    })
  })

  test('a deleted site is unknown, and its host is free', async () => {
    const { id } = await create('deleted.example.com')
    assert.equal((await ask('DELETE', `/${id}`)).status, 204)
    for (const method of ['GET', 'DELETE', 'PATCH'])
      assert.equal((await ask(method, `/${id}`, method === 'PATCH' ? { name: 'Again' } : undefined)).status, 404)
    await create('deleted.example.com')
  })

  test('an application protects a host once, whatever others protect, and the installation none of its own', async () => {
    await create('taken.example.com')
    assertRejected(await ask('POST', '', { name: 'Again', host: 'taken.example.com' }), {
      status: 400,
      msg: /already protects that host/,
      msgCode: 'bad_request',
    })
    assert.equal((await askOf('bank')('POST', '', { name: 'Again', host: 'taken.example.com' })).status, 200)
    const own = new URL(service().core.baseUrl).host
    assert.match((await ask('POST', '', { name: 'Own', host: own })).text, /is an address of this installation/)
  })

  test('every invalid field is named', async () => {
    const wrong: [object, RegExp][] = [
      [{ host: 'https://wiki.example.com' }, /host/],
      [{ host: 'wiki.example.com:443' }, /host must be/],
      [{ rules: [{ path: '/a/../b', access: 'public' }] }, /rule 1/],
      [{ rules: [{ path: '/a', access: 'groups' }] }, /at least one group/],
      [{ sessionSeconds: 60, sessionIdleSeconds: 120 }, /sessionIdleSeconds/],
      [{ unknown: 1 }, /unknown/],
    ]
    for (const [body, message] of wrong) {
      const answer = await ask('POST', '', { name: 'Wiki', host: 'wrong.example.com', ...body })
      assert.equal(answer.status, 400)
      assert.match(answer.text, message)
    }
  })

  test('another application does not have the site', async () => {
    const { id } = await create('mine.example.com')
    assert.equal((await askOf('bank')('GET', `/${id}`)).status, 404)
    assert.equal((await askOf('bank')('DELETE', `/${id}`)).status, 404)
  })

  test('an application has at most a hundred sites', async () => {
    const { core } = service()
    for (let index = 0; index < 100; index++) {
      const application = (await core.store.applications.list()).find(({ id }) => id === 'bank')!
      const site = protectedSite(`s${index}`, { appId: 'bank', host: `s${index}.bank.example` })
      await core.store.commit([{ addSite: { application, site } }])
    }
    assert.match((await askOf('bank')('POST', '', { name: 'More', host: 'more.bank.example' })).text, /There are 100/)
  })
})
