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
