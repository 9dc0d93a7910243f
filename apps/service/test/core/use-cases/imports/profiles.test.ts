import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { userRecord } from '@thumbturn/service-harness/imports.ts'
import { stored, useService } from '@thumbturn/service-harness/service.ts'
import { newName } from '@thumbturn/service-harness/situations.ts'
import type { LineResult } from '../../../../src/core/model/imports/line.ts'
import { exportUsers } from '../../../../src/core/use-cases/exports/export.ts'
import { createGroup, deleteGroup } from '../../../../src/core/use-cases/groups/manage.ts'
import { createImporter, type ImportTarget } from '../../../../src/core/use-cases/imports/import.ts'

/** Each line's outcome, or why it was rejected. */
const outcomes = (results: readonly LineResult[]) =>
  results.map((result) => (result.outcome === 'rejected' ? `${result.code}: ${result.msg}` : result.outcome))

eachEngine('an import of profiles and groups', (fresh) => {
  const running = useService(fresh)
  const backend = () => ({ application: running().application, keyId: 'key' })
  const addGroup = (name = newName('group')) => createGroup(running().core, backend(), { name })

  const importerFor = (target: Partial<ImportTarget> = {}) =>
    createImporter(running().core, { backend: backend(), dryRun: false, ...target })

  const toLines = (records: readonly object[]) =>
    records.map((record, at) => ({ number: at + 2, text: JSON.stringify(record) }))

  const run = async (records: readonly object[], target?: Partial<ImportTarget>) =>
    outcomes((await importerFor(target).run(toLines(records))).results)

  async function readRecord(username: string) {
    const { records } = await exportUsers(running().core, running().application, { after: '', limit: 1_000 })
    return records.find((record) => record.username === username)
  }

  test('writes every field, which an export returns', async () => {
    const groups = [(await addGroup()).name, (await addGroup()).name].sort()
    const profile = {
      name: 'Ada Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      nickname: 'ada',
      picture: 'https://example.com/ada.png',
      website: 'https://ada.example',
      locale: 'en-GB',
      zoneinfo: 'Europe/London',
    }
    const about = { profile, claims: { department: 'Engines', levels: [1, { of: 2 }] }, groups }
    const record = userRecord([], { ...about, groups: [groups[1]!, groups[0]!.toUpperCase(), groups[1]!] })
    assert.deepEqual(await run([record]), ['imported'])
    assert.partialDeepStrictEqual(await readRecord(record.username), about)
    const [event] = await running().core.store.events.list('demo', 1)
    assert.deepEqual(event?.detail, { passkeys: 0, groups: 2, key: 'key' })
  })

  test('writes no profile where the line has nothing of it, and exports none', async () => {
    const record = userRecord([], { profile: { name: '', locale: '' }, claims: {}, groups: [] })
    assert.deepEqual(await run([record]), ['imported'])
    const exported = await readRecord(record.username)
    assert.deepEqual(
      ['profile', 'claims', 'groups'].filter((name) => name in exported!),
      [],
    )
  })

  test('rejects lines that name groups the application lacks, and lists these', async () => {
    const { name } = await addGroup()
    const lines = [userRecord([], { groups: [name] }), userRecord([], { groups: ['lost', name, 'gone'] })]
    const expected = ['imported', 'unknown_group: there is no group lost, gone']
    for (const dryRun of [true, false]) assert.deepEqual(await run(lines, { dryRun }), expected)
  })

  test('creates groups if asked to, and none in a dry run', async () => {
    const [one, other] = [newName('group'), newName('group')]
    const lines = [
      userRecord([], { groups: [one, other] }),
      userRecord([], { groups: [one.toUpperCase()] }),
      userRecord([], { groups: ['a,b'] }),
    ]
    const problem = 'name must not have , ; or |, at which programs split lists of groups'
    const expected = ['imported', 'imported', `unknown_group: the group a,b can't be created: ${problem}`]
    const before = await stored(running().database)
    assert.deepEqual(await run(lines, { dryRun: true, createGroups: true }), expected)
    assert.deepEqual(await stored(running().database), before)
    assert.deepEqual(await run(lines, { createGroups: true }), expected)
    assert.deepEqual((await readRecord(lines[1]!.username))?.groups, [one])
    assert.deepEqual((await readRecord(lines[0]!.username))?.groups, [one, other].sort())
  })

  test('rejects a line whose group is deleted after it was found', async () => {
    const { id, name } = await addGroup()
    const importer = importerFor()
    const inGroup = () => toLines([userRecord([], { groups: [name] })])
    assert.deepEqual(outcomes((await importer.run(inGroup())).results), ['imported'])
    await deleteGroup(running().core, backend(), id)
    const message = 'unknown_group: a group of the line was deleted at the same time'
    assert.deepEqual(outcomes((await importer.run(inGroup())).results), [message])
  })

  const invalid: [Partial<Record<keyof UserRecord, unknown>>, RegExp][] = [
    [{ profile: { picture: 'http://example.com/' } }, /^invalid_profile: picture must be a URL/],
    [{ profile: { locale: 'x_y' } }, /^invalid_profile: locale/],
    [{ profile: { nick: 'ada' } }, /^invalid_record: profile has the unknown field nick/],
    [{ claims: { sub: 'ada' } }, /^invalid_profile: claims: "sub" is a claim of OpenID Connect or JWT/],
    [{ claims: { note: 'x'.repeat(5_000) } }, /^invalid_profile: claims: the JSON has/],
    [{ claims: [] }, /^invalid_record: claims/],
    [{ groups: Array.from({ length: 101 }, (_, at) => `group ${at}`) }, /^invalid_record: groups/],
  ]
  for (const [fields, message] of invalid)
    test(`rejects ${JSON.stringify(fields).slice(0, 50)}`, async () => {
      const [outcome] = await run([{ ...userRecord([]), ...fields }])
      assert.match(outcome!, message)
    })
})
