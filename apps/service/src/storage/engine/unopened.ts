import { resolve } from 'node:path'
import { isOutage, OperatorError } from '../../core/errors.ts'
import { explainPostgres } from './postgres-outages.ts'
import { describeServer } from './postgres-url.ts'
import { explainSqlite } from './sqlite-outages.ts'

/** The file of a SQLite URL. `sqlite:///a.db` and `sqlite:/a.db` are one file; `sqlite://a.db` is in the working folder. */
export const sqlitePath = (url: string) => url.replace(/^sqlite:(\/\/)?/, '')

/**
 * Why a database couldn't be opened, or can't be used by a command, and how to fix it; other errors are returned as they are. Never
 * includes the password of the URL.
 */
export function explainUnopened(error: unknown, url: string): unknown {
  const isSqlite = url.startsWith('sqlite:')
  const cause = isOutage(error) ? (error.cause as Error | undefined)?.cause : error
  if (!(cause instanceof Error)) return error
  const { reason, advice } = (isSqlite ? explainSqlite(cause) : explainPostgres(cause)) ?? {}
  if (reason === undefined) return error
  const where = isSqlite ? resolve(sqlitePath(url)) : describeServer(url)
  return new OperatorError('database_unusable', `The database ${where} cannot be used: ${reason}. ${advice}`, {
    cause: error,
  })
}
