import { after, test } from 'node:test'
import { PostgresUnavailable } from './postgres.ts'

/** Registers a suite that starts a PostgreSQL server for itself. Skips it, with the reason, if none can be started. */
export async function onServer<Server extends { stop(): Promise<void> }>(
  subject: string,
  start: () => Promise<Server>,
  suite: (server: Server) => void,
) {
  const server = await start().catch((error: unknown) => {
    if (error instanceof PostgresUnavailable) return error
    throw error
  })
  if (server instanceof PostgresUnavailable) return void test(subject, { skip: server.message })
  after(server.stop)
  suite(server)
}
