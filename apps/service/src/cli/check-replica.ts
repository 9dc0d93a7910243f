import type { Core } from '../core/core.ts'
import { type Finding, good, warning } from './finding.ts'

/** Whether the replica can be read; no finding without one. */
export async function checkReplica({ store: { replica } }: Pick<Core, 'store'>): Promise<Finding[]> {
  if (replica === undefined) return []
  const { lagMs = 0, problem } = await replica.state()
  const says = `the replica is ${(lagMs / 1000).toFixed(1)} s behind the primary`
  if (problem === undefined) return [good('replica', says)]
  const advice = 'Check DATABASE_REPLICA_URL and the replication; until then, everything is read from the primary'
  return [warning('replica', `the replica is not read: ${problem}`, advice)]
}
