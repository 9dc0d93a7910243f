import { ThumbturnError } from './errors.ts'

/** Some 10 MB; beyond that, what was asked for least recently is asked for again. */
const mostKnown = 50_000
/** After a failure, requests don't wait for the service for this long. */
const pauseMs = 5_000

/** A response of the service about a user or a token; `at` in milliseconds since 1970. */
export type ActiveState = { at: number; isActive: boolean }

type Dependencies<Subject> = {
  now: () => number
  /** @throws ThumbturnError the service can't be asked */
  ask: (subject: Subject) => Promise<boolean>
  onError?: ((error: ThumbturnError) => void) | undefined
}

/** Remembers what the service said about each subject, by its name. */
export type ActiveStates<Subject> = ReturnType<typeof createActiveStates<Subject>>

export function createActiveStates<Subject>({ now, ask, onError }: Dependencies<Subject>) {
  const known = new Map<string, ActiveState>()
  const pending = new Map<string, Promise<ActiveState>>()
  let failed: { error: ThumbturnError; at: number } | undefined

  function remember(name: string, state: ActiveState): ActiveState {
    known.delete(name)
    known.set(name, state)
    if (known.size > mostKnown) known.delete(known.keys().next().value!)
    return state
  }

  async function askNow(name: string, subject: Subject): Promise<ActiveState> {
    const at = now()
    // In both directions, so that a clock that is set back doesn't prolong the pause.
    if (failed && Math.abs(at - failed.at) < pauseMs) throw failed.error
    try {
      const isActive = await ask(subject)
      failed = undefined
      return remember(name, { at, isActive })
    } catch (error) {
      if (!(error instanceof ThumbturnError)) throw error
      failed = { error, at: now() }
      onError?.(error)
      throw error
    }
  }

  return {
    /** The last response, however old. */
    find: (name: string): ActiveState | undefined => known.get(name),
    /** Asks whatever is known. @throws ThumbturnError the service can't be asked, or has just failed */
    askNow,
    /** Asks once for all requests of the same moment. @throws ThumbturnError like `askNow` */
    askOnce(name: string, subject: Subject): Promise<ActiveState> {
      const asked = pending.get(name) ?? askNow(name, subject).finally(() => pending.delete(name))
      pending.set(name, asked)
      return asked
    },
  }
}
