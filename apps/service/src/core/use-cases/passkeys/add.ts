import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { Store } from '../../ports/store.ts'
import type { Conflict, Write } from '../../writes.ts'

type Addition = { passkey: Pick<Passkey, 'appId' | 'userId'>; isNewUser: boolean; most: number }

/**
 * Commits the facts of a registration, with the passkey in the lowest free slot. If another registration took that slot
 * at the same time, the next free one is tried. `too_many`: the user has `most` passkeys already.
 */
export async function commitPasskey(
  store: Pick<Store, 'passkeys' | 'commit'>,
  { passkey: { appId, userId }, isNewUser, most }: Addition,
  listWrites: (slot: number) => Write[],
): Promise<Conflict | 'too_many' | undefined> {
  for (;;) {
    // A new user's passkey is written at once: nothing is read for it.
    const slot = isNewUser ? 1 : await store.passkeys.findFreeSlot(appId, userId, most)
    if (slot === undefined) return 'too_many'
    const conflict = await store.commit(listWrites(slot))
    if (conflict !== 'slot_taken') return conflict
  }
}
