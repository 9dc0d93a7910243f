/** The cost of pages for a visitor with an empty cache, and their response times for the visitor's actions. */
export type Pages = {
  pages: PageCost[]
  /** Medians in milliseconds, as scripts in Chromium see them. */
  interactions: { name: string; ms: number }[]
  /** Lighthouse's scores out of 100 (phone, simulated throttling), medians, if they were asked for. */
  lighthouse?: { path: string; scores: Record<string, number> }[]
}

/** Bytes as they are transferred, so compressed and with headers; `kinds` has those of each type of resource. */
export type PageCost = { name: string; path: string; requests: number; bytes: number; kinds: Record<string, number> }
