import { AsyncLocalStorage } from 'node:async_hooks'

/** The dependencies of a call of the service. */
export const dependencies = ['query', 'commit', 'message', 'clock', 'randomness', 'file', 'dns'] as const
export type Dependency = (typeof dependencies)[number]

/** One attempt of a request, whose `left`th call of a dependency fails, unless its route is spared. */
export type Attempt = {
  left: number
  failed?: Dependency
  route?: string
  isSpared?: (route: string) => boolean
  /** Whether clocks don't fail anymore. */
  sparesClock?: boolean
}

const attempts = new AsyncLocalStorage<Attempt>()

/** Runs a request with a failure ahead. */
export const runAttempt = <Result>(attempt: Attempt, action: () => Promise<Result>) => attempts.run(attempt, action)

/** Runs what is a dependency itself, such as the outbox that has the messages in development: its own calls don't fail. */
export const withoutFailures = <Result>(action: () => Result): Result => attempts.exit(action)

/** Notes the route, as `METHOD /path/:param`, of the attempt that the caller belongs to. */
export function nameRoute(route: string) {
  const attempt = attempts.getStore()
  if (attempt) attempt.route = route
}

/**
 * From now on, clocks don't fail in that attempt. No clock fails in production; once a change or the response is made, a failed one
 * would only show that the rest of the response, or a metric, has the time in it.
 */
export function spareClock() {
  const attempt = attempts.getStore()
  if (attempt) attempt.sparesClock = true
}

/**
 * Throws if this is the call that must fail. Each attempt has one failure. Calls before the router are left out: the only
 * one draws a trace ID, without which requests are numbered, and a request that succeeds ends its climb.
 */
export function callDependency(dependency: Dependency) {
  const attempt = attempts.getStore()
  if (attempt?.route === undefined || attempt.failed !== undefined || attempt.isSpared?.(attempt.route)) return
  if (attempt.sparesClock && dependency === 'clock') return
  attempt.left--
  if (attempt.left > 0) return
  attempt.failed = dependency
  throw Object.assign(new Error(`the torture run failed this ${dependency}`), codes[dependency])
}

/** Like the errors of SQLite for a disk that fails, of Node.js for a file, and of a resolver. */
const codes: Partial<Record<Dependency, object>> = {
  query: { code: 'ERR_SQLITE_ERROR', errcode: 10, errstr: 'disk I/O error' },
  commit: { code: 'ERR_SQLITE_ERROR', errcode: 10, errstr: 'disk I/O error' },
  file: { code: 'EIO' },
  dns: { code: 'EAI_AGAIN' },
}

/** Like `original`, but its call can be the one that fails. */
export const failing =
  <Given extends unknown[], Result>(dependency: Dependency, original: (...given: Given) => Result) =>
  (...given: Given): Result => {
    callDependency(dependency)
    return original(...given)
  }
