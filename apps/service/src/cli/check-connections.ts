import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { type Finding, good, warning } from './finding.ts'

/** The share of the server's connections beyond which little room is left. */
const almostAll = 0.9

/** Each node has one connection besides its pool, which listens for changes. */
const listening = 1

/** Whether all running nodes can open as many connections as their pools allow. A node that doesn't listen isn't known. */
export async function checkConnections(
  { store }: Pick<Core, 'store'>,
  { DATABASE_POOL }: Pick<Config, 'DATABASE_POOL'>,
): Promise<Finding[]> {
  const counted = await store.countConnections()
  if (counted === undefined) return []
  const { most, used } = counted
  const nodes = Math.max(1, counted.nodes)
  const needed = nodes * (DATABASE_POOL + listening)
  const says = `${nodes} ${nodes === 1 ? 'node' : 'nodes'} can open ${needed} of ${most} connections to the database, where ${used} are open`
  const advice = 'Lower DATABASE_POOL, or raise max_connections of PostgreSQL'
  if (needed > most) return [warning('connections', says, `${advice}: calls fail with 503 when none is left`)]
  if (used > almostAll * most)
    return [warning('connections', says, `${advice}, and find out in pg_stat_activity who has them open`)]
  return [good('connections', says)]
}
