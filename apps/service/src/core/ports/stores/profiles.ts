import type { Contact } from '../../model/contacts/contact.ts'
import type { HeldGroup } from '../../model/groups/group.ts'
import type { Profile } from '../../model/users/profile.ts'
import type { User } from '../../model/users/user.ts'

/** A user with everything that claims are made of: `contacts` are the verified ones. */
export type DescribedUser = { user: User; profile: Profile | undefined; groups: HeldGroup[]; contacts: Contact[] }

/** Reads what is known about users besides how they sign in. */
export interface ProfileStore {
  /** Two statements, which share a round trip; undefined if there is no such user. */
  find(user: { appId: string; userId: string }): Promise<DescribedUser | undefined>
}
