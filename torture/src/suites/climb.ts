import { type Attempt, type Dependency, runAttempt } from './faults.ts'
import { note } from './notes.ts'
import { unstored } from './unstored.ts'

type Response = { statusCode: number; body: string }
type Tables = Record<string, string[]>

/** How often a suite makes the requests of a route with failures, after which one of them succeeds. */
const successesPerRoute = 2
/** How often at most, if all of them are rejected. */
const climbsPerRoute = 6
/** No request of the service needs as many calls. */
const mostCalls = 400

/** What a failed request may change: attempts are counted before they are judged, and the session of a member is used. */
const countingTables = new Set(['rate_limits', 'failures', 'member_sessions'])
/** Before anything else, the first generation spends the token with which a backend signed the request. */
const isSpentFirst = (route: string, table: string) =>
  table === 'spent_sessions' && !/ \/(?:fido2|admin|scim)\//.test(route)

const climbed = new Map<string, { all: number; succeeded: number }>()
let running = 0

/**
 * Makes a request with its first call of a dependency failed, then its second, and so on, until no failure was reached.
 * Returns that last response, so that the suite goes on with a request that has worked after all failures.
 */
export async function climb<Result extends Response>(
  send: () => Promise<Result>,
  read: () => Promise<Tables[]>,
): Promise<Result> {
  if (running > 0) return send()
  running++
  try {
    return await climbSteps(send, read)
  } finally {
    running--
  }
}

async function climbSteps<Result extends Response>(send: () => Promise<Result>, read: () => Promise<Tables[]>) {
  let before = await read()
  const failed: Dependency[] = []
  for (let at = 1; at < mostCalls; at++) {
    const attempt: Attempt = { left: at }
    const outcome = await runAttempt(attempt, async () => send()).catch(toFailure)
    const { route = 'no route' } = attempt
    if (attempt.failed === undefined) {
      finish(route, outcome, failed)
      return outcome as Result
    }
    failed.push(attempt.failed)
    const after = await read()
    const complaints = judge({ ...outcome, route, dependency: attempt.failed }, before, after)
    for (const complaint of complaints) note.violation(`${route}, call ${at} (${attempt.failed}): ${complaint}`)
    before = after
    if (outcome.statusCode < 400) {
      note.absorbed(route, attempt.failed)
      finish(route, outcome, failed)
      return outcome as Result
    }
    if (isDone(route)) return send()
  }
  throw new Error('a request makes endless calls')
}

const toFailure = (error: unknown): Response => ({ statusCode: 0, body: String(error) })

function isDone(route: string) {
  const { all, succeeded } = climbed.get(route) ?? { all: 0, succeeded: 0 }
  return succeeded >= successesPerRoute || all >= climbsPerRoute
}

function finish(route: string, { statusCode }: Response, failed: readonly Dependency[]) {
  const { all, succeeded } = climbed.get(route) ?? { all: 0, succeeded: 0 }
  const hasSucceeded = statusCode >= 200 && statusCode < 400
  climbed.set(route, { all: all + 1, succeeded: succeeded + Number(hasSucceeded) })
  note.climb({ route, succeeded: hasSucceeded, failed })
}

type Outcome = Response & { route: string; dependency: Dependency }

/** An outage of the database is a 503. What can't fail in production, such as a clock, may be an internal error. */
function judge({ statusCode, body, route, dependency }: Outcome, before: Tables[], after: Tables[]): string[] {
  const isStorage = dependency === 'query' || dependency === 'commit'
  const complaints: string[] = []
  if (dependency === 'commit' && statusCode < 400 && statusCode > 0) complaints.push(unstored)
  else if (statusCode === 0) complaints.push(`no response: ${body}`)
  else if (isStorage && statusCode !== 503) complaints.push(`${statusCode} ${body.slice(0, 200)}`)
  else if (statusCode >= 500 && /torture|at file|stack/.test(body)) complaints.push(`details in ${body.slice(0, 200)}`)
  const changes = statusCode < 400 ? [] : listChanges(before, after)
  const changed = changes.filter((table) => !isSpentFirst(route, table))
  if (changed.length > 0) complaints.push(`${statusCode}, but it changed ${changed.join(', ')}`)
  return complaints
}

const listChanges = (before: readonly Tables[], after: readonly Tables[]) =>
  after.flatMap((tables, at) =>
    Object.keys(tables).filter(
      (table) => !countingTables.has(table) && tables[table]!.join('\n') !== before[at]?.[table]?.join('\n'),
    ),
  )
