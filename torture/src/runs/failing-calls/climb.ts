import { type Attempt, type Dependency, runAttempt } from './faults.ts'
import { note, unstored } from './notes.ts'
import {
  isBulk,
  isIdempotent,
  isRepeated,
  isSpentInVain,
  isUsedUp,
  readInnerStatuses,
  repeatsCommits,
  storesFirst,
  toleratesOutages,
} from './routes.ts'
import { listChanges, type Tables } from './tables.ts'

type Response = { statusCode: number; body: string }
export type Database = {
  /** Reads everything that is stored. Unless `isFirst`, only the service has written since the last time. */
  read(isFirst: boolean): Promise<Tables[]>
  /** Remembers what attempts use up. Returns what gives it back after an attempt that failed. */
  rememberAttempts(): Promise<() => Promise<void>>
}

/** How often a suite makes the requests of a route with failures, after which one of them succeeds. */
const successesPerRoute = 2
/** How often at most, if all of them are rejected. Tests of what is rejected often come first. */
const climbsPerRoute = 20
/** The same for routes whose requests can't succeed after a failure: what the suite is about then begins. */
const climbsInVain = 2
/** How often the suites of a run do so; they differ in what a request of the route does. */
const successesPerRun = 4
/** No request of the service needs as many calls. */
const mostCalls = 400

const climbed = new Map<string, { all: number; succeeded: number }>()
/** How often requests of each route have succeeded after failures in earlier suites. */
const earlier = JSON.parse(process.env.TORTURE_CLIMBED ?? '{}') as Readonly<Record<string, number>>
let running = 0
/** Other requests than the one that climbs; what they change isn't its doing. */
let others = 0
let othersRunning = 0

/**
 * Makes a request with its first call of a dependency failed, then its second, and so on, until no failure was reached.
 * Returns that last response, so that the suite continues with a request that has worked after all failures.
 */
export async function climb<Result extends Response>(send: () => Promise<Result>, database: Database): Promise<Result> {
  if (running > 0) {
    others++
    othersRunning++
    return send().finally(() => othersRunning--)
  }
  running++
  try {
    return await climbSteps(send, database)
  } finally {
    running--
  }
}

/** The status of a response; of a bulk request, the highest of its operations. */
const findStatus = (route: string, { statusCode, body }: Response) =>
  isBulk(route) && statusCode === 200 ? Math.max(statusCode, ...readInnerStatuses(body)) : statusCode

/** A complaint that a later success settles. */
type Complaint = { text: string; isSettled?: (last: Response) => boolean }

async function climbSteps<Result extends Response>(send: () => Promise<Result>, { read, rememberAttempts }: Database) {
  let before = await read(true)
  const giveBack = await rememberAttempts()
  const failed: Dependency[] = []
  const complaints: Complaint[] = []
  for (let at = 1; at < mostCalls; at++) {
    const attempt: Attempt = { left: at, isSpared: isDone }
    const [othersBefore, wasAlone] = [others, othersRunning === 0]
    const outcome = await runAttempt(attempt, async () => send()).catch(toFailure)
    const { route = 'no route' } = attempt
    if (attempt.failed === undefined) {
      finish(route, outcome, { failed, complaints })
      return outcome as Result
    }
    failed.push(attempt.failed)
    const after = await read(false)
    const isAlone = wasAlone && others === othersBefore
    const found = judge({ ...outcome, route, dependency: attempt.failed }, before, isAlone ? after : before)
    for (const { text, ...rest } of found)
      complaints.push({ text: `${route}, call ${at} (${attempt.failed}): ${text}`, ...rest })
    if (findStatus(route, outcome) < 400) {
      note.absorbed(route, attempt.failed)
      finish(route, outcome, { failed, complaints })
      return outcome as Result
    }
    await giveBack()
    before = await read(false)
  }
  throw new Error('a request makes endless calls')
}

