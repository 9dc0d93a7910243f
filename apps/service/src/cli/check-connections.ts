import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
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
  const says =
    nodes === 1 ? say('connections_of_one', { needed, most, used }) : say('connections', { nodes, needed, most, used })
  if (needed > most) return [warning('connections', says, advise('lower_pool'))]
  if (used > almostAll * most) return [warning('connections', says, advise('find_connections'))]
  return [good('connections', says)]
}
