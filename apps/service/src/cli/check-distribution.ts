import { type Finding, good, warning } from './finding.ts'
import { layout } from './layout.ts'

/** No finding for a database that isn't distributed. `unplaced`: the tables that belong on its workers and aren't there. */
export function checkDistribution(unplaced: readonly string[] | undefined): Finding[] {
  if (unplaced === undefined) return []
  if (unplaced.length === 0) return [good('distribution', 'every table is on the server where it belongs')]
  return [
    warning(
      'distribution',
      `these tables belong on the workers and are on the coordinator: ${unplaced.join(', ')}`,
      `Stop every node and run \`${layout.command} distribute\``,
    ),
  ]
}
