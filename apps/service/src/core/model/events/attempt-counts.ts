import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'

/** Counts attempts by application in the memory of this process, since they were last taken. */
export type AttemptCounts = {
  count(appId: string, kind: AttemptKind): void
  /** Returns the counts and starts again at zero. */
  take(): ReadonlyMap<string, Readonly<Partial<Record<AttemptKind, number>>>>
}
