import { ThumbturnError } from '../errors.ts'

/**
 * The sessions that ended before their time: by sign-out, or by a logout token of OpenID Connect. Several instances
 * share one in a store of yours, such as Redis (`SET name 1 EX seconds`, `EXISTS name …`).
 */
export interface EndedSessions {
  /** Remembers a name for that many seconds. */
  add(name: string, seconds: number): void | Promise<void>
  /** Whether any of the names was added. */
  has(names: readonly string[]): boolean | Promise<boolean>
}

/** Some 10 MB; beyond that, the oldest are forgotten. */
const mostNames = 100_000

/** Keeps the names in the memory of this instance. */
export function createMemoryEndedSessions(now: () => number): EndedSessions {
  const ends = new Map<string, number>()
  const isKept = (name: string) => (ends.get(name) ?? 0) > now()
  return {
    add(name, seconds) {
      ends.delete(name)
      ends.set(name, now() + seconds * 1000)
      for (const [oldest] of ends) {
        if (isKept(oldest) && ends.size <= mostNames) break
        ends.delete(oldest)
      }
    },
    has: (names) => names.some(isKept),
  }
}

/** A store whose failures are those of a service. */
export function explainFailures(store: EndedSessions): EndedSessions {
  const explain = async <Result>(call: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (cause) {
      throw new ThumbturnError('server_error', 'The store of ended sessions failed: see the cause', { cause })
    }
  }
  return {
    add: (name, seconds) => explain(() => store.add(name, seconds)),
    has: (names) => explain(() => store.has(names)),
  }
}
