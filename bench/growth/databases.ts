import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from './cluster.ts'
import { createPostgres, createSqlite, type EngineName, engines, type GrowingDatabase } from './database.ts'
import { killPrograms } from './program.ts'
import { killServices } from './service.ts'

/** The databases of one run, in a temporary folder. */
export type Databases = {
  folder: string
  /** Creates a database whose files, or those of its service, are in a folder of that name. */
  create(engine: EngineName, name: string): Promise<GrowingDatabase>
  /** The server of those on PostgreSQL; undefined before the first one is created. */
  cluster(): Cluster | undefined
  /** Stops the services and the server, deletes everything, and exits. */
  end(code: number): void
}

/** Creates the folder for the databases of a run in another one. A signal ends the run. */
export function prepareDatabases(within: string, prefix: string): Databases {
  const folder = mkdtempSync(join(within, prefix))
  // Where the server of PostgreSQL, which has an account of its own, puts its data.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  let cluster: Cluster | undefined
  function end(code: number) {
    killServices()
    killPrograms()
    cluster?.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))
  return {
    folder,
    async create(engine, name) {
      const own = join(folder, name)
      mkdirSync(own)
      if (engine === 'sqlite') return createSqlite(own)
      cluster ??= await startCluster()
      return createPostgres(cluster, own, name)
    },
    cluster: () => cluster,
    end,
  }
}

/**
 * The engines that an option names, separated by commas.
 * @throws Error there is no such engine
 */
export const readEngines = (text: string): EngineName[] =>
  text.split(',').map((name) => {
    const engine = engines.find((one) => one === name)
    if (!engine) throw new Error(`--engines takes ${engines.join(' and ')}, not ${name}`)
    return engine
  })
