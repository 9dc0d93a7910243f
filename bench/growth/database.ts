import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '@thumbturn/service/storage/engine/postgres-sessions.ts'
import type { Cluster } from './cluster.ts'
import type { Fill } from './copies.ts'
import { fillPostgres } from './fill-postgres.ts'
import { runFill } from './program.ts'

export const engines = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engines)[number]

/** A database that a service creates, and that is then filled. */
export type GrowingDatabase = {
  engine: EngineName
  /** Where its files are, or those of the service. */
  folder: string
  url: string
  /** The variables that the service gets for it. */
  environment: Readonly<Record<string, string>>
  /** Adds users; reports how many there are so far. No service has it open at the same time. */
  fill(fill: Fill, onProgress: (done: number) => void): Promise<void>
  measureBytes(): Promise<number>
}

export function createSqlite(folder: string): GrowingDatabase {
  const path = join(folder, 'thumbturn.db')
  return {
    engine: 'sqlite',
    folder,
    url: `sqlite:${path}`,
    environment: { DATA_DIR: folder },
    fill: ({ users, order }, onProgress) => runFill(program, [path, users, order], onProgress),
    measureBytes: async () => statSync(path).size,
  }
}

export async function createPostgres(cluster: Cluster, folder: string, name: string): Promise<GrowingDatabase> {
  const url = await cluster.createDatabase(name)
  return {
    engine: 'postgres',
    folder,
    url,
    environment: { DATA_DIR: folder, DATABASE_URL: url },
    fill: (fill, onProgress) => fillPostgres(url, fill, onProgress),
    measureBytes: () => measurePostgres(url),
  }
}

const program = new URL('fill-sqlite.ts', import.meta.url)

async function measurePostgres(url: string): Promise<number> {
  const client = await openConnection(url)
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0].bytes)
}
