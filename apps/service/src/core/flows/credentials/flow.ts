import type { AccessCodeType, AccessPurpose } from '../../model/access-codes/access-code.ts'
import type { CeremonyFlow, Flow } from '../../ports/sessions.ts'

/**
 * A user who creates an access code with a passkey. It has its own purpose so that the challenge of a sign-in can't
 * create a code.
 */
export type CodeFlow = CeremonyFlow & {
  purpose: 'code'
  userId: string
  epoch: string
  code: { type: AccessCodeType; purpose: AccessPurpose }
  /** The passkeys that can be used (see model/passkeys/listed.ts); any, if absent. */
  listed?: string | undefined
}

/**
 * A sign-in with a user's own key. It looks the same for an unknown username: the owner of the key is looked up only at
 * the end.
 */
export type PublicKeyFlow = Flow & {
  purpose: 'publickey'
  usernameKey: string
  epoch: string
  /** The key that the client claims to hold (P-256, PEM). */
  publicKey: string
  serverNonce: string
}
