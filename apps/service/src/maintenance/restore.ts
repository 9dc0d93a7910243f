import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findEntry, parseKeyRing } from '../adapters/key-ring.ts'
import { resolveMasterKey } from '../adapters/key-sources/resolve.ts'
import { getKeyFile, readMasterKey } from '../adapters/master-key.ts'
import { openByPassphrase, type SealedByPassphrase } from '../adapters/passphrase.ts'
import { type Config, findKeySource } from '../config.ts'
import { badRequest } from '../core/errors.ts'
import { makeFolder } from '../storage/engine/folder.ts'
import { type BackupContents, copyFromBackup, readBackup } from '../storage/engine/sqlite-backup.ts'
import { sealingPurpose } from './backup.ts'
import { findDatabaseFile } from './database-file.ts'

export type RestoreResult = BackupContents & { database: string; restoredKey: boolean }

/** A restore that was checked; `run` carries it out. */
export type PreparedRestore = { run(): Promise<RestoreResult> }

/**
 * Prepares restoring a backup into an empty place: reads all of it and finds its master key. Nothing is overwritten; an
 * error, also one of `run`, leaves everything as it was.
 * @param askPassphrase called only if the backup has a sealed key that is needed
 * @throws AppError bad_request: something is in the way, the passphrase is wrong, or a key is missing or another
 * @throws Error the file is no backup, or is damaged
 */
export async function prepareRestore(
  config: Config,
  file: string,
  askPassphrase: () => Promise<string>,
): Promise<PreparedRestore> {
  const database = findDatabaseFile(config)
  for (const path of [database, `${database}-wal`])
    if (existsSync(path)) throw badRequest(`${path} exists already: nothing is overwritten. Move it away first.`)
  const contents = readBackup(resolve(file))
  const secret = await findSecret(config, contents, askPassphrase)
  return {
    async run() {
      makeFolder(config.DATA_DIR)
      makeFolder(dirname(database))
      await putInPlace({ file: resolve(file), database, secret, keyFile: getKeyFile(config.DATA_DIR) })
      return { ...contents, database, restoredKey: secret !== undefined }
    },
  }
}

/** The master key to write into the data folder; undefined where the right one is configured or there already. */
async function findSecret(
  config: Config,
  { masterKey: sealed, keyRing = '' }: BackupContents,
  askPassphrase: () => Promise<string>,
): Promise<Buffer | undefined> {
  const { THUMBTURN_MASTER_KEY, DATA_DIR } = await resolveMasterKey(config)
  const present = readMasterKey(THUMBTURN_MASTER_KEY, DATA_DIR)
  const opensData = (key: Buffer) => findEntry(parseKeyRing(keyRing), key) !== undefined
  if (present && opensData(present)) return undefined
  const where = findKeySource(config) ?? getKeyFile(DATA_DIR)
  if (present) throw badRequest(`The backup belongs to another master key than the one in ${where}.`)
  if (sealed === null) throw badRequest(`The backup was made without its master key: put the key into ${where} first.`)
  const secret = await openByPassphrase(JSON.parse(sealed) as SealedByPassphrase, await askPassphrase(), sealingPurpose)
  if (!secret) throw badRequest('The passphrase is wrong. Nothing was restored.')
  if (!opensData(secret))
    throw badRequest('The key in the backup is not the one that its data belongs to. Use another backup.')
  return secret
}

type Placing = { file: string; database: string; secret: Buffer | undefined; keyFile: string }

/** The key comes first: a database without its key looks like lost data, a key alone like a start that was interrupted. */
async function putInPlace({ file, database, secret, keyFile }: Placing): Promise<void> {
  const partial = `${database}.partial`
  let hasWrittenKey = false
  try {
    rmSync(partial, { force: true })
    writeFileSync(partial, '', { mode: 0o600, flag: 'wx' })
    await copyFromBackup(file, partial)
    if (secret) {
      writeFileSync(keyFile, `${secret.toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
      hasWrittenKey = true
    }
    // Unlike renaming, linking fails if a service that was started during the restore has made the file.
    linkSync(partial, database)
  } catch (error) {
    if (hasWrittenKey) rmSync(keyFile, { force: true })
    throw error
  } finally {
    rmSync(partial, { force: true })
  }
}
