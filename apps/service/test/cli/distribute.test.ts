import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { distributedPostgres, distributedUrl, noDistributed } from '@thumbturn/service-harness/distributed.ts'
import { eachEngine, isDistributed } from '@thumbturn/service-harness/engines.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { checkDistribution } from '../../src/cli/check-distribution.ts'

type DistributionOutput = { workers: number; tables: { table: string; placement: string; isPlaced: boolean }[] }

/** A function that runs commands on a database, which is deleted after the test. */
function commandOn(t: TestContext, database: TestDatabase) {
  const DATA_DIR = dataFolder(t)
  t.after(() => database.drop())
  return (text: string, settings: Record<string, string> = {}) =>
    runCommand(text.split(' '), { DATA_DIR, DATABASE_URL: database.url, ...settings })
}

eachEngine('distribute', (fresh) => {
  test('a database that is not distributed is rejected with what to do', { skip: isDistributed }, async (t) => {
    const database = await fresh({ migrated: true })
    const command = commandOn(t, database)
    for (const text of ['distribute', 'distribute --dry-run']) {
      const { code, stdout, stderr } = await command(text)
      assert.deepEqual([code, stdout], [2, ''])
      const isSqlite = database.url.startsWith('sqlite:')
      assert.match(stderr, isSqlite ? /thumbturn migrate/ : /lacks the extension citus.*create extension citus/)
    }
    const { stderr } = await command('distribute --json')
    assert.equal((JSON.parse(stderr) as { msgCode: string }).msgCode, 'bad_request')
  })
})

test('doctor names the tables that belong on workers, and says nothing of other databases', () => {
  assert.deepEqual(checkDistribution(undefined), [])
  assert.equal(checkDistribution([])[0]!.verdict, 'good')
  const [found] = checkDistribution(['users', 'events'])
  assert.deepEqual([found!.verdict, found!.about], ['warning', 'distribution'])
  assert.match(found!.says, /users, events$/)
  assert.match(found!.advice!, /distribute/)
})

if (distributedUrl) withWorkers(await distributedPostgres(distributedUrl))
else test('distribute on a distributed PostgreSQL', { skip: noDistributed })

function withWorkers({ fresh, servers, stop }: Awaited<ReturnType<typeof distributedPostgres>>) {
  after(stop)

  test('a dry run lists where tables go, a run places them with their rows, and a further run finds nothing', async (t) => {
    const database = await fresh()
    const command = commandOn(t, database)
    const early = await command('distribute')
    assert.deepEqual([early.code, early.stdout], [2, ''])
    assert.match(early.stderr, /lacks migrations.*migrate-schema/s)
    assert.equal((await command('app create shop --rp-id example.com --origin https://example.com')).code, 0)
    const events = await database.query('select * from events order by id')
    assert.notEqual(events.length, 0)

    const planned = await command('distribute --dry-run --json')
    assert.equal(planned.code, 1, planned.stderr)
    const { workers, tables } = JSON.parse(planned.stdout) as DistributionOutput
    assert.equal(workers, servers.length - 1)
    assert.deepEqual(tables[0], { ...tables[0], table: 'users', placement: 'application', isPlaced: false })
    assert.ok(tables.some(({ table, placement }) => table === 'applications' && placement === 'coordinator'))
    assert.deepEqual(await database.query('select logicalrelid from pg_dist_partition'), [])

    const { code, stdout, stderr } = await command('distribute --json')
    assert.equal(code, 0, stderr)
    const missing = tables.filter(({ isPlaced }) => !isPlaced).map(({ table }) => table)
    assert.deepEqual(JSON.parse(stdout), { workers, distributed: missing })
    assert.deepEqual(await database.query('select * from events order by id'), events)
    assert.match((await command('distribute')).stdout, /^Every table is where it belongs/)
    assert.equal((await command('distribute --dry-run')).code, 0)
  })

  test('a run resumes where an earlier one ended, and rejects a run during a migration', async (t) => {
    const database = await fresh()
    const command = commandOn(t, database)
    await command('migrate-schema')
    await database.query('alter table members drop constraint members_owner')
    await database.query(`select create_distributed_table('users', 'app_id', colocate_with => 'none')`)
    const planned = JSON.parse((await command('distribute --dry-run --json')).stdout) as DistributionOutput
    assert.deepEqual(planned.tables[0], { ...planned.tables[0], table: 'users', isPlaced: true })

    await database.query('select pg_advisory_lock(7468756274)')
    assert.match((await command('distribute')).stderr, /under way/)
    await database.query('select pg_advisory_unlock(7468756274)')
    const { stdout, stderr } = await command('distribute --json')
    assert.equal(stderr, '')
    const { distributed } = JSON.parse(stdout) as { distributed: string[] }
    assert.ok(!distributed.includes('users') && distributed.includes('passkeys'))
  })

  test('a worker, and a coordinator without workers, are rejected with what to do', async (t) => {
    const database = await fresh({ migrated: true })
    const command = commandOn(t, database)
    const worker = new URL(servers[1]!.url)
    worker.pathname = new URL(database.url).pathname
    const onWorker = await command('distribute --dry-run', { DATABASE_URL: worker.href })
    assert.deepEqual([onWorker.code, onWorker.stdout], [2, ''])
    assert.match(onWorker.stderr, /is a worker. DATABASE_URL must lead to the coordinator/)
    await database.query(
      `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) from pg_dist_node where groupid > 0`,
    )
    const without = await command('distribute --dry-run')
    assert.equal(without.code, 2)
    assert.match(without.stderr, /has no workers.*citus_add_node/)
  })
}
