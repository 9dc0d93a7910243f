import type { Core } from '../core.ts'

/** A credential as request options list it (PublicKeyCredentialDescriptorJSON). */
export type Descriptor = { type: 'public-key'; id: string; transports: string[] }

export const descriptorOf = (passkey: { credentialId: string; transports: readonly string[] }): Descriptor => ({
  type: 'public-key',
  id: passkey.credentialId,
  transports: [...passkey.transports],
})

/** Lengths in bytes that credential ids of the widespread authenticators have. */
const commonLengths = [16, 20, 20, 32, 32, 64] as const

/**
 * Credential ids for somebody who has none: derived from the name with the installation's key, so that asking again,
 * on another node, or after a restart gives the same answer, as it would for a real user (WebAuthn §14.6.2).
 */
export function decoyDescriptors({ keyed }: Pick<Core, 'keyed'>, appId: string, usernameKey: string): Descriptor[] {
  const seed = keyed('decoy', JSON.stringify([appId, usernameKey]))
  // Mostly one passkey, sometimes two: about what real accounts hold.
  const count = seed[0]! < 200 ? 1 : 2
  return Array.from({ length: count }, (_, index) => {
    const length = commonLengths[seed[index + 1]! % commonLengths.length]!
    const bytes = Buffer.concat(
      [0, 1].map((part) => keyed('decoy-id', JSON.stringify([appId, usernameKey, index, part]))),
    )
    return {
      type: 'public-key',
      id: bytes.subarray(0, length).toString('base64url'),
      transports: ['hybrid', 'internal'],
    }
  })
}
