import type { Store } from '../../ports/store.ts'
import type { Conflict, Write } from '../../writes.ts'
import type { Contact } from './contact.ts'

/** Commits a user's contact with what follows from it. Where another user verifies the address meanwhile, it is taken from them. */
export async function commitContact(
  store: Pick<Store, 'commit'>,
  contact: Contact,
  writes: readonly Write[],
): Promise<Conflict | undefined> {
  for (;;) {
    const conflict = await store.commit([{ setContact: contact }, ...writes])
    if (conflict !== 'address_taken') return conflict
  }
}
