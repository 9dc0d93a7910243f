import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { badRequest } from '../core/errors.ts'
import { sqlitePath } from '../storage/engine/unopened.ts'

/**
 * The absolute path of the installation's SQLite file.
 * @throws AppError bad_request: the installation is on PostgreSQL or in memory
 */
export function findDatabaseFile({ DATABASE_URL }: Config): string {
  if (!DATABASE_URL.startsWith('sqlite:'))
    throw badRequest(
      'This installation is on PostgreSQL: back up and restore the database with its own tools (pg_dump, pg_basebackup), and keep the master key.',
    )
  const path = sqlitePath(DATABASE_URL)
  if (path === ':memory:') throw badRequest('A database in memory has no file.')
  return resolve(path)
}
