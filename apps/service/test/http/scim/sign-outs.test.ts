import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember, owner } from '@thumbturn/service-harness/members.ts'
import { startAlone, startNodes } from '@thumbturn/service-harness/nodes.ts'
import {
  assertScimError,
  newDirectory,
  newMappedGroup,
  openProvisioned,
  patchBody,
  readRoles,
} from '@thumbturn/service-harness/scim.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'

const deactivate = patchBody({ op: 'Replace', path: 'active', value: 'False' })

eachEngine('a directory', (fresh) => {
  test('ends the sessions of a deactivated or deleted member within a second on every node', async (t) => {
    const { near, far } = await startNodes(t, fresh)
    await newMember(near)
    const directory = await newDirectory(near)
    for (const end of ['PATCH', 'DELETE'] as const) {
      const user = await directory.createUser()
      await newMappedGroup(near, directory, { roles: [{ application: '*', role: 'developer' }], members: [user.id] })
      const dashboard = await openProvisioned(near, user)
      // The other node hasn't read the installation's own application yet.
      far.clock.advance(2_000)
      const headers = { cookie: dashboard.cookie, 'sec-fetch-site': 'same-origin' }
      const read = () => Promise.all([near, far].map((node) => node.ask('GET', '//admin/v1/applications', { headers })))
      assert.deepEqual(
        (await read()).map(({ status }) => status),
        [200, 200],
      )
      // The clocks stand still, so nothing expires that a node caches for a second.
      const answer = await directory.ask(end, `/Users/${user.id}`, end === 'PATCH' ? deactivate : undefined)
      assert.ok(answer.status < 300, answer.text)
      assert.deepEqual(
        (await read()).map(({ status }) => status),
        [401, 401],
      )
    }
  })

  test('can neither deactivate nor delete the last owner, nor take the role from them by a group', async (t) => {
    const service = await startAlone(t, fresh)
    const first = await newMember(service)
    const directory = await newDirectory(service)
    const [ada, grace] = [await directory.createUser(), await directory.createUser()]
    const group = await newMappedGroup(service, directory, { roles: [owner], members: [ada.id, grace.id] })
    const [asAda] = [await openProvisioned(service, ada), await openProvisioned(service, grace)]
    assert.equal((await asAda.ask('DELETE', `/members/${first.member.id}`)).status, 204)

    readBody(await directory.ask('PATCH', `/Users/${grace.id}`, deactivate))
    const lastOwner = { status: 409, detail: /last owner of the installation/ }
    assertScimError(await directory.ask('PATCH', `/Users/${ada.id}`, deactivate), lastOwner)
    assertScimError(await directory.ask('DELETE', `/Users/${ada.id}`), lastOwner)
    const leave = patchBody({ op: 'remove', path: `members[value eq "${ada.id}"]` })
    assertScimError(await directory.ask('PATCH', `/Groups/${group.id}`, leave), lastOwner)
    assertScimError(await directory.ask('DELETE', `/Groups/${group.id}`), lastOwner)
    assert.deepEqual(await readRoles(service, ada), [owner])
    readBody(await asAda.ask('GET', '/members'))
  })

  test('activates a member again, who signs in anew', async (t) => {
    const service = await startAlone(t, fresh)
    await newMember(service)
    const directory = await newDirectory(service)
    const user = await directory.createUser()
    readBody(await directory.ask('PATCH', `/Users/${user.id}`, deactivate))
    const on = patchBody({ op: 'replace', value: { active: true } })
    assert.partialDeepStrictEqual(readBody(await directory.ask('PATCH', `/Users/${user.id}`, on)), { active: true })
    const dashboard = await openProvisioned(service, user)
    assert.equal((await dashboard.ask('GET', '/session')).status, 200)
  })
})
