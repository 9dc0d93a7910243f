import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { type Directory, newDirectory, patchBody } from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { findProvisionedUser } from '../../../src/core/model/directory/users.ts'

eachEngine('single sign-on finds a provisioned member', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  const find = async (externalId: string, userName?: string) =>
    (await findProvisionedUser(service().core, { userName, externalId }))?.userId

  test('by their username in any case, otherwise by an external ID that no other user has', async () => {
    const ada = await directory.createUser('ada@example.com', { externalId: 'ada-1' })
    const grace = await directory.createUser('grace@example.com', { externalId: 'shared' })
    assert.equal(await find('anything', 'Ada@Example.com'), ada.id)
    assert.equal(await find('ada-1'), ada.id)
    assert.equal(await find('ADA-1', 'nobody@example.com'), undefined)
    assert.equal(await find('shared'), grace.id)
    await directory.createUser('third@example.com', { externalId: 'shared' })
    assert.equal(await find('shared'), undefined)
    assert.equal(await find('anything'), undefined)
  })

  test('also while they are deactivated, so that no second member is created for them', async () => {
    const { id } = await directory.createUser('off@example.com')
    readBody(await directory.ask('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'active', value: false })))
    assert.equal(await find('anything', 'off@example.com'), id)
  })
})
