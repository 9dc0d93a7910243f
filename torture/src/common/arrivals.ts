import { setTimeout as pause } from 'node:timers/promises'
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
  if (isRejection(started)) return void tally.rejected++
  const { session, assertionOptions } = JSON.parse(started.body)
  const assertionResult = visitor.device.get(assertionOptions, { pick: visitor.credentialId })
  const completed = await send(crowd, tally, { path: `${api}/auth/complete`, body: { session, assertionResult } })
  if (!completed) return
  if (isRejection(completed)) tally.rejectedLate++
  else tally.latencies.push(performance.now() - begun)
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

/** Starts calls at a rate that doesn't depend on the responses, and resolves once all of them have ended. */
export async function arrive(perSecond: number, until: () => boolean, start: (number: number) => Promise<void>) {
  const begun = performance.now()
  const running = new Set<Promise<void>>()
  for (let started = 0; !until(); await pause(4)) {
    const due = ((performance.now() - begun) / 1_000) * perSecond
    for (; started < due; started++) {
      const call = start(started).finally(() => running.delete(call))
      running.add(call)
    }
  }
  await Promise.all(running)
}
