import type { Core } from '../../core.ts'
import type { StoredCredential } from '../../ports/ceremonies.ts'

// A point of P-256 whose x is the SHA-256 of `nobody's passkey 4`, so its private key is unknown to everyone.
const decoyKey = Buffer.from(
  '3059301306072a8648ce3d020106082a8648ce3d03010703420004c7782fe13178aec721bea326027efb7dcd25567f4fae123ac75405a8865a77eb9913646c29ee56ec56c6d3909263461eb510b61f6c2b36d85443d9b8ce7efbca',
  'hex',
)

/**
 * The credential that an assertion is verified against if the passkey is unknown: the same work, failing at the same
 * steps. Its owner and backup eligibility follow from the ID, so repeated attempts look the same.
 */
export function createDecoyCredential({ keyed }: Core, credentialId: string): StoredCredential {
  const bytes = keyed('stand-in', credentialId)
  return {
    id: credentialId,
    publicKeySpki: decoyKey,
    algorithm: -7,
    signCount: 0,
    // Three in four: about as many as among real passkeys.
    backupEligible: bytes[0]! < 192,
    userHandle: bytes.toString('base64url'),
  }
}
