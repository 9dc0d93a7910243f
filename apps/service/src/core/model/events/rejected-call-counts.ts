/** Kinds of rejected calls, as they are counted. */
export const rejectedCallKinds = [
  'signIns',
  'registrations',
  'transactions',
  'codes',
  'mfa',
  'credentials',
  'limited',
  'others',
] as const

export type RejectedCallKind = (typeof rejectedCallKinds)[number]

/** Counts each application's rejected calls in the memory of this process, since they were last taken. */
export type RejectedCallCounts = {
  count(appId: string, kind: RejectedCallKind): void
  /** Returns the counts and starts again at zero. */
  take(): ReadonlyMap<string, Readonly<Partial<Record<RejectedCallKind, number>>>>
}
