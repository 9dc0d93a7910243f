import { unlinkSync } from 'node:fs'
import { OperatorError } from '../core/errors.ts'
import type { Store } from '../core/ports/store.ts'
import {
  computeKeyCheck,
  createEntry,
  findEntry,
  formatKeyRing,
  keyRingFact,
  openInstallationKey,
  parseKeyRing,
} from './key-ring.ts'
import { createMasterKeyFile, getKeyFile, readMasterKey } from './master-key.ts'
import { createRootKey, type RootKey } from './root-key.ts'
import { canOpenSigningKey } from './signing-keys.ts'

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

/** The value of the fact while a first start creates the key, so that an interrupted start can be repeated. */
const pending = 'pending'

/**
 * The installation key of the database, opened by the master key. Only an empty database gets new ones, and only after it was opened.
 * @throws OperatorError if key and database don't belong together, or one of them is missing
 */
export async function settleMasterKey(settling: Settling): Promise<RootKey> {
  const { store, given, folder } = settling
  // Read before the database: a first start elsewhere writes its mark there before it creates the file.
  const found = readMasterKey(given, folder)
  const known = await store.installation.find(keyRingFact)
  if (known === undefined && (await hasData(store))) return adopt(settling, found)
  if (known === undefined || known === pending) {
    if (found && known === undefined && given === undefined) throw databaseMissing(folder)
    return initializeKeys(settling, found)
  }
  const key = found ?? readMasterKey(given, folder)
  if (!key) throw keyMissing(folder)
  return open(settling, { known, key })
}

const hasData = async ({ applications }: Store) => (await applications.list()).length > 0

function open(settling: Settling, { known, key }: { known: string; key: Buffer }): RootKey {
  const installationKey = openInstallationKey(parseKeyRing(known), key)
  if (!installationKey) throw otherKey(settling)
  return createRootKey(installationKey)
}

/** A database from before it stored its master key: its sealed signing keys show which one it is. */
async function adopt(settling: Settling, key: Buffer | undefined): Promise<RootKey> {
  const { store, folder } = settling
  if (!key) throw keyMissing(folder)
  const root = createRootKey(key)
  for (const { id } of await store.applications.list()) {
    const keys = await store.applications.signingKeys(id)
    if (!keys.every((sealed) => canOpenSigningKey(root, sealed))) throw otherKey(settling)
  }
  await store.installation.add(keyRingFact, computeKeyCheck(key))
  return root
}

/** The first start on this database. If nodes with folders of their own start at once, one of them wins. */
async function initializeKeys(settling: Settling, found: Buffer | undefined): Promise<RootKey> {
  const { store, folder, random } = settling
  await store.installation.add(keyRingFact, pending)
  const { key, isOurs } = found ? { key: found, isOurs: false } : createMasterKeyFile(folder, random)
  const ring = [createEntry(key, random(32), random(12))]
  await store.installation.replace(keyRingFact, { from: pending, to: formatKeyRing(ring) })
  const known = (await store.installation.find(keyRingFact))!
  if (isOurs && !findEntry(parseKeyRing(known), key)) unlinkSync(getKeyFile(folder))
  return open(settling, { known, key })
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
      'give the master key that this data was made with or, after a rotation, the new one, or choose another DATA_DIR or DATABASE_URL.',
  )
