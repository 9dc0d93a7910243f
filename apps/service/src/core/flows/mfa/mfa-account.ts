import type { Contact } from '../../model/contacts/contact.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import type { Decoy } from '../../use-cases/passkeys/decoys.ts'

/** The account that a flow is about; only the decoy if the username is unknown. */
export type MfaAccount = {
  user: User | undefined
  passkeys: readonly Passkey[]
  contacts: readonly Contact[]
  decoy: Decoy
}
