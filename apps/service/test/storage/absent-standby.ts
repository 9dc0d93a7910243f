import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { until } from '@thumbturn/service-harness/until.ts'
import { openConnection } from '../../src/storage/engine/postgres-sessions.ts'

/** Runs `act` while every commit on the server waits for a standby that doesn't exist. */
export async function withAbsentStandby(database: TestDatabase, act: () => Promise<void>): Promise<void> {
  await database.query(`alter system set synchronous_standby_names = 'absent'`)
  await database.query('select pg_reload_conf()')
  try {
    await untilCommitsWait(database)
    await act()
  } finally {
    await database.query('alter system reset synchronous_standby_names')
    await database.query('select pg_reload_conf()')
  }
}

const isWaiting = async ({ query }: TestDatabase, event: string) =>
  (await query(`select 1 from pg_stat_activity where wait_event = '${event}'`)).length > 0

/** Waits until a connection waits for the event. */
export const untilWaiting = (database: TestDatabase, event: string) => until(() => isWaiting(database, event))

/** The server takes a moment to apply the setting, in which commits still don't wait. */
async function untilCommitsWait(database: TestDatabase) {
  const client = await openConnection(database.url)
  try {
    for (let hasWaited = false; !hasWaited; ) {
      let isCommitted = false
      const committed = client.query(`select pg_logical_emit_message(true, 'probe', '')`).then(() => {
        isCommitted = true
      })
      while (!isCommitted && !hasWaited) hasWaited = await isWaiting(database, 'SyncRep')
      if (hasWaited) await endWaits(database, 'pg_cancel_backend')
      await committed
    }
  } finally {
    await client.end()
  }
}

/** Cancels what waits for the standby, as an operator would, or terminates it. */
export const endWaits = ({ query }: TestDatabase, end: 'pg_cancel_backend' | 'pg_terminate_backend') =>
  query(`select ${end}(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
