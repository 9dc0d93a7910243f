import type { Interval, SeriesMetric } from '@thumbturn/contract/vocabulary/analytics.ts'
import type { PeriodName } from './view.ts'

export const periodTexts: Readonly<Record<PeriodName, string>> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  custom: 'Custom',
}

export const intervalTexts: Readonly<Record<Interval, string>> = {
  hour: 'By hour',
  day: 'By day',
  week: 'By week',
  month: 'By month',
}

export const metricTexts: Readonly<Record<SeriesMetric, string>> = {
  registrations: 'Registrations',
  authentications: 'Authentications',
  transactions: 'Transactions',
  mfaFlows: 'MFA flows',
  codes: 'One-time codes',
  signIns: 'Sign-ins by method',
  users: 'Users',
  events: 'All events',
  rejectedCalls: 'Rejected calls',
}

const names: Readonly<Record<string, string>> = {
  success: 'Completed',
  failure: 'Rejected',
  passkey: 'Passkey',
  'otp:email': 'Code by email',
  'otp:sms': 'Code by SMS',
  otp: 'Code from another device',
  access_code: 'Access code',
  external: 'Your own sign-in',
  unknown: 'Not reported',
  other: 'Other',
  registered: 'Signed up',
  created: 'Created by a backend',
  imported: 'Imported',
  deleted: 'Deleted',
  authentication: 'Authentication',
  registration: 'Registration',
  transaction: 'Transaction',
  mfa: 'MFA flow',
  code: 'One-time code',
}

/** The name of a count, in words; its name if there are none. */
export const nameSeries = (name: string): string => names[name] ?? name

const clientTypes: Readonly<Record<string, string>> = {
  browser: 'Browser',
  android: 'Android app',
  ios: 'iOS app',
  app: 'App',
}

/** The type of a client in words. */
export const nameClientType = (type: string): string => clientTypes[type] ?? nameSeries(type)
