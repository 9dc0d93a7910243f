import { createHmac, hkdfSync } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../core/errors.ts'

/** The one secret of an installation. Every other key is derived from it, so nodes that share it agree. */
export type MasterKey = {
  /** 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). */
  derive(purpose: string): Buffer
  /** HMAC-SHA-256 under the key of that purpose. */
  keyed(purpose: string, text: string): Buffer
}

export function createMasterKey(secret: Buffer): MasterKey {
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'thumbturn', purpose, 32))
  const kept = (purpose: string) => {
    const key = derived.get(purpose) ?? derive(purpose)
    derived.set(purpose, key)
    return key
  }
  return { derive, keyed: (purpose, text) => createHmac('sha256', kept(purpose)).update(text).digest() }
}

export const getKeyFile = (folder: string) => join(folder, 'master.key')

/**
 * The configured master key, else the one in the data folder; undefined if there is neither.
 * @throws Error if the file holds anything but 32 bytes in base64url
 */
export function readMasterKey(given: string | undefined, folder: string): MasterKey | undefined {
  if (given !== undefined) return createMasterKey(Buffer.from(given, 'base64url'))
  const file = getKeyFile(folder)
  if (!existsSync(file)) return undefined
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (secret.length !== 32)
    throw new OperatorError(
      'master_key_unavailable',
      `${file} must hold 32 bytes in base64url; restore it from a backup`,
    )
  return createMasterKey(secret)
}

/**
 * Creates a key in the data folder (mode 0600) and returns the stored one: another process can be faster. `isOurs`
 * tells whose it is.
 * @throws Error if the folder can't be written
 */
export function createMasterKeyFile(
  folder: string,
  random: (bytes: number) => Buffer,
): { key: MasterKey; isOurs: boolean } {
  const isOurs = makeKeyFile(getKeyFile(folder), random)
  return { key: readMasterKey(undefined, folder)!, isOurs }
}

/**
 * Written and synced under another name first: of nodes that start at once, one wins and all read its key; neither they
 * nor a power failure ever leave a file without a key.
 */
function makeKeyFile(file: string, random: (bytes: number) => Buffer): boolean {
  const aside = `${file}.${random(8).toString('hex')}`
  writeFileSync(aside, `${random(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(aside, file)
    keepNames(dirname(file))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    unlinkSync(aside)
  }
}

/** Brings the names of the files in a folder to the disk, which flushing a file needn't do. */
function keepNames(folder: string) {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
