import { createHash } from 'node:crypto'
import type { Core } from '../../core.ts'
import { asUuid } from '../../uuid.ts'

/** A credential as request options list it (PublicKeyCredentialDescriptorJSON). */
export type Descriptor = { type: 'public-key'; id: string; transports: string[] }

export const toDescriptor = (passkey: { credentialId: string; transports: readonly string[] }): Descriptor => ({
  type: 'public-key',
  id: passkey.credentialId,
  transports: [...passkey.transports],
})

/** Where passkeys are: in a phone or computer, or only in security keys. */
export type PasskeyType = 'device' | 'securityKey'

/** Told by nothing but the transports in the list, so that decoys have it too; undefined where they do not say. */
export function findPasskeyType(listed: readonly Descriptor[]): PasskeyType | undefined {
  const transports = listed.flatMap((descriptor) => descriptor.transports)
  if (transports.includes('internal') || transports.includes('hybrid')) return 'device'
  return transports.length > 0 ? 'securityKey' : undefined
}

/** Lengths in bytes that credential ids of the widespread authenticators have. */
const commonLengths = [16, 20, 20, 32, 32, 64] as const

/** Transports that such authenticators state: of a phone or computer, of a synced passkey, of a security key. */
const commonTransports = [['hybrid', 'internal'], ['hybrid', 'internal'], ['internal'], ['nfc', 'usb']] as const
const longest = 64

/** Somebody who does not exist, as they would look at the beginning of a sign-in. */
export type Decoy = { userId: string; descriptors: Descriptor[] }

/**
 * A user id and credential ids for somebody who has none: derived from the name with the installation's key, so that
 * asking again, on another node, or after a restart gives the same answer, as it would for a real user (WebAuthn §14.6.2).
 */
export function createDecoy({ keyed }: Pick<Core, 'keyed'>, appId: string, addressKey: string): Decoy {
  const bytes = stretch(keyed('decoy', JSON.stringify([appId, addressKey])), 16 + 3 + 2 * longest)
  const [manyness, ...lengths] = bytes.subarray(16, 19)
  // Mostly one passkey, sometimes two: about what real accounts hold.
  const count = manyness! < 200 ? 1 : 2
  return {
    userId: asUuid(bytes),
    descriptors: Array.from({ length: count }, (_, index) => {
      const start = 19 + index * longest
      const length = commonLengths[lengths[index]! % commonLengths.length]!
      const id = bytes.subarray(start, start + length).toString('base64url')
      const transports = [...commonTransports[(lengths[index]! >> 4) % commonTransports.length]!]
      return { type: 'public-key', id, transports }
    }),
  }
}

/** As many bytes as wanted from a secret seed (SHAKE256, FIPS 202): one call instead of an HMAC for each part. */
const stretch = (seed: Buffer, outputLength: number) => createHash('shake256', { outputLength }).update(seed).digest()
