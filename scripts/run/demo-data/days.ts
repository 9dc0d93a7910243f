import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import { createAttempts } from './attempts.ts'
import { createSeeded, type SeededRandom } from './random.ts'
import type { DemoUser } from './users.ts'

/** The events of one day: who signs up, who uses a passkey last when, and all events in order. */
export type DemoDay = {
  signUps: { user: DemoUser; at: number }[]
  uses: { user: DemoUser; at: number }[]
  events: EventRecord[]
}

export type DayRequest = {
  appId: string
  seed: number
  users: readonly DemoUser[]
  firstDay: number
  day: number
  activity: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** How much happens in each hour of a day. */
const hours = [2, 1, 1, 1, 1, 2, 4, 8, 11, 12, 11, 10, 11, 10, 9, 9, 10, 11, 12, 13, 12, 9, 6, 4].map(
  (weight, hour) => [weight, hour] as const,
)
const failures = [
  [5, 'the session has expired'],
  [4, 'unknown passkey'],
  [2, 'the user is deactivated'],
  [1, 'challenge: the challenge is not the issued one'],
] as const

/** The same day again for the same request. */
export function createDay({ appId, seed, users, firstDay, day, activity }: DayRequest): DemoDay {
  const random = createSeeded(seed, `day ${day}`)
  const start = firstDay + day * dayMs
  const created: DemoDay = { signUps: [], uses: [], events: [] }
  const add = (facts: Omit<EventRecord, 'id' | 'appId'>) => created.events.push({ id: '', appId, ...facts })
  const weekday = new Date(start).getUTCDay()
  const factor = activity * (weekday === 0 || weekday === 6 ? 0.55 : 1)
  for (const user of users) {
    if (user.since > day) break
    if (user.since === day) {
      const at = chooseTime(random, start)
      created.signUps.push({ user, at })
      add({
        ...describe(random, user, at),
        type: 'fido2.passkey.reg.success',
        detail: { ...describeDevice(random, user), newUser: true },
      })
      continue
    }
    const count = countSignIns(random, user.habit * factor)
    for (let signIn = 0; signIn < count; signIn++) addSignIn(random, { user, start, add })
    if (count > 0) created.uses.push({ user, at: start + dayMs - 1 })
  }
  for (const attempts of createAttempts(random, created.events)) add(attempts)
  return finishDay(random, created)
}

const countSignIns = (random: SeededRandom, expected: number) =>
  Math.floor(expected) + (random.next() < expected % 1 ? 1 : 0)

type Adding = { user: DemoUser; start: number; add: (facts: Omit<EventRecord, 'id' | 'appId'>) => void }

function addSignIn(random: SeededRandom, { user, start, add }: Adding) {
  const at = chooseTime(random, start)
  const about = describe(random, user, at)
  const { userId, address, traceId, duration } = about
  if (random.next() < 0.03)
    add({ at, userId, address, traceId, duration, type: 'fido2.passkey.auth.failure', reason: random.choose(failures) })
  if (random.next() < 0.04)
    return add({
      at,
      userId,
      address,
      traceId,
      duration,
      type: 'fido2.otp.verified',
      detail: { method: 'email', purpose: 'sign-in' },
    })
  const detail = { userVerified: true, purpose: 'signIn', ...choosePath(random), ...describeDevice(random, user) }
  add({ ...about, type: 'fido2.passkey.auth.success', detail })
  if (random.next() < 0.08)
    add({ ...about, at: at + 45_000, type: 'fido2.tx.completed', detail: { txId: random.uuid() } })
}

/** How the sign-in started, in the words of its event. */
function choosePath(random: SeededRandom): Record<string, boolean> {
  if (random.next() < 0.35) return { named: true }
  const other = random.next()
  return { named: false, ...(other < 0.08 ? { immediate: true } : { autofill: other < 0.72 }) }
}

const chooseTime = (random: SeededRandom, start: number) =>
  start + random.choose(hours) * hourMs + random.below(hourMs - 60_000)

const describe = (random: SeededRandom, user: DemoUser, at: number) => ({
  at,
  userId: user.id,
  passkeyId: user.passkeyId,
  deviceId: user.deviceId,
  // Addresses for documentation (RFC 5737).
  address: `203.0.113.${1 + random.below(254)}`,
  traceId: random.uuid().replaceAll('-', ''),
  duration: 900 + random.below(4_000),
})

const describeDevice = (random: SeededRandom, { aaguid, device }: DemoUser) => ({
  aaguid,
  os: device.osName,
  client: device.clientName,
  clientType: device.clientType,
  // Most take a few seconds, some much longer.
  took: Math.round(1_200 + 2_600 * -Math.log(1 - random.next())),
})

/** Events get IDs in the order of their times. */
function finishDay(random: SeededRandom, day: DemoDay): DemoDay {
  const tail = () => random.uuid().slice(19)
  const events = day.events
    .sort((a, b) => a.at - b.at)
    .map((event) => ({ ...event, id: `${firstIdAt(event.at).slice(0, 19)}${tail()}` }))
  return { ...day, events }
}
