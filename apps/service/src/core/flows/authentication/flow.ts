import type { CeremonyFlow } from '../../ports/sessions.ts'

/** A sign-in between its two calls. Without a `userId`, any discoverable passkey can sign in. */
export type AuthenticationFlow = CeremonyFlow & {
  purpose: 'authentication'
  userId: string | undefined
  epoch: string
  /** The page offers it in autofill, as the client reported it. */
  autofill?: boolean | undefined
  /** The passkeys that can be used (see model/passkeys/listed.ts); any, if absent. */
  listed?: string | undefined
}