const toFailure = (error: unknown): Response => ({ statusCode: 0, body: String(error) })

function isDone(route: string) {
  const { all, succeeded } = climbed.get(route) ?? { all: 0, succeeded: 0 }
  const isDoneHere = succeeded >= successesPerRoute || all >= (isUsedUp(route) ? climbsInVain : climbsPerRoute)
  return isDoneHere || succeeded + (earlier[route] ?? 0) >= successesPerRun
}

type Course = { failed: readonly Dependency[]; complaints: readonly Complaint[] }

function finish(route: string, outcome: Response, { failed, complaints }: Course) {
  const unsettled = complaints.filter(({ isSettled }) => !isSettled?.(outcome))
  for (const { text } of unsettled) note.violation(text)
  if (failed.length === 0 && isDone(route)) return
  const { all, succeeded } = climbed.get(route) ?? { all: 0, succeeded: 0 }
  const { statusCode } = outcome
  // An earlier attempt can have stored the change: then the repetition of a deletion finds nothing.
  const isRepetition = complaints.length > 0 && unsettled.length === 0 && isRepeated(route, outcome)
  const hasSucceeded = (statusCode >= 200 && statusCode < 400) || isRepetition
  climbed.set(route, { all: all + 1, succeeded: succeeded + Number(hasSucceeded) })
  note.climb({ route, succeeded: hasSucceeded, failed })
}

type Outcome = Response & { route: string; dependency: Dependency }

/** An outage of what is outside the process is a 503. What can't fail in production, such as a clock, may be an internal error. */
function judge({ route, dependency, ...response }: Outcome, before: Tables[], after: Tables[]): Complaint[] {
  const { body } = response
  const statusCode = findStatus(route, response)
  const isStorage = dependency === 'query' || dependency === 'commit'
  const isUnstored = dependency === 'commit' && statusCode < 400 && statusCode > 0
  const hasChanged = statusCode < 400 && isStorage && listChanges(route, before, after).length > 0
  const isRepeatedCommit = isUnstored && repeatsCommits(route) && hasChanged
  // After a change, a node reads its copy of the applications again, or else a second later.
  const isQueryTolerated = dependency === 'query' && statusCode < 400 && (toleratesOutages(route) || hasChanged)
  const isTolerated = isRepeatedCommit || isQueryTolerated
  const complaints: Complaint[] = []
  if (isUnstored && !isRepeatedCommit) complaints.push({ text: unstored })
  else if (statusCode === 0) complaints.push({ text: `no response: ${body}` })
  else if (isStorage && statusCode !== 503 && !isTolerated)
    // Another query can have found at the same time why the request is rejected.
    complaints.push({
      text: `${statusCode} ${body.slice(0, 200)}`,
      isSettled: (last) => statusCode >= 400 && statusCode < 500 && findStatus(route, last) === statusCode,
    })
  else if ((dependency === 'file' || dependency === 'dns') && statusCode >= 500 && statusCode !== 503)
    complaints.push({ text: `${statusCode} ${body.slice(0, 200)}` })
  else if (statusCode >= 500 && /torture|at file|stack/.test(body))
    complaints.push({ text: `details in ${body.slice(0, 200)}` })
  return [...complaints, ...judgeChanges({ route, statusCode, body }, before, after)]
}

/** The changes that an error must not have stored. */
function judgeChanges({ route, statusCode, body }: Response & { route: string }, before: Tables[], after: Tables[]) {
  const changed = statusCode < 500 ? [] : listChanges(route, before, after)
  // Each operation of a bulk request is a change of its own.
  if (changed.length === 0 || (isBulk(route) && readInnerStatuses(body).some((status) => status < 400))) return []
  const text = `${statusCode}, but it changed ${changed.join(', ')}`
  return [
    {
      text,
      isSettled: (last: Response) =>
        isIdempotent(route) || storesFirst(route) ? isRepeated(route, last) : isSpentInVain(route, last),
    },
  ]
}
