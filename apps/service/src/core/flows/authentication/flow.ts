import type { CeremonyFlow } from '../../ports/sessions.ts'
import type { SignInMode } from '../../use-cases/passkeys/verify.ts'

/** A sign-in between its two calls. Without a `userId`, any discoverable passkey can sign in. */
export type AuthenticationFlow = CeremonyFlow & {
  purpose: 'authentication'
  userId: string | undefined
  epoch: string
  /** How a page asks for any passkey, if not by a dialog that always opens, as the client reported it. */
  mode?: SignInMode | undefined
  /** The passkeys that can be used (see model/passkeys/listed.ts); any, if absent. */
  listed?: string | undefined
}
