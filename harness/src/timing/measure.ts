import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { type Client, probes, type Question } from '../public-calls.ts'
import { newDevice } from '../situations.ts'
import type { TimedConnection } from './connection.ts'
import { type Comparison, mannWhitney } from './mann-whitney.ts'

/** Microseconds that calls about known and about unknown users took. */
export type Times = { known: number[]; unknown: number[] }

/** The comparison of both, with their medians in microseconds. */
export type TimingComparison = Comparison & { known: number; unknown: number }

/** A median difference above this, in microseconds, reveals users if chance doesn't explain it. */
export const toleratedMicros = 20

/** A difference that is this unlikely isn't chance. */
const clear = 0.001

const userCount = 100

/** Usernames of equal length. */
const createName = (kind: keyof Times, at: number) =>
  `${kind.padEnd(7, '-')}-${String(at).padStart(8, '0')}@example.com`

/** Everything that an unauthenticated caller can ask about a username, by name. */
export const listQuestions = (): [string, Question][] =>
  Object.entries(probes).flatMap(([operation, probe]) =>
    'asks' in probe
      ? Object.entries(probe.asks).map(([what, question]): [string, Question] => [`${operation}: ${what}`, question])
      : [],
  )

/** Signs up the known users through the public API. */
export async function signUpKnownUsers(client: Client, origin: string) {
  for (let at = 0; at < userCount; at++) {
    // As many as among decoys. The decoy or the passkey of a single user can be of either kind, so it reveals nothing.
    const backupEligible = at % 4 !== 0
    const device = newDevice({ origin, transports: ['hybrid', 'internal'], backupEligible })
    const user = { username: createName('known', at) }
    const started = await client({ path: '/reg/init', body: { app: { id: 'demo' }, deviceInfo: {}, user } })
    const { session, registrationRequestOptions } = started.body as {
      session: string
      registrationRequestOptions: never
    }
    const creationResult = device.create(registrationRequestOptions)
    const done = await client({ path: '/reg/complete', body: { session, creationResult } })
    if (done.status !== 200) throw new Error(`reg/complete answered ${done.status}: ${JSON.stringify(done.body)}`)
  }
}

export const createTimes = (): Times => ({ known: [], unknown: [] })

/**
 * Adds the times of calls about known and about unknown users, without their setup. They are mixed, so that other load on the
 * machine affects both. Chance decides the order of all of them: what the service does some milliseconds after a call, such as
 * composing messages, would otherwise delay the other kind more often than its own.
 */
export async function addPairs(
  { client, timedCall }: TimedConnection,
  question: Question,
  { pairs, times }: { pairs: number; times: Times },
): Promise<void> {
  const numbers = Array.from({ length: pairs }, (_, at) => at)
  const calls = (['known', 'unknown'] as const).flatMap((kind) =>
    numbers.map((at) => ({ kind, at, by: Math.random() })),
  )
  for (const { kind, at } of calls.toSorted((a, b) => a.by - b.by)) {
    const call = await question.about(client, createName(kind, at % userCount))
    times[kind].push(await timedCall(call))
  }
}

/** Compares the times of known and unknown users. */
export const compareTimes = ({ known, unknown }: Times): TimingComparison => ({
  ...mannWhitney(known, unknown),
  known: findMedian(known),
  unknown: findMedian(unknown),
})

export const isUnlikelyChance = ({ p }: Comparison) => p < clear

/** Whether the times distinguish known from unknown users. */
export const revealsUsers = (measured: TimingComparison) =>
  isUnlikelyChance(measured) && Math.abs(measured.known - measured.unknown) > toleratedMicros
