import type { Contact } from '../../model/contacts/contact.ts'
import type { Store } from '../../ports/store.ts'
import type { Conflict, Write } from '../../writes.ts'

/** The writes that are committed with a contact: what it depends on, such as a new user, and what follows from it. */
type Around = { before?: readonly Write[]; after: readonly Write[] }

/**
 * Commits a user's contact with what belongs to it. If another user verifies the address at the same time, it is taken
 * from them.
 */
export async function commitContact(
  store: Pick<Store, 'commit'>,
  contact: Contact,
  { before = [], after }: Around,
): Promise<Conflict | undefined> {
  for (;;) {
    const conflict = await store.commit([...before, { setContact: contact }, ...after])
    if (conflict !== 'address_taken') return conflict
  }
}
