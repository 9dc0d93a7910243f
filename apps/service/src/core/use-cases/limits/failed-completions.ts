import type { Core } from '../../core.ts'
import { AppError, type Reject } from '../../errors.ts'
import type { FailedCompletions } from '../../ports/failed-completions.ts'

/** How often completing a session can fail before it counts as spent. */
export const mostFailures = 10

/** Why a session counts as spent although nothing was completed with it. */
export const failedTooOften = 'completing the session has failed too often'

/** About 5 MB. An attacker who makes the oldest session be forgotten has failed as often with others. */
const mostSessions = 50_000

export function createFailedCompletions(most = mostSessions): FailedCompletions {
  const counts = new Map<string, number>()
  return {
    add(sessionId) {
      const count = counts.get(sessionId) ?? 0
      if (count >= mostFailures) return false
      counts.set(sessionId, count + 1)
      const [oldest] = counts.keys()
      if (counts.size > most && oldest !== undefined) counts.delete(oldest)
      return true
    },
    remove(sessionId) {
      const count = counts.get(sessionId) ?? 0
      if (count > 1) counts.set(sessionId, count - 1)
      else counts.delete(sessionId)
    },
    size: () => counts.size,
  }
}

type Completion<T> = { sessionId: string; complete(): Promise<T>; reject: Reject }

/**
 * Completes a ceremony, unless that has failed too often in its session: anyone can repeat a call that fails. An outage is not
 * a failure.
 * @throws AppError created by `reject`: it failed too often; or as `complete`
 */
export async function attemptCompletion<T>(
  { failedCompletions }: Pick<Core, 'failedCompletions'>,
  { sessionId, complete, reject }: Completion<T>,
): Promise<T> {
  if (!failedCompletions.add(sessionId)) throw reject(failedTooOften)
  try {
    const completed = await complete()
    failedCompletions.remove(sessionId)
    return completed
  } catch (error) {
    if (!(error instanceof AppError)) failedCompletions.remove(sessionId)
    throw error
  }
}
