import type { Contact } from '../contacts/contact.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { User } from './user.ts'

/** A user with the passkeys and contacts that belong to them. */
export type Account = { user: User; passkeys: Passkey[]; contacts: Contact[] }

/** A user and their contacts. */
export type ContactAccount = { user: User; contacts: readonly Contact[] }
