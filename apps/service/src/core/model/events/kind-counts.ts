export type CountsByKind<Kind extends string> = Readonly<Partial<Record<Kind, number>>>

/** Counts by application and kind in the memory of this process, since they were last taken. */
export type KindCounts<Kind extends string> = {
  /** Adds `more`, by default one. */
  count(appId: string, kind: Kind, more?: number): void
  /** Returns the counts and starts again at zero. */
  take(): ReadonlyMap<string, CountsByKind<Kind>>
}

export function createKindCounts<Kind extends string>(): KindCounts<Kind> {
  let counts = new Map<string, Partial<Record<Kind, number>>>()
  return {
    count(appId, kind, more = 1) {
      const counted: Partial<Record<Kind, number>> = counts.get(appId) ?? {}
      counted[kind] = (counted[kind] ?? 0) + more
      counts.set(appId, counted)
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}
