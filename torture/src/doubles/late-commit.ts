import type { SqliteConnection } from '@thumbturn/service/storage/engine/sqlite-connection.ts'
import * as original from '@thumbturn/service/storage/engine/sqlite-writer.ts'

/** How long a transaction stays open after its first batch was acknowledged. */
const lateByMs = 300

/** Like the original, but returns before COMMIT. The process itself sees what it wrote. */
export const writeGroup: typeof original.writeGroup = (connection, batches) =>
  original.writeGroup(withLateCommit(connection), batches)

/** Groups share the open transaction. Each has a savepoint, so that a conflict undoes nothing of those that were acknowledged. */
function withLateCommit(connection: SqliteConnection): SqliteConnection {
  const { database } = connection
  let hasSavepoint = false
  const end = (sql: string) => {
    if (hasSavepoint) database.exec(sql)
    hasSavepoint = false
  }
  const replaced = new Map([
    [
      'BEGIN IMMEDIATE',
      () => {
        if (!database.isTransaction) {
          database.exec('BEGIN IMMEDIATE')
          setTimeout(() => database.exec('COMMIT'), lateByMs)
        }
        database.exec('SAVEPOINT late')
        hasSavepoint = true
      },
    ],
    ['COMMIT', () => end('RELEASE late')],
    ['ROLLBACK', () => end('ROLLBACK TO late; RELEASE late')],
  ])
  return {
    ...connection,
    prepared(sql) {
      const run = replaced.get(sql)
      return run ? ({ run } as never) : connection.prepared(sql)
    },
  }
}
