/** Things that are kept for a while, so that strangers cannot fill the memory: at most so many, each at most so long. */
export function expiring<Thing>({ lifeMs, most }: { lifeMs: number; most: number }) {
  const kept = new Map<string, { thing: Thing; until: number }>()
  const isOver = ({ until }: { until: number }) => until <= Date.now()

  /** Oldest first, as a Map keeps its order. */
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
    /** True for the first of two that want it gone. */
    drop: (id: string): boolean => kept.delete(id),
  }
}
