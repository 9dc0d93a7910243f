import type { Application } from '../model/applications/application.ts'
import type { Code } from '../model/codes/code.ts'
import type { Passkey } from '../model/passkeys/passkey.ts'
import type { User } from '../model/users/user.ts'

/** Somebody who has just proved, with a passkey, who they are. */
export type SignIn = { application: Application; user: User; passkey: Passkey; deviceId: string }

/** Somebody who has just proved, with a one-time code, who they are; the rest ends what that earns. */
export type CodeSignIn = { application: Application; user: User } & Pick<Code, 'method' | 'shownBy' | 'until'>
