import { readFileSync } from 'node:fs'
import {
  createEntry,
  findEntry,
  formatKeyRing,
  type KeyRing,
  type KeyRingEntry,
  keyRingFact,
  openInstallationKey,
  parseKeyRing,
} from '../adapters/key-ring.ts'
import { type KeySettings, resolveMasterKey } from '../adapters/key-sources/resolve.ts'
import {
  createNextKey,
  putNextKeyInPlace,
  putPreviousKeyBack,
  readMasterKey,
  removePreviousKey,
} from '../adapters/master-key.ts'
import { type Config, findKeySource } from '../config.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import { recordInAdvance } from '../core/use-cases/audit/audit.ts'

/** Where the next master key comes from; by default, the key in the data folder is replaced by a random one. */
export type NextKeySource = {
  /** A file with the key; `-` is standard input. */
  keyFile?: string | undefined
  /** The key as the key service encrypted it. */
  encrypted?: string | undefined
}

/** A master key that opens the database, and whether it's the one that is configured here. `id` doesn't reveal the key. */
export type ListedKey = { id: string; isConfigured: boolean }

/** The next and the previous key. `isInPlace`: the data folder has the next one already. `isFirst`: the previous one is the installation key. */
export type Rotation = { id: string; previousId: string; isInPlace: boolean; isFirst: boolean }

type Keys = { text: string; ring: KeyRing; key: Buffer }

/** Whether the previous and the next master key open the database. */
export async function isRotating({ store }: Core): Promise<boolean> {
  return parseKeyRing((await store.installation.find(keyRingFact)) ?? '').length > 1
}

/** The master keys that open the database, the oldest first. */
export async function listMasterKeys(core: Core, config: Config): Promise<readonly ListedKey[]> {
  const { ring, key } = await readKeys(core, config)
  const configured = findEntry(ring, key)
  return ring.map((entry) => ({ id: toId(entry), isConfigured: entry === configured }))
}

/**
 * Lets the next master key open the database, too. Running nodes don't notice, because they have opened the installation key. An
 * interrupted call can be repeated.
 * @throws AppError bad_request: another rotation is under way, or the next key is invalid or the present one
 */
export async function rotateMasterKey(core: Core, config: Config, source: NextKeySource): Promise<Rotation> {
  const keys = await readKeys(core, config)
  const { ring, key } = keys
  const previous = findEntry(ring, key)!
  if (ring.length > 1 && previous === ring.at(-1)) throw underWay()
  const isInPlace = source.keyFile === undefined && source.encrypted === undefined
  const next = isInPlace ? createKeyInFolder(core, config) : await obtainKey(config, source)
  const entry = createEntry(next, openInstallationKey(ring, key)!, createBytes(core, 12))
  if (entry.check === previous.check) throw badRequest('The new master key is the present one.')
  if (!findEntry(ring, next)) {
    if (ring.length > 1) throw underWay()
    await recordInAdvance(core, { action: 'masterKey.added', target: toId(entry) })
    await replaceRing(core, keys, [previous, entry])
  }
  if (isInPlace) putNextKeyInPlace(config.DATA_DIR)
  return { id: toId(entry), previousId: toId(previous), isInPlace, isFirst: previous.sealed === undefined }
}

/**
 * Makes the configured master key, which must be the next one, the only one that opens the database.
 * @throws AppError bad_request: no rotation is under way, or the configured key is the previous one
 */
export async function finishRotation(core: Core, config: Config): Promise<{ id: string }> {
  const keys = await readKeys(core, config)
  const entry = findEntry(keys.ring, keys.key)!
  if (keys.ring.length === 1) throw notUnderWay()
  if (entry !== keys.ring.at(-1))
    throw badRequest('This command has the previous master key: give it the new one, as every node has it.')
  await removeOthers(core, keys, entry)
  removePreviousKey(config.DATA_DIR)
  return { id: toId(entry) }
}

/**
 * Makes the previous master key the only one again, and puts it back into the data folder.
 * @throws AppError bad_request: no rotation is under way, or the configured key is the next one
 */
export async function cancelRotation(core: Core, config: Config): Promise<{ id: string }> {
  if (!(await isRotating(core))) throw notUnderWay()
  if (findKeySource(config) === undefined) putPreviousKeyBack(config.DATA_DIR)
  const keys = await readKeys(core, config)
  const entry = findEntry(keys.ring, keys.key)!
  if (entry !== keys.ring[0])
    throw badRequest('This command has the new master key: give it the previous one, as every node has it.')
  await removeOthers(core, keys, entry)
  return { id: toId(entry) }
}

const underWay = () =>
  badRequest(
    'A rotation of the master key is under way: finish it with `thumbturn master-key finish`, or undo it with `thumbturn master-key cancel`.',
  )

const notUnderWay = () => badRequest('No rotation of the master key is under way.')

const toId = ({ check }: KeyRingEntry) => check.slice(0, 8)

/** The core was opened with the configured key, so the ring has it. */
async function readKeys({ store }: Core, config: Config): Promise<Keys> {
  const { THUMBTURN_MASTER_KEY: given } = await resolveMasterKey(config)
  const text = (await store.installation.find(keyRingFact))!
  return { text, ring: parseKeyRing(text), key: readMasterKey(given, config.DATA_DIR)! }
}

async function replaceRing({ store }: Core, { text }: Keys, ring: KeyRing): Promise<void> {
  if (await store.installation.replace(keyRingFact, { from: text, to: formatKeyRing(ring) })) return
  throw badRequest('Another command changed the master keys at the same time. Run the command again.')
}

async function removeOthers(core: Core, keys: Keys, entry: KeyRingEntry): Promise<void> {
  const removed = keys.ring.filter((other) => other !== entry)
  await recordInAdvance(core, { action: 'masterKey.removed', target: removed.map(toId).join(', ') })
  await replaceRing(core, keys, [entry])
}

const createBytes = ({ random }: Core, length: number) => Buffer.from(random.text(length), 'base64url')

function createKeyInFolder(core: Core, config: Config): Buffer {
  const source = findKeySource(config)
  if (source === undefined) return createNextKey(config.DATA_DIR, (length) => createBytes(core, length))
  throw badRequest(
    `The master key comes from ${source}: create the new one there, and pass it with --key-file or --encrypted.`,
  )
}

async function obtainKey(config: Config, { keyFile, encrypted }: NextKeySource): Promise<Buffer> {
  if (keyFile !== undefined) return readKey(keyFile)
  const { THUMBTURN_KEY_SERVICE_URL, THUMBTURN_KEY_SERVICE_TOKEN } = config
  if (THUMBTURN_KEY_SERVICE_URL === undefined)
    throw badRequest('--encrypted needs THUMBTURN_KEY_SERVICE_URL and THUMBTURN_KEY_SERVICE_TOKEN.')
  const settings: KeySettings = {
    THUMBTURN_KEY_SERVICE_URL,
    THUMBTURN_KEY_SERVICE_TOKEN,
    THUMBTURN_ENCRYPTED_MASTER_KEY: encrypted,
  }
  const { THUMBTURN_MASTER_KEY: key = '' } = await resolveMasterKey(settings)
  return Buffer.from(key, 'base64url')
}

function readKey(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (error) {
    throw badRequest(`${file} can't be read: ${(error as Error).message}`)
  }
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return Buffer.from(text, 'base64url')
  throw badRequest(`${file === '-' ? 'Standard input' : file} must hold 43 characters of base64url (32 bytes).`)
}
