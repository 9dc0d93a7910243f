import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { registerElsewhere, toFile, userRecord } from '@thumbturn/service-harness/imports.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Ask, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody } from '@thumbturn/service-harness/situations.ts'
import { event, newUser, passkey } from '@thumbturn/service-harness/store-situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createAuditEntry } from '../../../src/core/use-cases/audit/audit.ts'

/** Several times what each of these takes on a slow machine, and far less than work that grows with the square of the input. */
const mostSeconds = 10

anyEngine('the largest calls of administrators', (fresh) => {
  const service = useService(fresh)
  let token: string
  before(async () => {
    const { core } = service()
    token = (await createAdminKey(service())).text
    await createApplication(core, { id: 'large', rpId: 'large.example', origins: ['https://large.example'] })
    await fillLogs()
    await fillUsers()
  })

  /** A thousand events and audit entries with the longest values. */
  async function fillLogs() {
    const { core } = service()
    const text = 'x'.repeat(1_900)
    const values = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field ${n}`, text]))
    const actor = { kind: 'member', id: 'ada', name: 'Ada' } as const
    const change = { action: 'application.changed', application: 'large', before: values, after: values } as const
    const detail = { n: text } as never
    for (let n = 0; n < 1_000; n++) {
      const append = event(core.random.timeId(), { appId: 'large', at: core.now(), reason: text.slice(0, 200), detail })
      await core.store.commit([{ addAuditEntry: createAuditEntry(core, actor, change) }, { append }])
    }
  }

  /** A thousand users, some of them with as many passkeys as there can be. */
  async function fillUsers() {
    const { core } = service()
    for (let n = 0; n < 1_000; n++) {
      const id = core.random.uuid()
      const owned = { appId: 'large', userId: id, createdFromDeviceId: undefined }
      const passkeys = Array.from({ length: n < 60 ? 100 : 1 }, (_, slot) => ({
        addPasskey: { ...passkey('', { ...owned, id: core.random.uuid(), credentialId: core.random.text(16) }), slot },
      }))
      await core.store.commit([{ addUser: newUser(`user-${n}`, { id, appId: 'large' }) }, ...passkeys])
    }
  }

  const { record } = registerElsewhere()
  const newPasskey = () => ({
    publicKeyCose: record.publicKeyCose,
    credentialId: randomBytes(16).toString('base64url'),
  })
  const users = Array.from({ length: 999 }, () => userRecord([newPasskey(), newPasskey(), newPasskey()]))
  const ndjson = { 'content-type': 'application/x-ndjson' }
  const importing = (body: string): Ask => ({ body, headers: ndjson })
  const header = toFile([], { rpId: 'large.example' }).split('\n')[0]

  const calls: [what: string, method: string, path: string, ask?: Ask][] = [
    ['an import', 'POST', 'users/import', importing(toFile(users, { rpId: 'large.example' }))],
    ['an import of empty lines', 'POST', 'users/import', importing(`${header}${'\n'.repeat(1_000_000)}`)],
    ['an import of a nested line', 'POST', 'users/import', importing(`${header}\n${'['.repeat(1_000_000)}`)],
    ['a page of an export', 'GET', 'users/export?limit=1000'],
    ['a page of users', 'GET', 'users?limit=100'],
    ['a page of users by wildcards', 'GET', `users?limit=100&search=${'%25_'.repeat(80)}`],
    ['a page of events', 'GET', 'events?limit=1000'],
    ['a page of events by a filter that few match', 'GET', `events?limit=1000&reason=${'%25'.repeat(60)}&detail=n:y`],
    ['an export of events', 'GET', 'events/export'],
    ['a report of ten years', 'GET', 'analytics/sign-ins?from=2017-04-01&to=2027-03-31'],
  ]

  test('an import has at most a hundred levels of JSON, in each line', async () => {
    const list = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const send = (body: string) =>
      service().ask('POST', '//admin/v1/applications/large/users/import', { token, ...importing(body) })
    const jwk = JSON.stringify(userRecord([{ credentialId: 'AAAA', publicKeyJwk: { kty: 'EC', x: 'x' } }]))
    const { results } = readBody<{ results: object[] }>(await send(`${header}\n${jwk.replace('"x"}', `${list}}`)}\n`))
    assert.deepEqual(results, [
      { line: 2, outcome: 'rejected', code: 'invalid_json', msg: 'the JSON of the line is nested too deeply' },
    ])
    const version = { status: 400, msg: /^The first line must be/, msgCode: 'bad_request' }
    assertRejected(await send(`{"format":"thumbturn-users","version":${list}}\n`), version)
  })

  for (const [what, method, path, ask] of calls)
    test(`${what} takes a bounded time`, async () => {
      const used = process.cpuUsage()
      const { status } = await service().ask(method, `//admin/v1/applications/large/${path}`, { token, ...ask })
      const { user, system } = process.cpuUsage(used)
      assert.equal(status, 200)
      assert.ok(user + system < mostSeconds * 1_000_000, `${user + system} µs`)
    })

  test('a page of the audit log with long entries is shorter, and takes a bounded time', async () => {
    const used = process.cpuUsage()
    const ask = (query: string) => service().ask('GET', `//admin/v1/audit?application=large${query}`, { token })
    const first = readBody<{ entries: object[]; next: string }>(await ask('&limit=1000'))
    assert.ok(process.cpuUsage(used).user < mostSeconds * 1_000_000)
    assert.equal(first.entries.length, 100)
    const rest = readBody<{ entries: object[] }>(await ask(`&limit=50&before=${first.next}`))
    assert.equal(rest.entries.length, 50)
  })
})
