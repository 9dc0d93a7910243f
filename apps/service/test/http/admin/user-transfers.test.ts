import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBy } from '@thumbturn/service-harness/backend.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { registerElsewhere, toFile, userRecord } from '@thumbturn/service-harness/imports.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { type Ask, stored, useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, readBody, signIn } from '@thumbturn/service-harness/situations.ts'
import { newUser, passkey } from '@thumbturn/service-harness/store-situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const path = '//admin/v1/applications/demo/users'
const ndjson = { 'content-type': 'application/x-ndjson' }

type ImportResult = {
  imported: number
  unchanged: number
  rejected: number
  results: { line: number; outcome: string; code?: string; userId?: string; msg?: string }[]
}

eachEngine('importing and exporting users over HTTP', (fresh) => {
  const service = useService(fresh)

  async function adminCalls() {
    const { text: token, key } = await createAdminKey(service())
    const ask = (method: string, of: string, more: Ask = {}) => service().ask(method, of, { token, ...more })
    const send = (body: string, query = '') => ask('POST', `${path}/import${query}`, { body, headers: ndjson })
    return { keyId: key.id, ask, send }
  }

  test('users are imported by an admin key, which their events record, and sign in', async () => {
    const { send, keyId } = await adminCalls()
    const foreign = registerElsewhere()
    const user = userRecord([foreign.record])
    const { results, ...counts } = readBody<ImportResult>(await send(toFile([user, '{'])))
    assert.deepEqual(counts, { imported: 1, unchanged: 0, rejected: 1 })
    assert.deepEqual(
      results.map(({ line, outcome, code }) => [line, outcome, code]),
      [
        [2, 'imported', undefined],
        [3, 'rejected', 'invalid_json'],
      ],
    )
    const event = await eventBy(service(), keyId)
    assert.deepEqual([event?.type, event?.userId], ['fido2.user.imported', results[0]!.userId])
    readBody(await signIn(service(), { device: foreign.device, username: user.username }))
    const again = readBody<ImportResult>(await send(toFile([user])))
    assert.deepEqual([again.unchanged, again.results[0]!.userId], [1, results[0]!.userId])
  })

  test('a dry run writes nothing', async () => {
    const { send } = await adminCalls()
    const before = await stored(service().database)
    const body = toFile([userRecord([registerElsewhere().record])])
    assert.equal(readBody<ImportResult>(await send(body, '?dryRun=true')).imported, 1)
    assert.deepEqual(await stored(service().database), before)
    assert.equal(readBody<ImportResult>(await send(body, '?dryRun=false')).imported, 1)
  })

  test('a call for another RP ID, with too many lines, too large, or of another type changes nothing', async () => {
    const { ask, send } = await adminCalls()
    const before = await stored(service().database)
    const user = JSON.stringify(userRecord([registerElsewhere().record]))
    const bad = (msg: RegExp) => ({ status: 400, msg, msgCode: 'bad_request' })
    assertRejected(await send(toFile([user], { rpId: 'example.com' })), bad(/RP ID example\.com.*demo has localhost/))
    assertRejected(await send(user), bad(/^The first line must be \{"format":"thumbturn-users"/))
    assertRejected(await send('\n'), bad(/^The first line must be/))
    assertRejected(await send(toFile(Array.from({ length: 1_001 }, () => '{}'))), bad(/at most 1000 lines/))
    assertRejected(await send(toFile([user]), '?dryrun=true'), bad(/dryrun.*did you mean dryRun/))
    const large = await send(toFile(['a'.repeat(1_048_577)]))
    assertRejected(large, { status: 413, msg: 'The body is larger than 1 MB', msgCode: 'payload_too_large' })
    const unsupported = {
      status: 415,
      msg: /^The body must be sent as application\/x-ndjson/,
      msgCode: 'unsupported_media_type',
    }
    assertRejected(await ask('POST', `${path}/import`, { body: toFile([user]) }), unsupported)
    const gzipped = { ...ndjson, 'content-encoding': 'gzip' }
    assertRejected(await ask('POST', `${path}/import`, { body: toFile([user]), headers: gzipped }), unsupported)
    assert.equal((await ask('POST', `${path}/${'x'}/sign-out`, { body: '{}', headers: ndjson })).status, 415)
    assert.deepEqual(await stored(service().database), before)
  })

  test('the audit log records imports, and every page of an export, whichever cursor the caller chooses', async () => {
    const { ask, send, keyId } = await adminCalls()
    readBody(await send(toFile([userRecord([registerElsewhere().record])])))
    assert.equal((await ask('GET', `${path}/export?cursor=!`)).status, 200)
    const { entries } = readBody<{ entries: { action: string }[] }>(await ask('GET', `//admin/v1/audit?actor=${keyId}`))
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['users.exported', 'users.imported'],
    )
  })

  test('unknown applications and that of the installation itself are not found', async () => {
    const { ask } = await adminCalls()
    for (const id of ['nothing', 'thumbturn']) {
      const missing = { status: 404, msg: `There is no application ${id}`, msgCode: 'not_found' }
      const of = `//admin/v1/applications/${id}/users`
      assertRejected(await ask('POST', `${of}/import`, { body: toFile([]), headers: ndjson }), missing)
      assertRejected(await ask('GET', `${of}/export`), missing)
    }
  })

  test('the pages of an export, one after another, are a file that can be imported', async () => {
    const { ask } = await adminCalls()
    const create = (id: string, rpId: string) =>
      createApplication(service().core, { id, rpId, origins: [`https://${rpId}`] })
    await create('source', 'source.example')
    const users = Array.from({ length: 5 }, () => userRecord([registerElsewhere().record]))
    const body = toFile(users, { rpId: 'source.example' })
    const of = (id: string) => `//admin/v1/applications/${id}/users`
    readBody(await ask('POST', `${of('source')}/import`, { body, headers: ndjson }))
    const pages: string[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const cursor: string = next && `&cursor=${encodeURIComponent(next)}`
      const page: string = (await ask('GET', `${of('source')}/export?limit=2${cursor}`)).text
      pages.push(page)
      next = JSON.parse(page.trimEnd().split('\n').at(-1)!).next
    }
    assert.equal(pages.length, 3)
    const known = await ask('POST', `${of('source')}/import`, { body: pages.join(''), headers: ndjson })
    assert.equal(readBody<ImportResult>(known).unchanged, 5)
    assertRejected(await ask('GET', `${of('source')}/export?limit=0`), {
      status: 400,
      msg: /`limit` must be a whole number from 1 to 1000/,
      msgCode: 'bad_request',
    })
  })

  test('a page of users with many passkeys has fewer users, and none is missing', async () => {
    const { ask } = await adminCalls()
    const { core } = service()
    await createApplication(core, { id: 'many', rpId: 'many.example', origins: ['https://many.example'] })
    for (let n = 0; n < 60; n++) {
      const id = core.random.uuid()
      const owned = { appId: 'many', userId: id }
      const passkeys = Array.from({ length: 100 }, (_, slot) => ({
        addPasskey: {
          ...passkey('', { ...owned, id: core.random.uuid(), credentialId: core.random.text(16) }),
          createdFromDeviceId: undefined,
          slot,
        },
      }))
      const name = `user-${String(n).padStart(2, '0')}`
      const user = newUser(name, { id, appId: 'many' })
      assert.equal(await core.store.commit([{ addUser: user }, ...passkeys]), undefined)
    }
    const read = async (cursor: string) => {
      const { text } = await ask('GET', `//admin/v1/applications/many/users/export?limit=1000${cursor}`)
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      const users = lines.filter((line) => line.username).map(({ username }) => username as string)
      return { users, end: lines.at(-1) as { next?: string; end?: true } }
    }
    const first = await read('')
    assert.equal(first.users.length, 50)
    const second = await read(`&cursor=${first.end.next}`)
    assert.deepEqual(second.end, { end: true })
    assert.equal(new Set([...first.users, ...second.users]).size, 60)
  })
})
