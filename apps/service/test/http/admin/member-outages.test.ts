import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { Outage } from '../../../src/core/errors.ts'
import type { Store } from '../../../src/core/ports/store.ts'

anyEngine('an outage that begins with the read of a provisioned account', (fresh) => {
  let isFailing = false
  const wrap = (store: Store): Store => {
    const findUser = (id: string) =>
      isFailing ? Promise.reject(new Outage('The database cannot be used')) : store.directory.findUser(id)
    return { ...store, directory: { ...store.directory, findUser } }
  }
  const running = useService(fresh, { wrap })

  test('a changed member is stored with its response, or not at all', async () => {
    const { database } = running()
    const dashboard = await newMember(running())
    const rename = (name: string) => dashboard.ask('PATCH', `/members/${dashboard.member.id}`, { body: { name } })
    readBody(await rename('Grace'))
    const earlier = await stored(database)
    isFailing = true
    assertRejected(await rename('Ada'), { status: 503, msg: /database/, msgCode: 'service_unavailable' })
    isFailing = false
    assert.deepEqual(await stored(database), earlier)
    assert.equal(readBody<{ name: string }>(await rename('Ada')).name, 'Ada')
  })
})
