import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import type { CallInput } from '../../api/call.ts'

/** The filters of events in the admin API. The address of the page has exactly these parameters. */
export type Filters = Omit<NonNullable<CallInput<'eventsList'>['query']>, 'limit' | 'before'>

/** The filters that say what happened, to what, and where from; not when. */
export type FilterName = Exclude<keyof Filters, 'since' | 'until'>

type FilterText = { label: string; placeholder: string; hint: string }

/** Each filter as the page shows it, in the order of the filter bar. */
export const filterTexts: Readonly<Record<FilterName, FilterText>> = {
  type: describe(msg`Type`, msg`A type, or all types that begin alike.`, msg`Search types`),
  severity: describe(msg`Severity`, msg`Events of this severity or higher.`),
  user: describe(msg`User`, msg`Events of one user.`, msg`Username or user ID`),
  reason: describe(msg`Reason`, msg`The beginning of the reason.`, 'unknown passkey'),
  address: describe(msg`Address`, msg`Calls from this IP address, or from its keyed hash.`, '203.0.113.9'),
  detail: describe(msg`Detail`, msg`A fact about the event. Without a value: events that lack it.`, 'Windows'),
  device: describe(msg`Device`, msg`Events of one device.`, msg`Device ID`),
  passkey: describe(msg`Passkey`, msg`Events of one passkey.`, msg`Passkey ID`),
  traceId: describe(msg`Trace ID`, msg`Events of one call, also found in your logs.`, '4bf92f35…'),
}

/** The texts are read when they are shown, once the language is known. An example of a value is the same in every language. */
function describe(
  label: MessageDescriptor,
  hint: MessageDescriptor,
  placeholder: MessageDescriptor | string = '',
): FilterText {
  return {
    get label() {
      return i18n._(label)
    },
    get hint() {
      return i18n._(hint)
    },
    get placeholder() {
      return typeof placeholder === 'string' ? placeholder : i18n._(placeholder)
    },
  }
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

const severityTexts: Readonly<Record<(typeof severities)[number], MessageDescriptor>> = {
  info: msg`Info and higher`,
  notice: msg`Notice and higher`,
  warning: msg`Warning and higher`,
  critical: msg`Critical only`,
}

/** The choices of the severity filter, with what each includes. */
export const severityChoices = severities.map((value) => ({
  value,
  get label() {
    return i18n._(severityTexts[value])
  },
}))

/** A word with a capital. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
