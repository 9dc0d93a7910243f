import { createHash } from 'node:crypto'
import { mostListedPasskeys } from '@thumbturn/contract/vocabulary/passkey-options.ts'
import type { Core } from '../../core.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { toUuid } from '../../uuid.ts'

/** A credential as request options list it (PublicKeyCredentialDescriptorJSON). */
export type Descriptor = { type: 'public-key'; id: string; transports: string[] }

/** A user's passkeys as options list them; of more than browsers accept, the newest. */
export const toDescriptors = (passkeys: readonly Pick<Passkey, 'credentialId' | 'transports'>[]): Descriptor[] =>
  passkeys.slice(-mostListedPasskeys).map(({ credentialId, transports }) => ({
    type: 'public-key',
    id: credentialId,
    transports: [...transports],
  }))

/** Where passkeys are: in a phone or computer, or only in security keys. */
export type PasskeyType = 'device' | 'securityKey'

/** Determined only by the listed transports, so that decoys have a type too; undefined if they don't tell. */
export function findPasskeyType(listed: readonly Descriptor[]): PasskeyType | undefined {
  const transports = listed.flatMap((descriptor) => descriptor.transports)
  if (transports.includes('internal') || transports.includes('hybrid')) return 'device'
  return transports.length > 0 ? 'securityKey' : undefined
}

/** Lengths in bytes of the credential IDs of common authenticators. */
const commonLengths = [16, 20, 20, 32, 32, 64] as const

/** Transports that common authenticators report: a phone or computer, a synced passkey, a security key. */
const commonTransports = [['hybrid', 'internal'], ['hybrid', 'internal'], ['internal'], ['nfc', 'usb']] as const
const longest = 64

/** A user who doesn't exist, as they appear at the start of a sign-in. */
export type Decoy = { userId: string; descriptors: Descriptor[] }

/**
 * A user ID and credential IDs for an unknown user, derived from the username with the installation's key: repeated
 * requests, other nodes, and restarts return the same values, as for a real user (WebAuthn §14.6.2).
 */
export function createDecoy({ keyed }: Pick<Core, 'keyed'>, appId: string, addressKey: string): Decoy {
  const bytes = stretch(keyed('decoy', JSON.stringify([appId, addressKey])), 16 + 3 + 2 * longest)
  const [manyness, ...lengths] = bytes.subarray(16, 19)
  // Mostly one passkey, sometimes two, like real accounts.
  const count = manyness! < 200 ? 1 : 2
  return {
    userId: toUuid(bytes),
    descriptors: Array.from({ length: count }, (_, index) => {
      const start = 19 + index * longest
      const length = commonLengths[lengths[index]! % commonLengths.length]!
      const id = bytes.subarray(start, start + length).toString('base64url')
      const transports = [...commonTransports[(lengths[index]! >> 4) % commonTransports.length]!]
      return { type: 'public-key', id, transports }
    }),
  }
}

/** As many bytes as needed from a secret seed (SHAKE256, FIPS 202): one call instead of an HMAC for each part. */
const stretch = (seed: Buffer, outputLength: number) => createHash('shake256', { outputLength }).update(seed).digest()
