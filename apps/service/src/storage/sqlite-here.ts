import type { SqliteConnection } from './sqlite-connection.ts'
import { gathering, type Waiting, type Writer } from './sqlite-group.ts'
import { writeGroup } from './sqlite-writer.ts'

/** Writes in this thread, which waits for the disk meanwhile: for a database in memory, which only this thread sees. */
export function writerHere(connection: SqliteConnection): Writer {
  const hand = (group: readonly Waiting[]) => {
    try {
      const batches = group.map(({ steps }) => steps)
      for (const [index, outcome] of writeGroup(connection, batches).entries()) group[index]!.resolve(outcome)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  return {
    write: gathering(hand),
    close: () => new Promise((resolve) => setImmediate(resolve)),
  }
}
