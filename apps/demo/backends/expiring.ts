/** `share`: how many things one owner can have, so that no owner can push out those of others; without it, things have no owners. */
type Limits<Thing> = { lifeMs: number; most: number; share?: { most: number; ownerOf(thing: Thing): string } }

/** A store with limits on size and age, so that callers can't fill the memory. */
export function createExpiringStore<Thing>({ lifeMs, most, share }: Limits<Thing>) {
  const kept = new Map<string, { thing: Thing; until: number }>()
  const isOver = ({ until }: { until: number }) => until <= Date.now()

  /** Oldest first, because a Map keeps insertion order. */
  function makeRoom(): void {
    for (const [id, entry] of kept) {
      if (!isOver(entry) && kept.size < most) return
      kept.delete(id)
    }
  }

  function makeRoomFor(thing: Thing): void {
    makeRoom()
    if (!share) return
    const owner = share.ownerOf(thing)
    const owned = [...kept].filter(([, entry]) => share.ownerOf(entry.thing) === owner)
    for (const [id] of owned.slice(0, Math.max(0, owned.length + 1 - share.most))) kept.delete(id)
  }

  return {
    keep(id: string, thing: Thing): void {
      makeRoomFor(thing)
      kept.set(id, { thing, until: Date.now() + lifeMs })
    },
    find(id: string): Thing | undefined {
      const entry = kept.get(id)
      return entry && !isOver(entry) ? entry.thing : undefined
    },
    /** True only for the first caller that removes an item. */
    drop: (id: string): boolean => kept.delete(id),
  }
}
