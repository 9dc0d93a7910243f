import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { startIdentityProvider } from '@thumbturn/service-harness/identity-provider.ts'
import {
  addMemberPasskey,
  type Dashboard,
  join,
  memberToken,
  newMember,
  newPendingMember,
  openDashboard,
  startMemberPasskey,
} from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import { addProvider, redirectUri } from '@thumbturn/service-harness/sso.ts'

const viewer = { application: '*', role: 'viewer' } as const
const ofDemo = { application: 'demo', role: 'viewer' } as const
const noMember = { status: 404, msg: 'The installation has no such member', msgCode: 'not_found' }
const noPasskey = { status: 404, msg: 'The member has no such passkey', msgCode: 'not_found' }
const unconfirmed = { status: 403, msg: /Confirm with a passkey/, msgCode: 'confirmation_required' }
const lastPasskey = { status: 409, msg: /only passkey of the member/, msgCode: 'last_passkey' }

type Entry = { actor: { id: string }; target?: string; before?: object; after?: { name?: string } }
type Passkey = { id: string; name: string; current: boolean; lastUsedAt?: string }

eachEngine('passkeys of members', (fresh) => {
  const service = useService(fresh)

  const list = async (dashboard: Dashboard, id = dashboard.member.id) =>
    readBody<{ passkeys: Passkey[] }>(await dashboard.ask('GET', `/members/${id}/passkeys`)).passkeys

  const remove = (dashboard: Dashboard, passkeyId: string, id = dashboard.member.id) =>
    dashboard.ask('DELETE', `/members/${id}/passkeys/${passkeyId}`)

  const listEntries = async (action: string, target: string) => {
    const main = await newMember(service())
    const { entries } = readBody<{ entries: Entry[] }>(await main.ask('GET', `/audit?action=${action}`))
    return entries.filter((entry) => entry.target === target)
  }

  test('a member with a role on one application adds a passkey, signs in with it, and renames it', async () => {
    const ada = await newMember(service(), [ofDemo])
    const device = await addMemberPasskey(service(), ada)
    const [first, second] = await list(ada)
    assert.deepEqual([first?.current, second?.current], [true, false])
    const [entry] = await listEntries('passkey.added', second!.id)
    assert.deepEqual([entry?.actor.id, entry?.after], [ada.member.id, { name: second!.name }])

    const elsewhere = await openDashboard(service(), await memberToken(service(), { device }), device)
    assert.equal(elsewhere.member.id, ada.member.id)
    assert.deepEqual(
      (await list(elsewhere)).map(({ current }) => current),
      [false, true],
    )
    const path = `/members/${ada.member.id}/passkeys/${second!.id}`
    readBody(await ada.ask('PATCH', path, { body: { name: ' Security key ' } }), 204)
    assertRejected(await ada.ask('PATCH', path, { body: { name: ' ' } }), {
      status: 400,
      msg: /must not be empty/,
      msgCode: 'bad_request',
    })
    assert.equal((await list(ada))[1]?.name, 'Security key')
    const [renamed] = await listEntries('passkey.renamed', second!.id)
    assert.deepEqual(renamed?.after, { name: 'Security key' })
  })

  test('a passkey is removed with the sessions that last used it, but not the last one', async () => {
    const ada = await newMember(service(), [viewer])
    const [first] = await list(ada)
    assertRejected(await remove(ada, first!.id), lastPasskey)
    const device = await addMemberPasskey(service(), ada)
    const elsewhere = await openDashboard(service(), await memberToken(service(), { device }), device)
    readBody(await remove(elsewhere, first!.id), 204)
    assertRejected(await ada.ask('GET', '/session'), { status: 401, msg: /no session/, msgCode: 'unauthorized' })
    assertRejected(await remove(elsewhere, first!.id), noPasskey)
    const [left] = await list(elsewhere)
    assertRejected(await remove(elsewhere, left!.id), lastPasskey)
    const [entry] = await listEntries('passkey.deleted', first!.id)
    assert.deepEqual(entry?.before, { name: first!.name, userId: ada.member.id })
  })

  test('two removals at the same time leave one of two passkeys', async () => {
    const ada = await newMember(service(), [viewer])
    await addMemberPasskey(service(), ada)
    const main = await newMember(service())
    const both = (await list(ada)).map(({ id }) => remove(main, id, ada.member.id))
    const answers = await Promise.all(both)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
    assert.equal((await list(main, ada.member.id)).length, 1)
  })

  test('adding and removing a passkey needs a recent confirmation, also of owners', async () => {
    for (const roles of [[viewer], undefined]) {
      const ada = await newMember(service(), roles)
      await addMemberPasskey(service(), ada)
      service().clock.advance(5 * 60_000)
      const [first] = await list(ada)
      assertRejected(await ada.ask('POST', '/session/passkey-grant'), unconfirmed)
      assertRejected(await remove(ada, first!.id), unconfirmed)
      readBody(await ada.ask('PUT', `/members/${ada.member.id}/name`, { body: { name: 'Ada' } }))
    }
  })

  test('members see and change only what is theirs, and owners what is of every member', async () => {
    const [main, ada, eve] = [
      await newMember(service()),
      await newMember(service(), [viewer]),
      await newMember(service(), [viewer]),
    ]
    const [passkey] = await list(ada)
    const path = `/members/${ada.member.id}/passkeys`
    const name = { body: { name: 'Mine' } }
    for (const answer of [
      await eve.ask('GET', path),
      await eve.ask('PATCH', `${path}/${passkey!.id}`, name),
      await remove(eve, passkey!.id, ada.member.id),
      await eve.ask('PUT', `/members/${ada.member.id}/name`, name),
    ])
      assertRejected(answer, noMember)
    assertRejected(await remove(eve, passkey!.id), noPasskey)
    assertRejected(await eve.ask('PATCH', `/members/${eve.member.id}/passkeys/${passkey!.id}`, name), noPasskey)

    readBody(await main.ask('PATCH', `${path}/${passkey!.id}`, { body: { name: 'Laptop' } }), 204)
    assert.deepEqual(
      (await list(main, ada.member.id)).map((one) => [one.name, one.current]),
      [['Laptop', false]],
    )
  })

  test('a member without a role adds no passkey', async () => {
    const pending = await newPendingMember(service())
    assertRejected(await pending.ask('POST', '/session/passkey-grant'), {
      status: 403,
      msg: 'You have no role yet: an owner has to give you one',
      msgCode: 'forbidden',
    })
  })

  test('a passkey that was allowed with a passkey that is removed then is not added', async () => {
    const ada = await newMember(service(), [viewer])
    await addMemberPasskey(service(), ada)
    const { complete } = await startMemberPasskey(service(), ada)
    const main = await newMember(service())
    const used = (await list(ada)).find(({ current }) => current)
    readBody(await remove(main, used!.id, ada.member.id), 204)
    assert.equal((await complete()).status, 403)
    assert.equal((await list(main, ada.member.id)).length, 1)
  })

  test('a member changes their own name, which must not be empty', async () => {
    const ada = await newMember(service(), [ofDemo])
    const path = `/members/${ada.member.id}/name`
    const changed = readBody<Dashboard['member']>(await ada.ask('PUT', path, { body: { name: ' Ada King ' } }))
    assert.deepEqual([changed.id, changed.name], [ada.member.id, 'Ada King'])
    assertRejected(await ada.ask('PUT', path, { body: { name: ' ' } }), {
      status: 400,
      msg: 'The name of a member must not be empty',
      msgCode: 'bad_request',
    })
    const { roles } = readBody<{ roles: object[] }>(await ada.ask('GET', '/session'))
    assert.deepEqual(roles, [ofDemo])
    const [entry] = await listEntries('member.changed', ada.member.id)
    assert.deepEqual([entry?.actor.id, entry?.after?.name], [ada.member.id, 'Ada King'])
  })

  async function inviteAt(main: Dashboard, email: string): Promise<Dashboard> {
    const body = { roles: [viewer], email }
    const { url } = readBody<{ url: string }>(await main.ask('POST', '/invitations', { body }))
    const { answer, device } = await join(service(), url.split('#')[1]!)
    return openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
  }

  test('a member who has to sign in with a provider adds no passkey', async (t) => {
    const main = await newMember(service())
    const ada = await inviteAt(main, 'ada@corp.example')
    const idp = await startIdentityProvider({ redirectUris: [redirectUri('corp')] })
    t.after(() => idp.close())
    await addProvider(main, idp, { id: 'corp', name: 'Corp', enforcedDomains: ['corp.example'] })
    assertRejected(await ada.ask('POST', '/session/passkey-grant'), {
      status: 403,
      msg: 'Members with your email address sign in with Corp',
      msgCode: 'forbidden',
    })
  })

  test('a new passkey is announced where the member was invited', async () => {
    const ada = await inviteAt(await newMember(service()), 'ada@else.example')
    await addMemberPasskey(service(), ada)
    await service().deliver()
    const sent = (await service().core.store.outbox.list('thumbturn', 10)).filter(({ to }) => to === 'ada@else.example')
    assert.match(JSON.stringify(sent), /A new passkey was added/)
  })
})
