import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import type { Eventual } from '../core/after.ts'
import type { Core } from '../core/core.ts'
import type { Application, SigningKey } from '../core/model/applications/application.ts'
import { filterByAlgorithm, filterInUse, findSigningKey, keysKeptMs } from '../core/model/applications/key-schedule.ts'
import type { ApplicationStore } from '../core/ports/stores/applications.ts'
import { waitBriefly } from '../core/wait-briefly.ts'
import { createKnownTokens, type KnownTokens } from './known-tokens.ts'
import { createKeyVerifier, type KeyVerifier, openSigner, type Signer } from './signing-keys.ts'

/** The keys of an application that are in use, newest first. */
export type Keyring = {
  keys: SigningKey[]
  signers: Map<string, Signer>
  verifiers: Map<string, KeyVerifier>
}

/** A key that a call can't do without: the one with that ID, or one that signs with that algorithm. */
type NeededKey = { kid?: string; alg?: SigningAlgorithm }

// Another node may have added a key, so a missing one triggers a read, but not more often than this.
const reloadAfterMs = 1000

type Dependencies = { store: ApplicationStore; monotonic(): number; pause: Core['pause'] }

/** The keyrings of the applications, each kept for a while after it was read. */
export function createKeyrings({ store, monotonic, pause }: Dependencies, sealing: Buffer) {
  const known = createKnownTokens()
  const rings = new Map<string, { ring: Keyring; readAt: number; version: number }>()

  function find({ id, version }: Application, needed: NeededKey): Eventual<Keyring> {
    const kept = rings.get(id)
    const age = kept ? monotonic() - kept.readAt : Number.POSITIVE_INFINITY
    // A change of keys changes the application, which every node reads each second.
    const isKept = kept?.version === version && hasAlgorithm(kept.ring, needed)
    if (isKept && age < (hasKey(kept.ring, needed) ? keysKeptMs : reloadAfterMs)) return kept.ring
    return read(id, version)
  }

  async function read(id: string, version: number): Promise<Keyring> {
    const ring = openKeyring(await store.signingKeys(id), { sealing, known })
    rings.set(id, { ring, readAt: monotonic(), version })
    return ring
  }

  /** Other verifiers need the keys during an outage too, so the last read ones are published then. */
  async function findPublished(application: Application): Promise<Keyring> {
    const isKept = rings.has(application.id)
    const reading = find(application, {})
    if (!isKept || !(reading instanceof Promise)) return reading
    await waitBriefly(pause, reading)
    return rings.get(application.id)!.ring
  }

  return { find, findPublished }
}

const hasKey = ({ verifiers }: Keyring, { kid }: NeededKey) => kid === undefined || verifiers.has(kid)

/** Only a client causes its algorithm to be needed, and it is created after the key: another node may have created both just now. */
const hasAlgorithm = ({ keys }: Keyring, { alg }: NeededKey) =>
  alg === undefined || filterByAlgorithm(keys, alg).length > 0

function openKeyring(stored: SigningKey[], context: { sealing: Buffer; known: KnownTokens }): Keyring {
  const keys = filterInUse(stored)
  return {
    keys,
    signers: new Map(keys.map((key) => [key.kid, openSigner(key, context)])),
    verifiers: new Map(keys.map((key) => [key.kid, createKeyVerifier(key, context.known)])),
  }
}

/** Evaluated with each use: the key that signs changes with time alone. */
export function findSigner({ keys, signers }: Keyring, alg: SigningAlgorithm, at: number): Signer {
  const signing = findSigningKey(keys, alg, at)
  if (!signing) throw new Error(`The application has no signing key for ${alg}`)
  return signers.get(signing.kid)!
}
