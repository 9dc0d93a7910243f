import type { Service } from '@thumbturn/service-harness/service.ts'
import { type Installation, install, type Plan } from '../../common/installation.ts'
import type { Random } from '../../common/random.ts'
import { createRemote } from '../../common/remote.ts'
import type { Scene as Revocations } from '../../common/revocable.ts'
import { prepareScene } from '../revocation.ts'
import type { Expectation } from './judge-use.ts'
import { settings } from './lifetimes.ts'
import { type LightLoad, startLightLoad } from './light-load.ts'
import { createMovedClocks, type MovedClocks } from './moved-clocks.ts'

export type Counts = Record<'steps' | 'prepared' | 'replays' | 'revocations' | 'limits' | 'operations', number> &
  Record<Expectation, number>

/** Nodes whose clocks the round moves, with a light load. */
export type Scene = {
  installation: Installation
  nodes: readonly Service[]
  clocks: MovedClocks
  /** How far the clock of each node is ahead while nothing is wrong. */
  skews: readonly number[]
  revocations: Revocations
  load: LightLoad
  random: Random
  counts: Counts
  blame(violation: string): void
  /** The watermark of spent sessions in the database. */
  readWatermark(): Promise<number>
  close(): Promise<void>
}

type SceneOptions = Pick<Scene, 'random' | 'counts' | 'blame'> & { plan: Plan; start: number; skews: readonly number[] }

/** Installs the nodes, which start at that time, each with its skew and `aheadMs` more. */
export async function openScene(given: SceneOptions, aheadMs: number): Promise<Scene> {
  const { plan, start, skews, random, counts, blame } = given
  const clocks = createMovedClocks(start, plan.nodes)
  for (const [node, skew] of skews.entries()) clocks.setOffset(node, skew + aheadMs)
  const installation = await install({ startFile: 'moved-clocks', ...plan, settings, clocks })
  for (const node of installation.nodes) await node.start()
  const pilot = await installation.openPilot()
  const nodes = installation.nodes.map((node, at) => ({
    ...createRemote(node, pilot, installation),
    clock: clocks.of(at),
  }))
  const revocations = await prepareScene(pilot, nodes, installation.apiKey)
  const load = startLightLoad({ nodes, clocks, random, blame })
  const readWatermark = async () => {
    const [row] = await installation.database.query("select value from watermarks where name = 'spent_sessions'")
    return Number(row?.value)
  }
  return {
    installation,
    nodes,
    clocks,
    skews,
    revocations,
    load,
    random,
    counts,
    blame,
    readWatermark,
    async close() {
      await load.stop()
      counts.operations += load.operations()
      await pilot.close()
      for (const node of installation.nodes) for (const complaint of node.takeComplaints()) blame(complaint)
      await installation.close()
      clocks.close()
    },
  }
}

/** Sets the clock of one node, or of all, ahead or back by `ms`, relative to where it is while nothing is wrong. */
export function step({ clocks, skews, counts }: Scene, ms: number, which = [...skews.keys()]) {
  for (const node of which) clocks.setOffset(node, skews[node]! + ms)
  counts.steps += which.length
}
