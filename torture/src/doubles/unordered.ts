import * as original from '@thumbturn/service/storage/engine/sqlite-connection.ts'

/** Like the original, but checkpoints don't wait for the disk. */
export const connectSqlite: typeof original.connectSqlite = (path) => {
  const connection = original.connectSqlite(path)
  connection.database.exec('PRAGMA synchronous = OFF')
  return connection
}
