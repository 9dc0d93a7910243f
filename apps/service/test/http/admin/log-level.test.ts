import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'

let service: Service
let token: string
before(async () => {
  service = await startService({ databaseUrl: 'sqlite::memory:' })
  token = (await createAdminKey(service)).text
})
after(() => service.close())

const path = '//admin/v1/log-level'

test('an admin key shows the log level and changes it at run time', async () => {
  assert.deepEqual(readBody(await service.ask('GET', path, { token })), { level: 'silent' })
  assert.deepEqual(readBody(await service.ask('PUT', path, { token, body: { level: 'fatal' } })), { level: 'fatal' })
  assert.deepEqual(readBody(await service.ask('GET', path, { token })), { level: 'fatal' })
  assert.equal(service.server.log.level, 'fatal')
})

test('an unknown log level is rejected with the allowed ones, and changes nothing', async () => {
  service.server.log.level = 'silent'
  for (const body of [{ level: 'loud' }, { level: 30 }, {}, { level: 'debug', forever: true }]) {
    const { status, body: error } = await service.ask('PUT', path, { token, body })
    assert.deepEqual([status, (error as { msgCode: string }).msgCode], [400, 'bad_request'], JSON.stringify(body))
  }
  const { text } = await service.ask('PUT', path, { token, body: { level: 'loud' } })
  assert.match(text, /`level` must be `silent`, .*or `debug`/)
  assert.equal(service.server.log.level, 'silent')
})
