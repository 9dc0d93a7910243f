import type { Core } from '../../core/core.ts'
import { ScimError } from './errors.ts'

/**
 * The most work that one request can cause, in units of about a fifth of a microsecond: one is a short value that is
 * compared or changed.
 */
const mostUnits = 3_000_000
/** After this many units, which take some milliseconds, other calls get a turn. */
const unitsPerTurn = 20_000
const breatherMs = 1

/** The work that a request can still cause. */
export type Budget = {
  /**
   * To be called before the work.
   * @throws ScimError tooMany
   */
  spend(units: number): void
  /** Lets other calls run if it is their turn; to be called between steps that take no longer than a turn. */
  takeTurns(): Promise<void>
}

export function createBudget({ pause }: Pick<Core, 'pause'>): Budget {
  let left = mostUnits
  let turn = unitsPerTurn
  return {
    spend(units) {
      left -= units
      turn -= units
      if (left < 0) throw tooMany()
    },
    async takeTurns() {
      if (turn > 0) return
      turn = unitsPerTurn
      await pause(breatherMs, new AbortController().signal)
    },
  }
}

/** The units of a text: searching a long one for another takes quadratic time. */
export const countUnits = ({ length }: string): number => 1 + Math.floor(length / 64) ** 2

const tooMany = () =>
  new ScimError(
    400,
    'tooMany',
    'The request compares, changes, or lists too many values: use a narrower filter, a smaller count, or fewer operations',
  )
