import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import type { SeededRandom } from './random.ts'

const hourMs = 3_600_000
const hoursPerCount = 6

/** The ends of a registration besides being completed: how many for each completed one. */
const dropOffs = {
  creationsExisting: 0.06,
  creationsUnsupported: 0.03,
  creationsAborted: 0.14,
  creationsFailed: 0.03,
} as const satisfies Partial<Record<AttemptKind, number>>

/** Nothing more is heard of some users who started. */
const unfinished = { registrations: 0.11, signIns: 0.07 }
const automatic = 0.24

/** The attempts that clients started and reported around the day's completed ceremonies, as the service counts them. */
export function createAttempts(
  random: SeededRandom,
  events: readonly EventRecord[],
): Omit<EventRecord, 'id' | 'appId'>[] {
  const counted = new Map<number, Partial<Record<AttemptKind, number>>>()
  for (const event of events) {
    const end = (Math.floor(event.at / hourMs / hoursPerCount) + 1) * hoursPerCount * hourMs - 1
    const counts = counted.get(end) ?? {}
    counted.set(end, counts)
    for (const kind of listAttempts(random, event)) counts[kind] = (counts[kind] ?? 0) + 1
  }
  const filled = [...counted].filter(([, detail]) => Object.keys(detail).length > 0)
  return filled.map(([at, detail]) => ({ at, type: 'fido2.attempts.counted', detail }))
}

function listAttempts(random: SeededRandom, { type, detail }: EventRecord): AttemptKind[] {
  if (type === 'fido2.passkey.reg.success') return listCreations(random)
  if (type !== 'fido2.passkey.auth.success') return []
  const start = findStart(detail)
  const lost = random.next() < unfinished.signIns
  return [
    start,
    ...(lost ? ([start] as const) : []),
    ...(random.next() < 0.02 ? ([start, 'signInsFailed'] as const) : []),
  ]
}

function findStart(detail: EventRecord['detail']): AttemptKind {
  if (detail?.named) return 'signInsNamed'
  if (detail?.immediate) return 'signInsImmediate'
  return detail?.autofill ? 'signInsAutofill' : 'signInsUsernameless'
}

function listCreations(random: SeededRandom): AttemptKind[] {
  const reports = Object.entries(dropOffs).filter(([, share]) => random.next() < share)
  const lost = random.next() < unfinished.registrations ? 1 : 0
  // Devices are asked for support before a registration starts automatically.
  const others = reports.map(([report]): AttemptKind[] => ['creationsOffered', report as AttemptKind])
  const own = random.next() < automatic ? 'creationsAutomatic' : 'creationsOffered'
  return [own, ...others.flat(), ...Array<AttemptKind>(lost).fill('creationsOffered')]
}
