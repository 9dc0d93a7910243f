import { createRootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'

/**
 * The master keys that open a database, the oldest first: one, or two during a rotation. Each seals the installation key, which never
 * changes and which every other key is derived from.
 */
export type KeyRing = readonly KeyRingEntry[]

export type KeyRingEntry = {
  /** Tells the master key apart without showing it. */
  check: string
  /** The installation key, sealed; without it, the master key is the installation key, as early builds had it. */
  sealed?: string
}

/** The name of the fact that stores the key ring in the database. */
export const keyRingFact = 'master key'

/** Early builds stored the check of the only key, as text. */
export const parseKeyRing = (text: string): KeyRing =>
  text.startsWith('[') ? (JSON.parse(text) as KeyRing) : [{ check: text }]

export const formatKeyRing = (ring: KeyRing): string => JSON.stringify(ring)

export const computeKeyCheck = (masterKey: Buffer): string =>
  createRootKey(masterKey).keyed('master key check', 'thumbturn').toString('base64url')

export const findEntry = (ring: KeyRing, masterKey: Buffer): KeyRingEntry | undefined =>
  ring.find(({ check }) => check === computeKeyCheck(masterKey))

const purpose = 'installation key'

/** The installation key; undefined if the master key isn't one of the ring. */
export function openInstallationKey(ring: KeyRing, masterKey: Buffer): Buffer | undefined {
  const entry = findEntry(ring, masterKey)
  if (entry?.sealed === undefined) return entry && masterKey
  return openBytes(createRootKey(masterKey).derive(purpose), Buffer.from(entry.sealed, 'base64url'), purpose)
}

/** The entry by which a master key opens the installation key. `iv` is 12 random bytes. */
export function createEntry(masterKey: Buffer, installationKey: Buffer, iv: Buffer): KeyRingEntry {
  const sealing = createRootKey(masterKey).derive(purpose)
  const sealed = sealBytes(sealing, installationKey, { about: purpose, iv })
  return { check: computeKeyCheck(masterKey), sealed: sealed.toString('base64url') }
}
