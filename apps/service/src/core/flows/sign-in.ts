import type { Application } from '../model/applications/application.ts'
import type { Code } from '../model/codes/code.ts'
import type { UsedPasskey } from '../model/passkeys/passkey.ts'
import type { SignedInUser, User } from '../model/users/user.ts'
import type { PreparedToken } from '../ports/tokens.ts'

/** A user who signed in with a passkey, and the token that the sign-in earns. */
export type SignIn = {
  application: Application
  user: SignedInUser
  passkey: UsedPasskey
  deviceId: string
  prepared: PreparedToken
}

/** A user who signed in with a one-time code; the fields of the code limit what the sign-in earns. */
export type CodeSignIn = { application: Application; user: User; prepared: PreparedToken } & Pick<
  Code,
  'method' | 'shownBy' | 'until'
>
