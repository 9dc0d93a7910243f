import type { Engine } from '@thumbturn/service/storage/engine/engine.ts'
import { openPostgres } from '@thumbturn/service/storage/engine/postgres.ts'
import { openSqlite } from '@thumbturn/service/storage/engine/sqlite.ts'
import { migrate } from '@thumbturn/service/storage/migrations/migrate.ts'
import { storeOver } from '@thumbturn/service/storage/open.ts'

/** A store that records every statement it runs. The statements of a batch are one line. */
export async function recordingStore(url: string, options: { messageRoom?: number } = {}) {
  const lines: string[] = []
  const engine = url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url)
  const recording: Engine = {
    ...engine,
    read(statement) {
      lines.push(statement.sql)
      return engine.read(statement)
    },
    write(steps) {
      lines.push(steps.map(({ sql }) => sql).join('; '))
      return engine.write(steps)
    },
  }
  await migrate(engine)
  return {
    store: storeOver(recording, options),
    /** The statements that ran during `action`. */
    async during<Answer>(action: () => Promise<Answer>): Promise<{ response: Answer; statements: string[] }> {
      const start = lines.length
      const response = await action()
      return { response, statements: lines.slice(start) }
    },
  }
}
