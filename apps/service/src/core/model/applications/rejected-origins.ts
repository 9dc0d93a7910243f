/** An origin that an application doesn't allow, and when a page there last called; milliseconds since 1970. */
export type RejectedOrigin = { origin: string; lastAt: number }

/** Remembers in the memory of this process from which origins pages called that their application doesn't allow. */
export type RejectedOrigins = {
  note(appId: string, rejected: RejectedOrigin): void
  /** The last one first; at most 20 of an application, and only from `since` on. */
  list(appId: string, since: number): readonly RejectedOrigin[]
}

/** Anyone can send any origin, so the newest ones of an application replace its older ones. */
const mostOrigins = 20

export function createRejectedOrigins(): RejectedOrigins {
  const all = new Map<string, Map<string, RejectedOrigin>>()
  return {
    note(appId, rejected) {
      const known = all.get(appId) ?? new Map<string, RejectedOrigin>()
      all.set(appId, known)
      // Set again, so that the order of the map is that of the calls.
      known.delete(rejected.origin)
      known.set(rejected.origin, rejected)
      const [oldest] = known.keys()
      if (known.size > mostOrigins && oldest !== undefined) known.delete(oldest)
    },
    list: (appId, since) => [...(all.get(appId)?.values() ?? [])].filter(({ lastAt }) => lastAt >= since).reverse(),
  }
}
