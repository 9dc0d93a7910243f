/** Kinds of rejected calls, with a description of each. */
export const rejectedCallKinds = {
  signIns: 'Sign-ins by passkey',
  registrations: 'Registrations',
  transactions: 'Transactions',
  codes: 'One-time codes',
  mfa: 'Steps of MFA flows',
  credentials: 'API keys, tokens, and sessions; those that name no application are counted for `thumbturn`',
  limited: 'Calls over a rate limit',
  others: 'Other calls',
} as const

export type RejectedCallKind = keyof typeof rejectedCallKinds
