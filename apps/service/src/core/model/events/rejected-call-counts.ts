/** Kinds of rejected calls, as they are counted. */
export const refusalKinds = [
  'signIns',
  'registrations',
  'transactions',
  'codes',
  'mfa',
  'credentials',
  'limited',
  'others',
] as const

export type RefusalKind = (typeof refusalKinds)[number]

/** Counts each application's rejected calls in the memory of this process, since they were last taken. */
export type RefusalCounts = {
  count(appId: string, kind: RefusalKind): void
  /** Returns the counts and starts again at zero. */
  take(): ReadonlyMap<string, Readonly<Partial<Record<RefusalKind, number>>>>
}
