/** A store with limits on size and age, so that callers can't fill the memory. */
export function createExpiringStore<Thing>({ lifeMs, most }: { lifeMs: number; most: number }) {
  const kept = new Map<string, { thing: Thing; until: number }>()
  const isOver = ({ until }: { until: number }) => until <= Date.now()

  /** Oldest first, because a Map keeps insertion order. */
  function makeRoom(): void {
    for (const [id, entry] of kept) {
      if (!isOver(entry) && kept.size < most) return
      kept.delete(id)
    }
  }

  return {
    keep(id: string, thing: Thing): void {
      makeRoom()
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
