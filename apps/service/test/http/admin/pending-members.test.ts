import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminApi, type Route } from '@thumbturn/contract'
import { exampleCall } from '@thumbturn/service-harness/calls.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember, newPendingMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'

const noRole = { status: 403, msg: 'You have no role yet: an owner has to give you one', msgCode: 'forbidden' }

eachEngine('members without a role', (fresh) => {
  const service = useService(fresh)

  test('a member without a role sees their session, and every call that needs a role is rejected', async () => {
    const pending = await newPendingMember(service())
    const session = readBody<{ roles: unknown[]; member: object }>(await pending.ask('GET', '/session'))
    assert.deepEqual([session.roles, session.member], [[], pending.member])
    const routes = Object.entries<Route>(adminApi.routes).filter(([, { access }]) => access.kind === 'admin')
    assert.ok(routes.length > 30)
    for (const [name, route] of routes) {
      const { method, path, ask } = exampleCall({ name, api: adminApi, route }, { id: 'demo' })
      assertRejected(await pending.ask(method, path.replace('//admin/v1', ''), ask), noRole)
    }
    readBody(await pending.ask('DELETE', '/session'), 204)
  })

  test('an owner sees a member without a role among the members, and gives them one that counts at once', async () => {
    const [owner, pending] = [await newMember(service()), await newPendingMember(service())]
    const { members } = readBody<{ members: { id: string; roles: unknown[] }[] }>(await owner.ask('GET', '/members'))
    assert.deepEqual(members.find(({ id }) => id === pending.member.id)?.roles, [])
    const body = { roles: [{ application: 'demo', role: 'viewer' }] }
    readBody(await owner.ask('PATCH', `/members/${pending.member.id}`, { body }))
    readBody(await pending.ask('GET', '/applications/demo'))
  })
})
