import { resolve } from 'node:path'
import { diagnosePostgres } from './postgres-outages.ts'
import { diagnoseSqlite, isDamage } from './sqlite-outages.ts'

/** The file of a SQLite URL. `sqlite:///a.db` and `sqlite:/a.db` are one file; `sqlite://a.db` is in the working folder. */
export const sqlitePath = (url: string) => url.replace(/^sqlite:(\/\/)?/, '')

/** Why a database couldn't be opened and how to fix it; never includes the password of the URL. */
export function explainUnopened(error: unknown, url: string): unknown {
  const isSqlite = url.startsWith('sqlite:')
  const reason = isSqlite ? diagnoseSqlite(error) : diagnosePostgres(error)
  if (reason === undefined) return error
  const advice = isSqlite ? adviseOnSqlite(error) : postgresAdvice
  return new Error(`The database ${isSqlite ? toFile(url) : readServer(url)} cannot be used: ${reason}. ${advice}`, {
    cause: error,
  })
}

const sqliteAdvice = 'Make its folder writable with space to spare, or choose another DATA_DIR or DATABASE_URL.'
/** A new file in the place of a damaged one would look like an installation that never had a user. */
export const damageAdvice =
  'Stop every node, copy the file and those beside it, check the disk, and restore the newest backup into an empty folder.'
const adviseOnSqlite = (error: unknown) => (isDamage(error) ? damageAdvice : sqliteAdvice)
const postgresAdvice = 'Check that PostgreSQL runs there, accepts writes, and that DATABASE_URL is right.'

const toFile = (url: string) => resolve(sqlitePath(url))

/** Host, port, and database name. An invalid URL isn't quoted, because it can contain the password. */
function readServer(url: string): string {
  if (!URL.canParse(url)) return 'in DATABASE_URL'
  const { hostname, port, pathname } = new URL(url)
  return `${pathname.slice(1)} at ${hostname}:${port || '5432'}`
}
