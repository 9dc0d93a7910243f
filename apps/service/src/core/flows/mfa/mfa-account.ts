import type { Contact } from '../../model/contacts/contact.ts'
import type { Decoy } from '../../model/passkeys/decoys.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'

/** What is known of the person whom a flow is about: nothing but decoys where nobody has the name. */
export type MfaAccount = {
  user: User | undefined
  passkeys: readonly Passkey[]
  contacts: readonly Contact[]
  decoy: Decoy
}
