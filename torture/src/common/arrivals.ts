import { setTimeout as pause, setImmediate as readResponses } from 'node:timers/promises'
import type { RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import { app, deviceInfo, type newDevice } from '@thumbturn/service-harness/situations.ts'
import { api } from './client.ts'
import type { Content, Crowd } from './crowd.ts'

/** A registered user of the load. */
export type Visitor = { device: ReturnType<typeof newDevice>; credentialId: string }

/** The outcome of the calls of one kind. */
export type Tally = {
  offered: number
  /** How long those took that succeeded, in milliseconds. */
  latencies: number[]
  /** 429 or 503 at the first call. */
  rejected: number
  /** How long some of these took, in milliseconds. */
  rejectionLatencies: number[]
  /** 429 or 503 at the second call of a sign-in. */
  rejectedLate: number
  /** Never sent, as too many others waited for their responses. */
  unsent: number
  /** The events that must not happen, in sentences with how often they happened. */
  failures: Map<string, number>
}

export const createTally = (): Tally => ({
  offered: 0,
  latencies: [],
  rejected: 0,
  rejectionLatencies: [],
  rejectedLate: 0,
  unsent: 0,
  failures: new Map(),
})

export const addFailure = ({ failures }: Tally, failure: string) => {
  failures.set(failure, (failures.get(failure) ?? 0) + 1)
}

/** The events that must not have happened, in sentences. */
export const listFailures = ({ failures }: Tally) =>
  [...failures].map(([failure, times]) => (times === 1 ? failure : `${failure} (${times} times)`))

/** One sign-in without a username: two calls. */
export async function signInOnce(crowd: Crowd, visitor: Visitor, tally: Tally) {
  const begun = performance.now()
  tally.offered++
  const started = await send(crowd, tally, { path: `${api}/auth/init`, body: { app, deviceInfo } })
  if (!started) return
  if (isRejection(started)) return noteRejection(tally, performance.now() - begun)
  const { session, assertionOptions } = JSON.parse(started.body)
  const assertionResult = visitor.device.get(assertionOptions, { pick: visitor.credentialId })
  const completed = await send(crowd, tally, { path: `${api}/auth/complete`, body: { session, assertionResult } })
  if (!completed) return
  if (isRejection(completed)) tally.rejectedLate++
  else tally.latencies.push(performance.now() - begun)
}

/** One of this many times is kept: a surge has a million. */
const rejectionsPerTime = 8

function noteRejection(tally: Tally, ms: number) {
  if (tally.rejected++ % rejectionsPerTime === 0) tally.rejectionLatencies.push(ms)
}

/** One call of another kind. */
export async function callOnce(crowd: Crowd, tally: Tally, call: RequestContent) {
  const begun = performance.now()
  tally.offered++
  const response = await send(crowd, tally, call)
  if (!response) return
  if (isRejection(response)) tally.rejected++
  else tally.latencies.push(performance.now() - begun)
}

export type RequestContent = { method?: string; path: string } & Content

const isRejection = ({ status }: RawResponse) => status === 429 || status === 503

/** Undefined if there was no response, or one that must not be. */
async function send(crowd: Crowd, tally: Tally, { method = 'POST', path, ...content }: RequestContent) {
  const sent = crowd.send(method, path, content)
  if (!sent) return void tally.unsent++
  const response = await sent.catch((error: Error) => error)
  if (response instanceof Error) return addFailure(tally, `${path}: ${response.message}`)
  if (isRejection(response) && !/\r\nretry-after: *\d/i.test(response.head))
    return addFailure(tally, `${path}: ${response.status} without Retry-After`)
  if (response.status >= 400 && !isRejection(response) && path.startsWith(`${api}/auth/`))
    return addFailure(tally, `${path}: ${response.status} ${response.body.slice(0, 200)}`)
  return response
}

/** Calls that are due at the same time start in groups of this size, so that responses are read between them. */
const groupSize = 64

/** When calls start, and until when. */
export type Arrivals = {
  perSecond: number
  until(): boolean
  /** Calls that are due while this returns false start later; by default, all start when they are due. */
  hasRoom?(): boolean
}

/**
 * Starts calls at a rate that doesn't depend on the responses, and resolves once all of them have ended, with the share of those that
 * were due that could start.
 */
export async function arrive(
  { perSecond, until, hasRoom = () => true }: Arrivals,
  start: (number: number) => Promise<void>,
): Promise<number> {
  const begun = performance.now()
  const running = new Set<Promise<void>>()
  const countDue = () => ((performance.now() - begun) / 1_000) * perSecond
  let started = 0
  const startGroup = () => {
    for (let left = groupSize; left > 0 && started < countDue() && hasRoom(); left--) {
      const call = start(started++).finally(() => running.delete(call))
      running.add(call)
    }
    return started < countDue() && hasRoom()
  }
  while (!until()) {
    while (startGroup() && !until()) await readResponses()
    await pause(4)
  }
  const share = Math.min(1, started / countDue())
  await Promise.all(running)
  return share
}
