import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Interval } from '@thumbturn/contract/vocabulary/analytics.ts'

type Formats = { tick: Intl.DateTimeFormatOptions; title: Intl.DateTimeFormatOptions }

const formats: Readonly<Record<Interval, Formats>> = {
  hour: {
    tick: { hour: '2-digit', minute: '2-digit' },
    title: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  },
  day: {
    tick: { day: 'numeric', month: 'short' },
    title: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  },
  week: { tick: { day: 'numeric', month: 'short' }, title: { day: 'numeric', month: 'short', year: 'numeric' } },
  month: { tick: { month: 'short', year: '2-digit' }, title: { month: 'long', year: 'numeric' } },
}

/** How to name intervals of a time zone: briefly below an axis, and in full. */
export function nameIntervals(interval: Interval, timeZone: string) {
  const { tick, title } = formats[interval]
  const [brief, full] = [tick, title].map((options) => new Intl.DateTimeFormat(i18n.locale, { ...options, timeZone }))
  return {
    tick: (start: string) => brief!.format(new Date(start)),
    title: (start: string) => {
      const day = full!.format(new Date(start))
      return interval === 'week' ? i18n._(msg`Week from ${{ day }}`) : day
    },
  }
}

/** A period in words: "3 Nov 2026 – 2 Dec 2026". Its days are the same in every time zone. */
export function namePeriod({ from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return from === to ? format.format(new Date(from)) : format.formatRange(new Date(from), new Date(to))
}
