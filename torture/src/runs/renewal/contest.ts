import type { Answer } from '@thumbturn/service-harness/service.ts'
import type { Random } from '../../common/random.ts'

/** A session that many requests use and renew while it ends. */
export type Contest = {
  /** Sends the `at`th request. Returns the response, whose status shows whether the session was accepted. */
  use(at: number): Promise<Answer>
  /** Ends the session. */
  end(): Promise<Answer>
  /** Uses everything that the responses brought, once each. */
  useAll(): Promise<readonly Answer[]>
}

export type Counts = { requests: number; afterTheEnd: number; leftovers: number }

const workers = 8
/** Requests of a contest. */
const most = 64

export const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300
const isFailure = ({ status }: Answer) => status === 0 || status >= 500

/**
 * Sends requests in parallel, of which one ends the session. No request that begins after that was acknowledged may be accepted, nor
 * anything that an earlier one brought.
 */
export async function runContest({ use, end, useAll }: Contest, random: Random) {
  const endAt = random.between(1, most / 2)
  const counts: Counts = { requests: 0, afterTheEnd: 0, leftovers: 0 }
  const violations: string[] = []
  let hasEnded = false
  const judge = (what: string, answer: Answer, isLate: boolean) => {
    if (isFailure(answer)) violations.push(`${what} failed: ${answer.status} ${answer.text}`)
    if (isLate && isAccepted(answer)) violations.push(`${what} was accepted after the end: ${answer.text}`)
  }
  const work = async () => {
    while (counts.requests < most) {
      const at = counts.requests++
      const isLate = hasEnded
      if (isLate) counts.afterTheEnd++
      if (at !== endAt) judge('a request', await use(at), isLate)
      else {
        const ended = await end()
        hasEnded = isAccepted(ended) || ended.status === 303
        if (!hasEnded) violations.push(`the end failed: ${ended.status} ${ended.text}`)
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  for (const answer of await useAll()) {
    counts.leftovers++
    judge('something renewed', answer, true)
  }
  return { counts, violations }
}
