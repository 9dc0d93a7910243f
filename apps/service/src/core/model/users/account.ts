import type { Contact } from '../contacts/contact.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { Profile } from './profile.ts'
import type { User } from './user.ts'

/** A user with the passkeys and contacts that belong to them, the profile if they have one, and the names of their groups. */
export type Account = {
  user: User
  passkeys: Passkey[]
  contacts: Contact[]
  profile: Profile | undefined
  groups: string[]
}

/** A user and their contacts. */
export type ContactAccount = { user: User; contacts: readonly Contact[] }
