import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import type { CallInput } from '../../api/call.ts'

/** The filters of events in the admin API. The address of the page has exactly these parameters. */
export type Filters = Omit<NonNullable<CallInput<'eventsList'>['query']>, 'limit' | 'before'>

/** The filters that say what happened, to what, and where from; not when. */
export type FilterName = Exclude<keyof Filters, 'since' | 'until'>

type FilterText = { label: string; placeholder: string; hint: string }

/** Each filter as the page shows it, in the order of the filter bar. */
export const filterTexts: Readonly<Record<FilterName, FilterText>> = {
  type: { label: 'Type', placeholder: 'Search types', hint: 'A type, or all types that begin alike.' },
  severity: { label: 'Severity', placeholder: '', hint: 'Events of this severity or higher.' },
  user: { label: 'User', placeholder: 'Username or user ID', hint: 'Events of one user.' },
  reason: { label: 'Reason', placeholder: 'unknown passkey', hint: 'The beginning of the reason.' },
  address: {
    label: 'Address',
    placeholder: '203.0.113.9',
    hint: 'Calls from this IP address, or from its keyed hash.',
  },
  detail: {
    label: 'Detail',
    placeholder: 'Windows',
    hint: 'A fact about the event. Without a value: events that lack it.',
  },
  device: { label: 'Device', placeholder: 'Device ID', hint: 'Events of one device.' },
  passkey: { label: 'Passkey', placeholder: 'Passkey ID', hint: 'Events of one passkey.' },
  traceId: { label: 'Trace ID', placeholder: '4bf92f35…', hint: 'Events of one call, also found in your logs.' },
}

/** In the order of the filter bar. */
export const filterNames = Object.keys(filterTexts) as FilterName[]

/** The filters of an address. Unknown parameters are ignored; the service rejects invalid values. */
export function readFilters(parameters: URLSearchParams): Filters {
  const names = [...filterNames, 'since', 'until'] as const
  return Object.fromEntries(names.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])))
}

/** The parameters of an address with these filters, in a stable order. */
export function writeFilters(filters: Filters): URLSearchParams {
  const names = [...filterNames, 'since', 'until'] as const
  return new URLSearchParams(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
}

/** The path of the logs of an application with these filters. */
export function logsPath(applicationId: string, filters: Filters = {}): string {
  const parameters = writeFilters(filters).toString()
  return `/applications/${applicationId}/logs${parameters && `?${parameters}`}`
}

/** The filters without a period, which alone can be saved or followed live. */
export function omitPeriod({ since: _since, until: _until, ...filters }: Filters): Omit<Filters, 'since' | 'until'> {
  return filters
}

/** Whether two sets of filters find the same events. */
export const areSame = (one: Filters, other: Filters): boolean =>
  writeFilters(one).toString() === writeFilters(other).toString()

/** Filters in a line: `type fido2.passkey · severity warning`. */
export const describeFilters = (filters: Filters): string =>
  [...writeFilters(filters)].map(([name, value]) => `${name} ${value}`).join(' · ')

/** The choices of the severity filter, with what each includes. */
export const severityChoices = severities.map((value, index) => ({
  value,
  label: index === severities.length - 1 ? 'Critical only' : `${capitalize(value)} and higher`,
}))

/** A word with a capital. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
