import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Interval, SeriesMetric } from '@thumbturn/contract/vocabulary/analytics.ts'
import { describeReason } from '../common/service-texts/describe-reason.ts'
import { formatCount } from '../ui/numbers.ts'
import type { PeriodName } from './view.ts'

export const periodTexts: Readonly<Record<PeriodName, MessageDescriptor>> = {
  today: msg`Today`,
  '7d': msg`Last 7 days`,
  '30d': msg`Last 30 days`,
  '90d': msg`Last 90 days`,
  '12m': msg`Last 12 months`,
  custom: msg`Custom`,
}

export const intervalTexts: Readonly<Record<Interval, MessageDescriptor>> = {
  hour: msg`By hour`,
  day: msg`By day`,
  week: msg`By week`,
  month: msg`By month`,
}

export const metricTexts: Readonly<Record<SeriesMetric, MessageDescriptor>> = {
  registrations: msg`Registrations`,
  authentications: msg`Authentications`,
  transactions: msg`Transactions`,
  mfaFlows: msg`MFA flows`,
  codes: msg`One-time codes`,
  signIns: msg`Sign-ins by method`,
  users: msg`Users`,
  events: msg`All events`,
  rejectedCalls: msg`Rejected calls`,
}

const names: Readonly<Record<string, MessageDescriptor>> = {
  success: msg`Completed`,
  failure: msg`Rejected`,
  passkey: msg`Passkey`,
  'otp:email': msg`Code by email`,
  'otp:sms': msg`Code by SMS`,
  otp: msg`Code from another device`,
  access_code: msg`Access code`,
  external: msg`Your own sign-in`,
  unknown: msg`Not reported`,
  other: msg`Other`,
  registered: msg`Signed up`,
  created: msg`Created by a backend`,
  imported: msg`Imported`,
  deleted: msg`Deleted`,
  authentication: msg`Authentication`,
  registration: msg`Registration`,
  transaction: msg`Transaction`,
  mfa: msg`MFA flow`,
  code: msg`One-time code`,
}

/** The name of a count, in words; its name if there are none. */
export function nameSeries(name: string): string {
  const text = names[name]
  return text ? i18n._(text) : name
}

/** The reasons in words, each with what the service recorded if its words are those of another one, too. */
export function nameReasons(reasons: readonly string[]): string[] {
  const texts = reasons.map((reason) => (reason === 'unknown' ? nameSeries(reason) : describeReason(reason).text))
  const isShared = (text: string) => texts.indexOf(text) !== texts.lastIndexOf(text)
  return texts.map((text, index) => (isShared(text) && text !== reasons[index] ? `${text} (${reasons[index]})` : text))
}

/** Counts of series, as a list within a sentence: 12 completed, 3 rejected. */
export function listCounts(series: readonly string[], counts: readonly number[]): string {
  const texts = series.map((name, index) => countSeries(name, formatCount(counts[index] ?? 0)))
  return new Intl.ListFormat(i18n.locale, { style: 'narrow' }).format(texts)
}

/** Translations have the name first, so that it stays as it is. */
const countSeries = (name: string, count: string): string =>
  i18n._(msg`${{ count }} ${{ name: i18n.locale === 'en' ? name.toLowerCase() : name }}`)

const clientTypes: Readonly<Record<string, MessageDescriptor>> = {
  browser: msg`Browser`,
  android: msg`Android app`,
  ios: msg`iOS app`,
  app: msg`App`,
}

/** The type of a client in words. */
export function nameClientType(type: string): string {
  const text = clientTypes[type]
  return text ? i18n._(text) : nameSeries(type)
}
