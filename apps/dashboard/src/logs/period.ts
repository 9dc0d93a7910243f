import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Filters } from '../common/events/filters.ts'
import { inLanguage } from '../ui/in-language.ts'

/** When events happened, as times of ISO 8601. */
export type Period = Pick<Filters, 'since' | 'until'>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Periods that end now. */
export const recentPeriods: readonly { label: MessageDescriptor; length: number }[] = [
  { label: msg`Last 15 minutes`, length: 15 * minute },
  { label: msg`Last hour`, length: hour },
  { label: msg`Last 24 hours`, length: day },
  { label: msg`Last 7 days`, length: 7 * day },
  { label: msg`Last 30 days`, length: 30 * day },
]

const short = inLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
)
const format = (at: string) => (Number.isNaN(Date.parse(at)) ? at : short().format(new Date(at)))

/** A period in a few words, in the time zone of the browser. */
export function describePeriod({ since, until }: Period): string {
  if (since !== undefined && until !== undefined) return `${format(since)} – ${format(until)}`
  if (since !== undefined) return i18n._(msg`Since ${{ time: format(since) }}`)
  return until === undefined ? i18n._(msg`All time`) : i18n._(msg`Before ${{ time: format(until) }}`)
}

/** A time as an input of the type `datetime-local` takes it. */
export function toLocalTime(at: string | undefined): string {
  const time = at === undefined ? Number.NaN : Date.parse(at)
  if (Number.isNaN(time)) return ''
  const local = new Date(time - new Date(time).getTimezoneOffset() * minute)
  return local.toISOString().slice(0, 16)
}

/** The time that an input of the type `datetime-local` has; undefined if it is empty. */
export const fromLocalTime = (text: string): string | undefined =>
  text === '' ? undefined : new Date(text).toISOString()
