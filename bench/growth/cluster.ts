import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { openConnection } from '@thumbturn/service/storage/engine/postgres-sessions.ts'
import { end, initialise, type Place, preparePlace, serve } from '@thumbturn/service-harness/postgres.ts'

/** A PostgreSQL server of one's own with a database for each size. */
export type Cluster = {
  createDatabase(name: string): Promise<string>
  /** Starts it again after databases were filled, with these settings, as in postgresql.conf, and otherwise its defaults. */
  restart(settings?: readonly string[]): Promise<void>
  /** Its main process now. */
  pid(): number
  /** Ends it at once, and deletes its data. */
  kill(): void
}

/** Filled data is made again after a crash, so none of it needs a log, and checkpoints can wait. */
const settingsOfFill = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=4GB',
  'shared_buffers=512MB',
]

/** Starts a server for filling databases; its files are in the folder for temporary ones. */
export async function startCluster(): Promise<Cluster> {
  const place = await preparePlace(settingsOfFill)
  initialise(place)
  let server = await serve(place)
  const url = (database: string) => `postgres://postgres@127.0.0.1:${place.port}/${database}`
  return {
    async createDatabase(name) {
      const client = await openConnection(url('postgres'))
      await client.query(`create database "${name}"`)
      await client.end()
      return url(name)
    },
    async restart(settings = []) {
      await end(server, 'SIGINT')
      server = await serve({ ...place, settings })
    },
    pid: () => server.pid!,
    kill: () => kill(server, place),
  }
}

function kill(server: ChildProcess, { folder }: Place): void {
  server.kill('SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
