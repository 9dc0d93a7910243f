import type { Application } from '../../model/applications/application.ts'
import type { UsedPasskey } from '../../model/passkeys/passkey.ts'
import type { SignedInUser } from '../../model/users/user.ts'
import type { MfaFlow } from './flow.ts'
import type { MfaKind } from './next.ts'
import type { MfaNext } from './offer.ts'
import type { SessionTokens } from './session-tokens.ts'

/**
 * The tokens that a completed flow returns: its statement as base64 of JSON, the signed statement, and the tokens of
 * the sign-in.
 */
export type MfaTokens = SessionTokens & { payload: string; payloadSignature: string }

/** A flow whose policy is satisfied, with every verified factor. */
export type MfaCompletion = {
  outcome: 'completed'
  kind: MfaKind
  application: Application
  flow: MfaFlow
  user: SignedInUser
  /** The passkey that was part of it, if any. */
  passkey: UsedPasskey | undefined
  deviceId: string
  tokens: MfaTokens
}

/** The result of every step; `next.ts` decides which. */
export type MfaOutcome = MfaNext | MfaCompletion
