import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertScimError,
  type Directory,
  newDirectory,
  type ScimList,
  scimBase,
} from '@thumbturn/service-harness/scim.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'

type ResourceReference = { id: string; meta: { location: string } }

anyEngine('SCIM discovery', (fresh) => {
  const service = useService(fresh)
  let directory: Directory
  before(async () => {
    directory = await newDirectory(service())
  })

  test('describes what the service supports', async () => {
    const config = readBody<object>(await directory.ask('GET', '/ServiceProviderConfig'))
    const supported = { supported: true }
    assert.partialDeepStrictEqual(config, { patch: supported, bulk: supported, filter: supported, etag: supported })
    assert.partialDeepStrictEqual(config, { sort: supported, changePassword: { supported: false } })
  })

  test('lists schemas and resource types, each with an address', async () => {
    for (const path of ['/Schemas', '/ResourceTypes']) {
      const { Resources, totalResults } = readBody<ScimList<ResourceReference>>(await directory.ask('GET', path))
      assert.equal(totalResults, 2)
      for (const one of Resources) {
        assert.equal(one.meta.location, `${scimBase}${path}/${one.id}`)
        assert.deepEqual(readBody(await directory.ask('GET', `${path}/${one.id}`)), one)
      }
      assertScimError(await directory.ask('GET', `${path}/nothing`), { status: 404, detail: /no such/ })
    }
  })

  test('has errors in its own format for unknown endpoints, methods, and media types', async () => {
    assertScimError(await directory.ask('GET', '/Nothing'), { status: 404, detail: /no GET \/scim\/v2\/Nothing/ })
    const put = await directory.ask('PUT', '/Schemas', {})
    assertScimError(put, { status: 405, detail: /only GET/ })
    assert.equal(put.headers.allow, 'GET, HEAD')
    const text = await directory.send('POST', '/Users', { body: 'a', headers: { 'content-type': 'text/plain' } })
    assertScimError(text, { status: 415, detail: /scim\+json/ })
    const large = await directory.ask('POST', '/Users', { userName: 'a'.repeat(1_100_000) })
    assertScimError(large, { status: 413, detail: /1 MB/ })
  })
})
