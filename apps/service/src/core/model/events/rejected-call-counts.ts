/** What calls are refused for, as it is counted. */
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

/** How often each application's calls were refused since the last time that it was taken, in the memory of this process. */
export type RefusalCounts = {
  count(appId: string, kind: RefusalKind): void
  /** What was counted, which begins again at nothing. */
  take(): ReadonlyMap<string, Readonly<Partial<Record<RefusalKind, number>>>>
}
