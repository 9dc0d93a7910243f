import type { SqliteConnection } from '@thumbturn/service/storage/engine/sqlite-connection.ts'
import * as original from '@thumbturn/service/storage/engine/sqlite-writer.ts'

/** How long a transaction stays open after its first batch was acknowledged. */
const lateByMs = 300

/** Like the original, but returns before COMMIT. The process itself sees what it wrote. */
export const writeGroup: typeof original.writeGroup = (connection, batches) =>
  original.writeGroup(withLateCommit(connection), batches)

function withLateCommit(connection: SqliteConnection): SqliteConnection {
  const { database } = connection
  const isOpen = database.isTransaction
  const nothing = { run: () => ({ changes: 0, lastInsertRowid: 0 }) } as never
  const commit = () => {
    setTimeout(() => database.exec('COMMIT'), lateByMs)
    return nothing
  }
  return {
    ...connection,
    prepared(sql) {
      if (sql === 'BEGIN IMMEDIATE' && isOpen) return nothing
      if (sql === 'COMMIT') return isOpen ? nothing : ({ run: commit } as never)
      return connection.prepared(sql)
    },
  }
}
