import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { durationUnits, formatDuration, nameDuration } from '../common/fields/durations.ts'

/** The units of numbers; `seconds` are edited as minutes, hours, or days where that is shorter. */
export type Unit = 'seconds' | 'days' | keyof typeof counts

/** A number with each unit. */
const counts = {
  passkeys: (count: number) => msg`${plural({ count }, { one: '# passkey', other: '# passkeys' })}`,
  digits: (count: number) => msg`${plural({ count }, { one: '# digit', other: '# digits' })}`,
  characters: (count: number) => msg`${plural({ count }, { one: '# character', other: '# characters' })}`,
  attempts: (count: number) => msg`${plural({ count }, { one: '# attempt', other: '# attempts' })}`,
  failures: (count: number) => msg`${plural({ count }, { one: '# failure', other: '# failures' })}`,
  emailsPerHour: (count: number) => msg`${plural({ count }, { one: '# email per hour', other: '# emails per hour' })}`,
  messagesPerHour: (count: number) =>
    msg`${plural({ count }, { one: '# message per hour', other: '# messages per hour' })}`,
  eventsPerMinute: (count: number) =>
    msg`${plural({ count }, { one: '# event per minute', other: '# events per minute' })}`,
  pixels: (count: number) => msg`${plural({ count }, { one: '# pixel', other: '# pixels' })}`,
}

/** Each unit after a number that is shown elsewhere. */
const names: Readonly<Record<keyof typeof counts, (count: number) => MessageDescriptor>> = {
  passkeys: (count) => msg`${plural({ count }, { one: 'passkey', other: 'passkeys' })}`,
  digits: (count) => msg`${plural({ count }, { one: 'digit', other: 'digits' })}`,
  characters: (count) => msg`${plural({ count }, { one: 'character', other: 'characters' })}`,
  attempts: (count) => msg`${plural({ count }, { one: 'attempt', other: 'attempts' })}`,
  failures: (count) => msg`${plural({ count }, { one: 'failure', other: 'failures' })}`,
  emailsPerHour: (count) => msg`${plural({ count }, { one: 'email per hour', other: 'emails per hour' })}`,
  messagesPerHour: (count) => msg`${plural({ count }, { one: 'message per hour', other: 'messages per hour' })}`,
  eventsPerMinute: (count) => msg`${plural({ count }, { one: 'event per minute', other: 'events per minute' })}`,
  pixels: (count) => msg`${plural({ count }, { one: 'pixel', other: 'pixels' })}`,
}

const [days] = durationUnits

/** A number with its unit. */
export function countUnits(count: number, unit: Unit): string {
  if (unit === 'seconds') return formatDuration(count)
  return unit === 'days' ? formatDuration(count * days.seconds) : i18n._(counts[unit](count))
}

/** The unit after a number. */
export function nameUnit(count: number, unit: Unit): string {
  if (unit === 'seconds') return nameDuration(count, durationUnits[3])
  return unit === 'days' ? nameDuration(count, days) : i18n._(names[unit](count))
}
