import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey, type Dashboard, newMember, own } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { apiKey, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

type Entry = {
  id: string
  action: string
  actor: { kind: string; id: string; name: string }
  application?: string
  target?: string
  before?: object
  after?: object
  address?: string
}

eachEngine('the audit log', (fresh) => {
  const service = useService(fresh)
  const read = async (dashboard: Dashboard, query = '') =>
    readBody<{ entries: Entry[]; next?: string }>(await dashboard.ask('GET', `/audit${query}`))

  test('a change by a member is recorded with who, what, from where, before, and after', async () => {
    const dashboard = await newMember(service())
    const body = { name: 'Shop', settings: { maxPasskeys: 7 } }
    readBody(await dashboard.ask('PATCH', '/applications/demo', { body }))
    const { entries } = await read(dashboard, `?actor=${dashboard.member.id}`)
    const { id, ...entry } = entries[0]!
    assert.deepEqual(entry, {
      at: new Date(service().clock.now()).toISOString(),
      actor: { kind: 'member', id: dashboard.member.id, name: dashboard.member.name },
      action: 'application.changed',
      application: 'demo',
      before: { name: 'Demo', 'settings.maxPasskeys': 25 },
      after: { name: 'Shop', 'settings.maxPasskeys': 7 },
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
    })
    assert.equal(entries[1]?.action, 'member.joined')
  })

  test('a change by an admin key is recorded, and secrets never are', async () => {
    const dashboard = await newMember(service())
    const { text: token, key } = await createAdminKey(service())
    const made = readBody<{ id: string; key: string }>(
      await service().post('//admin/v1/applications/demo/api-keys', { scopes: ['user:read'] }, { token }),
    )
    const invited = readBody<{ url: string }>(
      await dashboard.ask('POST', '/invitations', { body: { roles: [{ application: '*', role: 'viewer' }] } }),
    )
    const { entries } = await read(dashboard, `?actor=${key.id}`)
    assert.partialDeepStrictEqual(entries, [
      {
        action: 'apiKey.created',
        actor: { kind: 'apiKey', id: key.id, name: 'admin' },
        application: 'demo',
        target: made.id,
        after: { name: 'unnamed', scopes: ['user:read'] },
      },
    ])
    const rows = JSON.stringify(await service().database.query('select * from audit_entries'))
    for (const secret of [made.key.split('.')[1]!, invited.url.split('.').at(-1)!]) assert.ok(!rows.includes(secret))
  })

  test('changes of authenticators, passkeys, and users are recorded with their application', async () => {
    const dashboard = await newMember(service())
    const { userId, passkeyId } = await signUpUser(service())
    const user = `/applications/demo/users/${userId}`
    const model = '/applications/demo/blocked-authenticators/ee882879-721c-4913-9775-3dfcce97072a'
    const calls: [string, string, object?][] = [
      ['PUT', model, { auth: true, reg: true }],
      ['DELETE', model],
      ['PATCH', `${user}/passkeys/${passkeyId}`, { name: 'Key' }],
      ['DELETE', `${user}/passkeys/${passkeyId}`],
      ['POST', `${user}/sign-out`],
      ['DELETE', user],
    ]
    for (const [method, path, body] of calls) readBody(await dashboard.ask(method, path, { body }), 204)
    const { entries } = await read(dashboard, `?actor=${dashboard.member.id}&application=demo`)
    assert.deepEqual(entries.map(({ action }) => action).toReversed(), [
      'authenticators.blocked',
      'authenticators.unblocked',
      'passkey.renamed',
      'passkey.deleted',
      'user.signedOut',
      'user.deleted',
    ])
  })

  test('what a backend or a user does is no administrative change, and a rejected call leaves no entry', async () => {
    const dashboard = await newMember(service())
    const { entries: before } = await read(dashboard)
    const { userId, jwtAccess } = await signUpUser(service())
    const { text } = await apiKey(service(), ['user:write'])
    readBody(await service().ask('GET', '/passkeys', { token: jwtAccess }))
    readBody(await service().post(`/mgmt/users/${userId}/sign-out`, undefined, { token: text }), 204)
    assert.equal((await dashboard.ask('DELETE', '/applications/demo/users/unknown')).status, 404)
    assert.equal((await dashboard.ask('PATCH', '/applications/demo', { body: { origins: ['x'] } })).status, 400)
    assert.equal((await service().ask('GET', `${own}/passkeys`)).status, 401)
    assert.deepEqual((await read(dashboard)).entries, before)
  })

  test('pages follow one another without gaps, within each filter', async () => {
    const dashboard = await newMember(service())
    for (const maxPasskeys of [11, 12, 13, 14, 15]) {
      service().clock.advance(1_000)
      readBody(await dashboard.ask('PATCH', '/applications/demo', { body: { settings: { maxPasskeys } } }))
    }
    const all = (await read(dashboard, '?application=demo&action=application.changed&limit=5')).entries
    assert.deepEqual(
      all.map(({ after }) => Object.values(after!)[0]),
      [15, 14, 13, 12, 11],
    )
    const paged: Entry[] = []
    for (let before = ''; ; ) {
      const page = await read(dashboard, `?actor=${dashboard.member.id}&limit=2${before}`)
      paged.push(...page.entries)
      if (page.next === undefined) break
      before = `&before=${page.next}`
    }
    assert.deepEqual(
      paged.map(({ action }) => action),
      [...Array(5).fill('application.changed'), 'member.joined'],
    )
    const [at] = paged.map((entry) => (entry as unknown as { at: string }).at).slice(2)
    const since = (await read(dashboard, `?actor=${dashboard.member.id}&since=${at}`)).entries
    const until = (await read(dashboard, `?actor=${dashboard.member.id}&until=${at}`)).entries
    assert.deepEqual([since.length, until.length], [3, 3])
    assert.deepEqual((await read(dashboard, '?application=nowhere')).entries, [])
    assert.equal((await dashboard.ask('GET', '/audit?since=yesterday')).status, 400)
  })
  test('a text finds the changes that contain each of its words, in any case', async () => {
    const dashboard = await newMember(service())
    const rename = async (name: string) =>
      readBody(await dashboard.ask('PATCH', '/applications/demo', { body: { name } }))
    for (const name of ['Café “Zoë”', 'Shop', 'Café Noir']) await rename(name)
    const find = async (text: string, more = '') => {
      const { entries, next } = await read(
        dashboard,
        `?actor=${dashboard.member.id}&text=${encodeURIComponent(text)}${more}`,
      )
      return { names: entries.map(({ after }) => Object.values(after ?? {})[0]), next }
    }
    assert.deepEqual((await find('CAFÉ zoë')).names, ['Shop', 'Café “Zoë”'])
    assert.deepEqual((await find('application.changed noir')).names, ['Café Noir'])
    assert.deepEqual(await find('zoë noir'), { names: [], next: undefined })
    const first = await find('shop', '&limit=1')
    assert.deepEqual(first.names, ['Café Noir'])
    assert.deepEqual((await find('shop', `&limit=1&before=${first.next}`)).names, ['Shop'])
  })

  test('one call searches a limited number of entries, and the next one continues', async () => {
    const dashboard = await newMember(service())
    const entry = { ...(await service().core.store.audit.list({ limit: 1 }))[0]!, before: undefined, after: undefined }
    const ids = Array.from({ length: 5_001 }, () => service().core.random.timeId())
    const named = ids.map((id, index) => ({
      ...entry,
      id,
      application: 'deep',
      target: index === 0 ? 'needle' : 'hay',
    }))
    for (let start = 0; start < named.length; start += 500)
      await service().core.store.commit(named.slice(start, start + 500).map((each) => ({ addAuditEntry: each })))
    const first = await read(dashboard, '?application=deep&text=needle')
    assert.deepEqual(first, { entries: [], next: ids[1] })
    const { entries } = await read(dashboard, `?application=deep&text=needle&before=${first.next}`)
    assert.deepEqual(
      entries.map(({ id }) => id),
      [ids[0]],
    )
  })
})
