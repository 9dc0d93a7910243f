import { advise, say } from '../core/model/findings/phrase.ts'
import { type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** No finding for a database that isn't distributed. `unplaced`: the tables that belong on its workers and aren't there. */
export function checkDistribution(unplaced: readonly string[] | undefined): Finding[] {
  if (unplaced === undefined) return []
  if (unplaced.length === 0) return [good('distribution', say('distribution_good'))]
  return [
    warning(
      'distribution',
      say('distribution_incomplete', { tables: unplaced.join(', ') }),
      advise('distribute', { command: `${layout.command} distribute` }),
    ),
  ]
}
