import type { Core } from '../core/core.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { type Finding, good, warning } from './finding.ts'

/** Whether the replica can be read; no finding without one. */
export async function checkReplica({ store: { replica } }: Pick<Core, 'store'>): Promise<Finding[]> {
  if (replica === undefined) return []
  const { lagMs = 0, problem } = await replica.state()
  if (problem === undefined) return [good('replica', say('replica_good', { seconds: (lagMs / 1000).toFixed(1) }))]
  return [warning('replica', say('replica_unused', { error: problem }), advise('check_replica'))]
}
