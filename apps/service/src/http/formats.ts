import type { Format } from '@thumbturn/contract'
import { isDay } from '../core/model/analytics/period.ts'
import { isTimeZone } from '../core/model/analytics/time-zone.ts'
import { parseMailbox } from '../core/use-cases/contacts/contact-address.ts'
import { isDateTime } from './timestamp.ts'

/** The checks of texts of each format of the contract, by the functions that read them. */
export const formatChecks: Readonly<Record<Format, (text: string) => boolean>> = {
  date: isDay,
  'date-time': isDateTime,
  email: (text) => parseMailbox(text) !== undefined,
  uri: (text) => URL.canParse(text),
  'time-zone': isTimeZone,
}
