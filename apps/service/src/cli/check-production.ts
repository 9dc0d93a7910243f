import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, findKeySource } from '../config.ts'
import type { Core } from '../core/core.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { findDatabaseFile } from '../maintenance/database-file.ts'
import { isRotating } from '../maintenance/master-key.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

const [kB, GB] = [1_000, 1_000_000_000]
const comfortableBytes = GB
const leastBytes = 100_000 * kB

const isOnSqlite = ({ DATABASE_URL }: Config) => DATABASE_URL.startsWith('sqlite:')

/** The free space where this machine keeps data. */
export async function checkDisk(config: Config): Promise<Finding[]> {
  const folder = isOnSqlite(config) ? dirname(findDatabaseFile(config)) : config.DATA_DIR
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = say('disk', { gigabytes: (free / GB).toFixed(1), folder })
  const advice = advise('free_disk')
  if (free < leastBytes) return [broken('disk', says, advice)]
  return [free < comfortableBytes ? warning('disk', says, advice) : good('disk', says)]
}

/** Where the master key came from: the core that is checked has it. A rotation that isn't finished leaves the previous key in use. */
export async function checkMasterKey(core: Core, config: Config): Promise<Finding> {
  if (!(await isRotating(core))) return describeKeySource(config)
  const advice = advise('finish_rotation', { command: `${layout.command} master-key finish` })
  return warning('master key', say('master_key_rotating'), advice)
}

function describeKeySource(config: Config): Finding {
  const source = findKeySource(config)
  if (source === 'THUMBTURN_KEY_SERVICE_URL')
    return good('master key', say('master_key_of_service', { host: new URL(config[source] ?? '').host }))
  return good(
    'master key',
    source === undefined
      ? say('master_key_of_file', { folder: config.DATA_DIR })
      : say('master_key_of_setting', { setting: source }),
  )
}

/** Checks who can read the files that hold the users and the master key. Windows has no such modes. */
export function checkFileModes(config: Config): Finding[] {
  if (process.platform === 'win32') return []
  const { DATA_DIR } = config
  const files = [
    ...(findKeySource(config) === undefined ? [join(DATA_DIR, 'master.key')] : []),
    ...(isOnSqlite(config) ? [findDatabaseFile(config)] : []),
  ]
  const found = [checkMode(DATA_DIR, { allowed: 0o700 }), ...files.map((file) => checkMode(file, { allowed: 0o600 }))]
  const problems = found.filter((finding) => finding !== undefined)
  return problems.length > 0 ? problems : [good('files', say('files_good'))]
}

/** A readable file in a folder that others can't enter is out of their reach. */
function checkMode(path: string, { allowed }: { allowed: number }): Finding | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return undefined
  const isFile = allowed === 0o600
  if (isFile && ((statSync(dirname(path)).mode ?? 0) & 0o077) === 0) return undefined
  const octal = (bits: number) => (bits & 0o777).toString(8)
  const advice = advise('run', { command: `chmod ${octal(allowed)} ${path}` })
  const place = { path, mode: octal(mode) }
  if ((mode & 0o007) !== 0)
    return isFile
      ? broken('files', say('file_open', place), advice)
      : warning('files', say('folder_open', place), advice)
  if ((mode & 0o070) === 0) return undefined
  return warning('files', say(isFile ? 'file_shared' : 'folder_shared', place), advice)
}

/** PostgreSQL maintains a major version for five years: until November of the year of its number and 2012. */
const findEndOfLife = (major: number) => Date.UTC(major + 2012, 10, 15)

/** SQLite is part of Node, so only the version of PostgreSQL can be outdated. */
export async function checkDatabaseVersion({ store, now }: Core): Promise<Finding[]> {
  const { name, version } = await store.version()
  const database = { database: name, version }
  const major = Number.parseInt(version, 10)
  if (name !== 'PostgreSQL' || findEndOfLife(major) > now())
    return [good('database version', say('database_version', database))]
  return [warning('database version', say('database_version_ended', database), advise('upgrade_database'))]
}

const clockToleranceMs = 5_000

/** Compares this machine's clock with that of the database server, if there is one. */
export async function checkServerClock({ store, now }: Core): Promise<Finding[]> {
  const before = now()
  const time = await store.limits.time()
  if (time === undefined) return []
  const aheadMs = time - (before + now()) / 2
  if (Math.abs(aheadMs) <= clockToleranceMs) return []
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const says = say(aheadMs > 0 ? 'database_clock_ahead' : 'database_clock_behind', { seconds })
  return [warning('clock', says, advise('set_clocks'))]
}
