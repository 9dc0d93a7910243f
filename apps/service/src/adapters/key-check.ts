import { unlinkSync } from 'node:fs'
import { OperatorError } from '../core/errors.ts'
import type { Store } from '../core/ports/store.ts'
import { createMasterKeyFile, getKeyFile, readMasterKey } from './master-key.ts'
import type { RootKey } from './root-key.ts'
import { canOpenSigningKey } from './tokens.ts'

type Settling = {
  store: Store
  /** The key from the environment, a command, or a key service, if set. */
  given: string | undefined
  /** The setting that it comes from; THUMBTURN_MASTER_KEY unless given. */
  source?: string | undefined
  /** Where an installation's own key is stored. */
  folder: string
  random(bytes: number): Buffer
}

/** The name under which the database stores which master key it belongs to. */
const fact = 'master key'
/** Its value while a first start creates the key, so that an interrupted start can be repeated. */
const pending = 'pending'

/** Tells master keys apart without showing them; the database remembers the one it belongs to. */
export const computeKeyCheck = (key: RootKey) => key.keyed('master key check', 'thumbturn').toString('base64url')

/**
 * The master key of the database. Only an empty database gets a new one, and only after it was opened.
 * @throws Error if key and database don't belong together, or one of them is missing
 */
export async function settleMasterKey(settling: Settling): Promise<RootKey> {
  const { store, given, folder } = settling
  // Read before the database: a first start elsewhere writes its mark there before it creates the file.
  const found = readMasterKey(given, folder)
  const known = await store.installation.find(fact)
  if (known === undefined && (await hasData(store))) return adopted(settling, found)
  if (known === undefined || known === pending) {
    if (found && known === undefined && given === undefined) throw databaseMissing(folder)
    return initializeMasterKey(settling, found)
  }
  const key = found ?? readMasterKey(given, folder)
  if (!key) throw keyMissing(folder)
  if (computeKeyCheck(key) !== known) throw otherKey(settling)
  return key
}

const hasData = async ({ applications }: Store) => (await applications.list()).length > 0

/** A database from before it stored its master key: its sealed signing keys show which one it is. */
async function adopted(settling: Settling, key: RootKey | undefined): Promise<RootKey> {
  const { store, folder } = settling
  if (!key) throw keyMissing(folder)
  for (const { id } of await store.applications.list()) {
    const keys = await store.applications.signingKeys(id)
    if (!keys.every((sealed) => canOpenSigningKey(key, sealed))) throw otherKey(settling)
  }
  await store.installation.add(fact, computeKeyCheck(key))
  return key
}

/** The first start on this database. If nodes with folders of their own start at once, one of them wins. */
async function initializeMasterKey(settling: Settling, found: RootKey | undefined): Promise<RootKey> {
  const { store, folder, random } = settling
  await store.installation.add(fact, pending)
  const { key, isOurs } = found ? { key: found, isOurs: false } : createMasterKeyFile(folder, random)
  await store.installation.replace(fact, { from: pending, to: computeKeyCheck(key) })
  if ((await store.installation.find(fact)) === computeKeyCheck(key)) return key
  if (isOurs) unlinkSync(getKeyFile(folder))
  throw otherKey(settling)
}

const keyMissing = (folder: string) =>
  new OperatorError(
    'master_key_missing',
    `The database holds data, but its master key is missing: restore ${getKeyFile(folder)} from a backup, ` +
      'or give the key in THUMBTURN_MASTER_KEY.',
  )

const databaseMissing = (folder: string) =>
  new OperatorError(
    'database_empty',
    `There is a master key in ${getKeyFile(folder)}, but the database is empty: restore the database or correct ` +
      'DATABASE_URL. To start over with new data, move the master key away first.',
  )

const otherKey = ({ given, folder, source = 'THUMBTURN_MASTER_KEY' }: Settling) =>
  new OperatorError(
    'master_key_mismatch',
    `The database belongs to another master key than the one in ${given === undefined ? getKeyFile(folder) : source}: ` +
      'give the master key that this data was made with, or choose another DATA_DIR or DATABASE_URL.',
  )
