import type { CountedCeremony, SeriesMetric } from '@thumbturn/contract/vocabulary/analytics.ts'
import type { Filters } from '../common/events/filters.ts'

/** The period of a report, as a filter of events. */
export const during = ({ from, to }: { from: string; to: string }): Filters => ({ since: from, until: to })

type Outcomes = readonly [success: string, failure: string]

const outcomes = {
  registrations: ['fido2.passkey.reg.success', 'fido2.passkey.reg.failure'],
  authentications: ['fido2.passkey.auth.success', 'fido2.passkey.auth.failure'],
  transactions: ['fido2.tx.completed', 'fido2.tx.failure'],
  mfaFlows: ['fido2.mfa.success', 'fido2.mfa.failure'],
  codes: ['fido2.otp.verified', 'fido2.otp.failure'],
} as const satisfies Partial<Record<SeriesMetric, Outcomes>>

const userFilters: Readonly<Record<string, Filters>> = {
  registered: { type: outcomes.registrations[0], detail: 'newUser:true' },
  created: { type: 'fido2.user.created' },
  imported: { type: 'fido2.user.imported' },
  deleted: { type: 'fido2.user.deleted' },
}

/** The events that were counted under a name of a series. */
export function filterSeries(metric: SeriesMetric, name: string): Filters | undefined {
  if (metric in outcomes) return { type: outcomes[metric as keyof typeof outcomes][name === 'success' ? 0 : 1] }
  if (metric === 'users') return userFilters[name]
  if (metric === 'signIns') return filterMethod(name)
  if (metric === 'rejectedCalls') return { type: 'fido2.calls.rejected' }
  return name === 'other' ? {} : { type: name }
}

/** The events of sign-ins by a method. */
export function filterMethod(method: string): Filters {
  if (method === 'passkey') return { type: outcomes.authentications[0] }
  if (method === 'access_code') return { type: 'fido2.access_code.used' }
  const [kind, by] = method.split(':')
  if (kind === 'otp') return { type: outcomes.codes[0], ...(by && { detail: `method:${by}` }) }
  return { type: outcomes.mfaFlows[0] }
}

/** The ceremonies with this fact of their detail; those without it for `unknown`. The rest has no filter. */
export function filterFact(of: CountedCeremony, fact: string, value: string): Filters | undefined {
  if (value === 'other') return undefined
  return { type: outcomes[of][0], detail: `${fact}:${value === 'unknown' ? '' : value}` }
}

const rejectedTypes: Readonly<Record<string, string>> = {
  registration: outcomes.registrations[1],
  authentication: outcomes.authentications[1],
  transaction: outcomes.transactions[1],
  mfa: outcomes.mfaFlows[1],
  code: outcomes.codes[1],
}

/** The rejected ceremonies with a reason. */
export function filterError(ceremony: string, reason: string): Filters | undefined {
  const type = rejectedTypes[ceremony]
  if (type === undefined || ceremony === 'other') return undefined
  return { type, ...(reason !== 'unknown' && { reason }) }
}
