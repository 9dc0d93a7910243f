import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findEntry, parseKeyRing } from '../adapters/key-ring.ts'
import { resolveMasterKey } from '../adapters/key-sources/resolve.ts'
import { getKeyFile } from '../adapters/master-key.ts'
import { sealByPassphrase } from '../adapters/passphrase.ts'
import type { Config } from '../config.ts'
import { badRequest } from '../core/errors.ts'
import { type BackupContents, readBackup, recordBackup, writeBackup } from '../storage/engine/sqlite-backup.ts'
import { findDatabaseFile } from './database-file.ts'

export { lastBackupFact } from '../storage/engine/sqlite-backup.ts'

/** The purpose under which a backup's master key is sealed. */
export const sealingPurpose = 'backup master key'
/** The shortest passphrase: guesses run offline against a stolen file. */
const leastPassphrase = 12
const suffix = '.backup'

export type BackupOptions = {
  /** A file that doesn't exist yet, or an existing folder, in which the backup is named after its time. */
  target: string
  /** Seals the master key; without it, the backup has none. */
  passphrase: string | undefined
  /** In a folder: how many backups stay, the newest; all unless given. */
  keep?: number | undefined
  version: string
  now: number
}

/** A backup that was written and read back. `path` is absolute, `bytes` the size of the file. */
export type Backup = BackupContents & { path: string; bytes: number; deleted: readonly string[] }

/**
 * Writes a backup of the installation, which can be running, and reads it back. An interrupted backup leaves no file under
 * the target's name.
 * @throws AppError bad_request: the target exists, the passphrase is too short, or the installation isn't on SQLite
 */
export async function backUp(given: Config, options: BackupOptions): Promise<Backup> {
  const config = options.passphrase === undefined ? given : await resolveMasterKey(given)
  const source = findDatabaseFile(config)
  if (!existsSync(source)) throw badRequest(`There is no database yet: ${source} doesn't exist.`)
  const path = resolveTarget(options)
  const sealed = await sealMasterKey(config, options.passphrase)
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  // Only its owner may read it, from the first byte on.
  closeSync(openSync(partial, 'wx', 0o600))
  const removePartial = () => rmSync(partial, { force: true })
  process.once('exit', removePartial)
  try {
    await writeBackup(source, partial, { createdAt: options.now, version: options.version, masterKey: sealed })
    chmodSync(partial, 0o600)
    const contents = verify(config, partial)
    flush(partial)
    // Unlike renaming, linking fails where another process was faster.
    linkSync(partial, path)
    flush(dirname(path))
    recordBackup(source, options.now)
    return { ...contents, path, bytes: statSync(path).size, deleted: deleteOlder(options) }
  } finally {
    removePartial()
    process.off('exit', removePartial)
  }
}

function resolveTarget({ target, keep, now }: BackupOptions): string {
  const path = resolve(target)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder && keep !== undefined) throw badRequest('--keep needs a folder that exists as the target.')
  if (!isFolder && existsSync(path)) throw badRequest(`${path} exists already: choose another name, or a folder.`)
  if (!existsSync(dirname(path))) throw badRequest(`The folder ${dirname(path)} doesn't exist.`)
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return isFolder ? join(path, `thumbturn-${time}${suffix}`) : path
}

async function sealMasterKey(config: Config, passphrase: string | undefined): Promise<string | null> {
  if (passphrase === undefined) return null
  if (passphrase.length < leastPassphrase)
    throw badRequest(`The passphrase must have at least ${leastPassphrase} characters.`)
  return JSON.stringify(await sealByPassphrase(readSecret(config), passphrase, sealingPurpose))
}

/** The 32 bytes of the master key. */
function readSecret({ THUMBTURN_MASTER_KEY, DATA_DIR }: Config): Buffer {
  const file = getKeyFile(DATA_DIR)
  if (THUMBTURN_MASTER_KEY === undefined && !existsSync(file))
    throw badRequest(`There is no master key: neither ${file} nor THUMBTURN_MASTER_KEY. Add --without-key to continue.`)
  return Buffer.from((THUMBTURN_MASTER_KEY ?? readFileSync(file, 'utf8')).trim(), 'base64url')
}

/** Reads the copy back, and makes sure that a sealed key is the one that the data belongs to. */
function verify(config: Config, path: string): BackupContents {
  const contents = readBackup(path)
  if (contents.masterKey === null) return contents
  if (!findEntry(parseKeyRing(contents.keyRing ?? ''), readSecret(config)))
    throw badRequest('The database belongs to another master key than the one that is configured.')
  return contents
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Names contain the time, so that their order is the order in time. */
function deleteOlder({ target, keep }: BackupOptions): string[] {
  if (keep === undefined) return []
  const all = globSync(`thumbturn-*T*Z${suffix}`, { cwd: resolve(target) }).sort()
  const old = all.slice(0, Math.max(0, all.length - keep)).map((name) => join(resolve(target), name))
  for (const path of old) rmSync(path)
  return old
}
