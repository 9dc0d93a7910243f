import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import type { FreshDatabase } from '@thumbturn/service-harness/databases.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { migrations } from '../../src/storage/migrations/migrate.ts'

type MigrationOutput = {
  pending: { name: string; kind: string; rows: number; applies: boolean; statements: string[] }[]
}

/** An empty database, and a function that runs commands on it. */
async function createInstallation(t: TestContext, fresh: FreshDatabase) {
  const [DATA_DIR, database] = [dataFolder(t), await fresh()]
  t.after(() => database.drop())
  const command = (text: string, settings: Record<string, string> = {}) =>
    runCommand(text.split(' '), { DATA_DIR, DATABASE_URL: database.url, ...settings })
  return { ...database, command }
}

const upToDate = { code: 0, stdout: 'The schema is up to date.\n', stderr: '' }

eachEngine('migrate-schema', (fresh) => {
  test('a new database lacks everything, and nothing once it was migrated', async (t) => {
    const { command, query } = await createInstallation(t, fresh)
    const planned = await command('migrate-schema --dry-run --json')
    assert.equal(planned.code, 1, planned.stderr)
    const { pending } = JSON.parse(planned.stdout) as MigrationOutput
    assert.deepEqual(
      pending.map(({ name, kind, applies, rows }) => ({ name, kind, applies, rows })),
      migrations.map(({ name, kind }) => ({ name, kind, applies: true, rows: 0 })),
    )
    await assert.rejects(query('select name from migrations'), /no such table|does not exist/)
    const { code, stdout, stderr } = await command('migrate-schema')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^0001-baseline +initial +0\.1\.0 +0 +\d+$/m)
    assert.match(stdout, /^Applied \d+ migrations\.$/m)
    for (const text of ['migrate-schema', 'migrate-schema --dry-run', 'migrate-schema --contract'])
      assert.deepEqual(await command(text), upToDate, text)
  })

  test('with MIGRATE_AT_START=off, commands wait for the migration', async (t) => {
    const { command } = await createInstallation(t, fresh)
    const settings = { MIGRATE_AT_START: 'off' }
    const early = await command('app list', settings)
    assert.equal(early.code, 2)
    assert.match(early.stderr, /^The database lacks migrations: 0001-baseline, .* Run `thumbturn migrate-schema` first/)
    assert.equal((await command('migrate-schema', settings)).code, 0)
    assert.equal((await command('app list', settings)).code, 0)
  })

  test('two nodes that migrate at once both succeed, and each migration is applied once', async (t) => {
    const { command } = await createInstallation(t, fresh)
    const ended = await Promise.all([1, 2, 3].map(() => command('migrate-schema --json')))
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0, 0],
    )
    const applied = ended.flatMap(({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied)
    assert.deepEqual(applied.toSorted(), migrations.map(({ name }) => name).toSorted())
  })
})

test('a dry run creates no file, and doesn’t touch one', async (t) => {
  const DATA_DIR = join(dataFolder(t), 'data')
  assert.equal((await runCommand(['migrate-schema', '--dry-run'], { DATA_DIR })).code, 1)
  assert.ok(!existsSync(DATA_DIR))
  assert.equal((await runCommand(['migrate-schema'], { DATA_DIR })).code, 0)
  const file = join(DATA_DIR, 'thumbturn.db')
  const before = readFileSync(file)
  assert.deepEqual(await runCommand(['migrate-schema', '--dry-run'], { DATA_DIR }), upToDate)
  assert.deepEqual(readFileSync(file), before)
})

test('a server that can’t be reached, and a file that is no database, are named', async (t) => {
  const DATA_DIR = dataFolder(t)
  const fails = async (DATABASE_URL: string, reason: RegExp) => {
    const { code, stderr } = await runCommand(['migrate-schema', '--dry-run'], { DATA_DIR, DATABASE_URL })
    assert.equal(code, 2)
    assert.match(stderr, reason)
  }
  await fails('postgres://me:hunter2@127.0.0.1:1/x', /^(?!.*hunter2).*ECONNREFUSED/)
  await fails(`sqlite:${import.meta.filename}`, /it is damaged, or no database/)
})
