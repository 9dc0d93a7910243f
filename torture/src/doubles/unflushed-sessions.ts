import { pinSettings as pin } from '@thumbturn/service/storage/engine/postgres-sessions.ts'

export * from '@thumbturn/service/storage/engine/postgres-sessions.ts'

/** Unlike the original, commits don't wait for the flush of PostgreSQL's write-ahead log. */
export async function pinSettings(...[client, statementMs]: Parameters<typeof pin>): Promise<void> {
  await pin(client, statementMs)
  await client.query('set synchronous_commit = off')
}
