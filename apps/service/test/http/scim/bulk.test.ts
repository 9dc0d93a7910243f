import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertScimError,
  type Directory,
  groupBody,
  newDirectory,
  patchBody,
  type ScimGroup,
  userBody,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody } from '@thumbturn/service-harness/situations.ts'

const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']

type Result = {
  Operations: { method: string; bulkId?: string; location?: string; status: string; response?: object }[]
}

anyEngine('SCIM bulk requests', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  const run = async (Operations: readonly object[], more: object = {}) =>
    readBody<Result>(await directory.ask('POST', '/Bulk', { schemas, ...more, Operations })).Operations

  test('have no operation whose path is no text', async () => {
    for (const path of [{ toString: 1 }, 1, null])
      assert.equal((await run([{ method: 'DELETE', path }]))[0]!.status, '400')
  })

  test('run operations in their order, which refer to what earlier ones created', async () => {
    const results = await run([
      { method: 'POST', path: '/Users', bulkId: 'ada', data: userBody(newName()) },
      {
        method: 'post',
        path: '/Groups',
        bulkId: 'g',
        data: groupBody(newName(), { members: [{ value: 'bulkId:ada' }] }),
      },
      { method: 'PATCH', path: '/Groups/bulkId:g', data: patchBody({ op: 'replace', value: { externalId: 'e' } }) },
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['201', '201', '200'],
    )
    const [user, group] = results.map(({ location = '' }) => location.split('/').at(-1)!)
    const found = readBody<ScimGroup>(await directory.ask('GET', `/Groups/${group}`))
    assert.partialDeepStrictEqual(found, { externalId: 'e', members: [{ value: user }] })
  })

  test('continue after an error, until as many have failed as the request allows', async () => {
    const missing = { method: 'DELETE', path: '/Users/missing' }
    const create = { method: 'POST', path: '/Users', bulkId: 'a', data: userBody(newName()) }
    const list = { method: 'GET', path: '/Users' }
    const results = await run([missing, list, create])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['404', '400', '201'],
    )
    assert.partialDeepStrictEqual(results[0]?.response, { status: '404', detail: 'The directory has no such user' })
    assert.equal((await run([missing, missing, create], { failOnErrors: 1 })).length, 1)
  })

  test('have at most a hundred operations', async () => {
    const Operations = Array.from({ length: 101 }, () => ({ method: 'DELETE', path: '/Users/missing' }))
    const tooMany = { status: 413, scimType: 'tooMany', detail: /100 operations/ }
    assertScimError(await directory.ask('POST', '/Bulk', { schemas, Operations }), tooMany)
  })
})
