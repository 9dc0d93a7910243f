import type { Config } from '../config.ts'
import { badRequest } from '../core/errors.ts'
import type { DistributeOptions, Distribution } from '../storage/distribution/distribute.ts'
import { explainUnopened } from '../storage/engine/unopened.ts'

export type { Distribution, PlacedTable } from '../storage/distribution/distribute.ts'

/**
 * Where the installation's tables are and are to be on a distributed PostgreSQL. Writes nothing.
 * @throws AppError bad_request: the database can't be distributed
 */
export const inspectDistribution = (config: Config): Promise<Distribution> =>
  onPostgres(config, ({ inspectDistribution: inspect }) => inspect(config.DATABASE_URL))

/**
 * Distributes the installation's tables over the workers of the database, and returns those that weren't placed before.
 * @throws AppError bad_request: the database can't be distributed, or it was interrupted
 */
export const distributeTables = (config: Config, options: DistributeOptions): Promise<readonly string[]> =>
  onPostgres(config, ({ distributeTables: distribute }) => distribute(config.DATABASE_URL, options))

/** The tables that a distributed database should have on its workers, and doesn't; undefined if it isn't distributed. */
export async function listUnplaced({ DATABASE_URL }: Config): Promise<readonly string[] | undefined> {
  if (DATABASE_URL.startsWith('sqlite:')) return undefined
  const distribution = await import('../storage/distribution/distribute.ts')
  return distribution.listUnplaced(DATABASE_URL)
}

async function onPostgres<Result>(
  { DATABASE_URL }: Config,
  work: (distribution: typeof import('../storage/distribution/distribute.ts')) => Promise<Result>,
): Promise<Result> {
  if (DATABASE_URL.startsWith('sqlite:'))
    throw badRequest(
      "SQLite can't be distributed. Move the installation to PostgreSQL with `thumbturn migrate` first, and set DATABASE_URL.",
    )
  try {
    // The driver is 10 MB, which an installation on SQLite never needs.
    return await work(await import('../storage/distribution/distribute.ts'))
  } catch (error) {
    throw explainUnopened(error, DATABASE_URL)
  }
}
