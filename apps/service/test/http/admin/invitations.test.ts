import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  admin,
  createAdminKey,
  type Dashboard,
  join,
  newMember,
  openDashboard,
  owner,
} from '@thumbturn/service-harness/members.ts'
import { startService, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, type Tokens } from '@thumbturn/service-harness/situations.ts'
import { ownApplicationId } from '../../../src/core/model/applications/own-id.ts'
import { Undeliverable } from '../../../src/core/ports/courier.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type InvitationLink = {
  id: string
  url: string
  email?: string
  delivery?: { outcome: string; reason?: string }
  warning?: string
}

const toDemo = (role: RoleAssignment['role']): RoleAssignment => ({ application: 'demo', role })
const forbidden = { status: 403, msg: 'You can assign roles only for what you own', msgCode: 'forbidden' }

eachEngine('invitations', (fresh) => {
  const service = useService(fresh, { limits: { store: 'memory', factor: 1 } })
  const invite = (dashboard: Dashboard, body: object) => dashboard.ask('POST', '/invitations', { body })
  const list = async (dashboard: Dashboard) =>
    readBody<{ invitations: { id: string }[] }>(await dashboard.ask('GET', '/invitations')).invitations.map(
      ({ id }) => id,
    )
  const findMail = async (to: string) => {
    const messages = await service().core.store.outbox.list(ownApplicationId, 50)
    return messages.find((message) => message.to === to)
  }

  test('an invitation with an email address is sent there, and its link makes a member', async () => {
    const ada = await newMember(service())
    const roles = [toDemo('developer')]
    const made = readBody<InvitationLink>(await invite(ada, { roles, email: 'grace@example.com' }))
    assert.deepEqual(made.delivery, { outcome: 'outbox' })
    const mail = await findMail('grace@example.com')
    assert.ok(mail?.channel === 'email')
    assert.equal(mail.subject, 'Your invitation to Thumbturn at localhost:4300')
    assert.match(mail.text, /developer of demo/)
    assert.match(mail.text, /The link works once, until March \d+, 2027/)
    const [link] = /http:\S+#\S+/.exec(mail.text)!
    assert.equal(link, made.url)
    assert.ok(mail.html.includes(`href="${made.url}"`))
    const { answer, device } = await join(service(), link.split('#')[1]!)
    const grace = await openDashboard(service(), readBody<Tokens>(answer).jwtAccess, device)
    readBody(await grace.ask('GET', '/applications/demo'))
  })

  test('a member has at most a hundred open invitations', async () => {
    const ada = await newMember(service())
    const body = { roles: [toDemo('viewer')] }
    const made: InvitationLink[] = []
    for (let n = 0; n < 100; n++) made.push(readBody<InvitationLink>(await invite(ada, body)))
    const tooMany = { status: 400, msg: /100 open invitations/, msgCode: 'bad_request' }
    assertRejected(await invite(ada, body), tooMany)
    readBody(await invite(await newMember(service()), body))
    assert.equal((await ada.ask('DELETE', `/invitations/${made[0]!.id}`)).status, 204)
    readBody(await invite(ada, body))
  })

  test('without an address nothing is sent, and the link is in the response', async () => {
    const made = readBody<InvitationLink>(await invite(await newMember(service()), { roles: [owner] }))
    assert.match(made.url, /#tti_/)
    assert.deepEqual([made.delivery, made.warning], [undefined, undefined])
  })

  test('a response warns of a link that no browser can use', async (t) => {
    const { core, database } = service()
    const other = await startService({ databaseUrl: database.url, store: core.store, baseUrl: 'http://192.0.2.7' })
    t.after(() => other.server.close())
    const { text: token } = await createAdminKey(service())
    const made = await other.ask('POST', `${admin}/invitations`, { body: { roles: [owner] }, token })
    const { url, warning } = readBody<InvitationLink>(made)
    assert.match(url, /^http:\/\/192\.0\.2\.7\/dashboard\/join#tti_/)
    assert.match(warning!, /^No browser can use this link: http:\/\/192\.0\.2\.7 is an IP address, .*\. Use .*\.$/)
  })

  test('if no email can be sent, the response says why, and the link works', async (t) => {
    const ada = await newMember(service())
    const { courier } = service().core
    const { send } = courier
    t.after(() => {
      courier.send = send
    })
    courier.send = async () => {
      throw new Undeliverable("this installation has no SMTP_URL, so it can't send email")
    }
    const made = readBody<InvitationLink>(await invite(ada, { roles: [toDemo('viewer')], email: 'grace@example.com' }))
    assert.deepEqual(made.delivery, {
      outcome: 'failed',
      reason: "this installation has no SMTP_URL, so it can't send email",
    })
    assert.equal((await join(service(), made.url.split('#')[1]!)).answer.status, 200)
  })

  test('an invitation goes to exactly one address', async () => {
    const ada = await newMember(service())
    for (const email of ['grace', 'grace@example.com, eve@example.com', 'Grace <grace@example.com>'])
      assertRejected(await invite(ada, { roles: [owner], email }), {
        status: 400,
        msg: '`email` must be exactly one email address, such as ada@example.com.',
        msgCode: 'bad_request',
      })
  })

  test('a member sends ten invitations in ten minutes', async () => {
    const ada = await newMember(service())
    const statuses: number[] = []
    for (let one = 0; one < 11; one++)
      statuses.push((await invite(ada, { roles: [owner], email: `grace-${one}@example.com` })).status)
    assert.deepEqual(statuses.slice(8), [200, 200, 429])
    assert.equal((await invite(ada, { roles: [owner] })).status, 200)
  })

  test('a name that looks like a link is none in the email', async () => {
    const ada = await newMember(service())
    readBody(await ada.ask('PATCH', `/members/${ada.member.id}`, { body: { name: 'evil.example <b>' } }))
    readBody(await invite(ada, { roles: [owner], email: 'mallory@example.com' }))
    const mail = await findMail('mallory@example.com')
    assert.ok(mail?.channel === 'email')
    assert.ok(!mail.html.includes('evil.example') && !mail.html.includes('<b>'))
  })

  test('an owner of an application invites to that application, with every role, and to nothing else', async () => {
    const { core } = service()
    await createApplication(core, { id: 'other', rpId: 'localhost', origins: ['http://localhost'] })
    const ada = await newMember(service(), [toDemo('owner'), { application: 'other', role: 'developer' }])
    for (const role of ['viewer', 'developer', 'owner'] as const)
      assert.equal((await invite(ada, { roles: [toDemo(role)] })).status, 200)
    const others: RoleAssignment[][] = [
      [{ application: '*', role: 'viewer' }],
      [{ application: 'other', role: 'viewer' }],
      [toDemo('viewer'), { application: 'other', role: 'viewer' }],
      [{ application: 'nope', role: 'viewer' }],
      [{ application: ownApplicationId, role: 'viewer' }],
    ]
    for (const roles of others) assertRejected(await invite(ada, { roles }), forbidden)
    for (const role of ['viewer', 'developer'] as const)
      assert.equal(
        (await invite(await newMember(service(), [toDemo(role)]), { roles: [toDemo('viewer')] })).status,
        403,
      )
  })

  test('an owner of an application sees and withdraws invitations to that application only', async () => {
    const ada = await newMember(service())
    const bob = await newMember(service(), [toDemo('owner')])
    const toAll = readBody<InvitationLink>(await invite(ada, { roles: [{ application: '*', role: 'viewer' }] }))
    const toBoth = readBody<InvitationLink>(
      await invite(ada, { roles: [toDemo('viewer'), { application: 'other', role: 'viewer' }] }),
    )
    const toIt = readBody<InvitationLink>(await invite(ada, { roles: [toDemo('viewer')] }))
    const seen = await list(bob)
    assert.ok(seen.includes(toIt.id) && !seen.includes(toAll.id) && !seen.includes(toBoth.id))
    for (const { id } of [toAll, toBoth])
      assertRejected(await bob.ask('DELETE', `/invitations/${id}`), {
        status: 404,
        msg: 'No open invitation has this ID',
        msgCode: 'not_found',
      })
    readBody(await bob.ask('DELETE', `/invitations/${toIt.id}`), 204)
    assert.ok(!(await list(ada)).includes(toIt.id))
  })

  test('the invitations of an owner of an application end with that role, and with nothing else', async () => {
    const ada = await newMember(service())
    const bob = await newMember(service(), [toDemo('owner')])
    const { id } = readBody<InvitationLink>(await invite(bob, { roles: [toDemo('viewer')] }))
    const change = async (body: object) => readBody(await ada.ask('PATCH', `/members/${bob.member.id}`, { body }))
    await change({ name: 'Bob' })
    await change({ roles: [toDemo('owner'), { application: 'other', role: 'viewer' }] })
    assert.ok((await list(ada)).includes(id))
    await change({ roles: [toDemo('developer')] })
    assert.ok(!(await list(ada)).includes(id))
  })

  test('an owner of an application lists the members who have a role on it', async () => {
    const bob = await newMember(service(), [toDemo('owner')])
    const grace = await newMember(service(), [toDemo('viewer')])
    const elsewhere = await newMember(service(), [{ application: 'other', role: 'viewer' }])
    type MemberList = { members: { id: string; role: string }[] }
    const { members } = readBody<MemberList>(await bob.ask('GET', '/applications/demo/members'))
    const find = ({ member }: Dashboard) => members.find(({ id }) => id === member.id)?.role
    assert.deepEqual([bob, grace, elsewhere].map(find), ['owner', 'viewer', undefined])
    assert.equal((await grace.ask('GET', '/applications/demo/members')).status, 403)
    assert.equal((await bob.ask('GET', '/applications/other/members')).status, 404)
    assert.equal((await bob.ask('GET', '/members')).status, 403)
  })
})
