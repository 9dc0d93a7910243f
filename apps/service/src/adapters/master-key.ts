import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../core/errors.ts'

export const getKeyFile = (folder: string) => join(folder, 'master.key')

/** During a rotation: the key that comes, until it is in place, and the one that was there before. */
const nextSuffix = '.next'
const previousSuffix = '.previous'

/**
 * The configured master key, else the one in the data folder; undefined if there is neither.
 * @throws OperatorError if the file holds anything but 32 bytes in base64url
 */
export function readMasterKey(given: string | undefined, folder: string): Buffer | undefined {
  return given === undefined ? readKeyFile(getKeyFile(folder)) : Buffer.from(given, 'base64url')
}

function readKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (secret.length === 32) return secret
  throw new OperatorError('master_key_unavailable', `${file} must hold 32 bytes in base64url; restore it from a backup`)
}

/**
 * Creates a key in the data folder (mode 0600) and returns the stored one: another process can be faster. `isOurs`
 * tells whose it is.
 * @throws Error if the folder can't be written
 */
export function createMasterKeyFile(
  folder: string,
  random: (bytes: number) => Buffer,
): { key: Buffer; isOurs: boolean } {
  const isOurs = makeKeyFile(getKeyFile(folder), random)
  return { key: readMasterKey(undefined, folder)!, isOurs }
}

/** The key that is to replace the one in the data folder; an interrupted rotation has created it already. */
export function createNextKey(folder: string, random: (bytes: number) => Buffer): Buffer {
  const file = `${getKeyFile(folder)}${nextSuffix}`
  makeKeyFile(file, random)
  return readKeyFile(file)!
}

/** Puts the next key in place, and keeps the previous one in another file. Can be repeated after an interruption. */
export function putNextKeyInPlace(folder: string): void {
  const file = getKeyFile(folder)
  rmSync(`${file}${previousSuffix}`, { force: true })
  linkSync(file, `${file}${previousSuffix}`)
  renameSync(`${file}${nextSuffix}`, file)
  keepNames(folder)
}

/** Puts the previous key back in place, if there is one. */
export function putPreviousKeyBack(folder: string): void {
  const file = getKeyFile(folder)
  if (existsSync(`${file}${previousSuffix}`)) renameSync(`${file}${previousSuffix}`, file)
  rmSync(`${file}${nextSuffix}`, { force: true })
  keepNames(folder)
}

export const removePreviousKey = (folder: string): void =>
  rmSync(`${getKeyFile(folder)}${previousSuffix}`, { force: true })

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
