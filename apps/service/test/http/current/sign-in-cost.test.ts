import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { startService } from '@thumbturn/service-harness/service.ts'
import { readBody, signIn, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { EngineObserver, Operation } from '../../../src/storage/engine/observer.ts'
import { openStore } from '../../../src/storage/open.ts'

/** Counts what a sign-in costs the database. */
eachEngine('the cost of a sign-in', (fresh) => {
  test('a sign-in is two reads and one batch, with one event; analytics add nothing to it', async (t) => {
    const database = await fresh()
    const operations: Operation[] = []
    const observer: EngineObserver = {
      around(operation, run) {
        operations.push(operation)
        return run()
      },
    }
    const store = await openStore(database.url, { observers: [observer] })
    const service = await startService({ databaseUrl: database.url, store })
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    const user = await signUpUser(service)
    readBody(await signIn(service, user))
    const countRows = async (table: string) =>
      Number((await database.query(`select count(*) as n from ${table}`))[0]!.n)
    const before = await countRows('events')
    operations.length = 0
    readBody(await signIn(service, user))
    assert.deepEqual(operations, ['read', 'read', 'batch'])
    assert.equal(await countRows('events'), before + 1)
    for (const table of ['user_events', 'roll_ups', 'roll_up_cursors']) assert.equal(await countRows(table), 0, table)
  })
})
