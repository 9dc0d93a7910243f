import { setTimeout as pause } from 'node:timers/promises'
import { type Balancer, startBalancer } from '../common/balancer.ts'
import { startGround } from '../common/field.ts'
import { install, type Plan } from '../common/installation.ts'
import type { Node } from '../common/nodes.ts'
import { type Findings, goesOn, type Order, summarize } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-8b: a rolling restart. */
export const rolling: Torture = {
  target: 'T-8b',
  summary: 'restarts two nodes one after the other, behind a load balancer',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 10,
  // Nodes reject calls under overload, which other work would cause.
  cores: Number.POSITIVE_INFINITY,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'serving for a while after the signal to stop',
      plan: { environment: { STOP_DELAY_MS: '0' } },
    },
  ],
  run: (plan, order) => runRolling(plan, order),
}

/** How long a node continues to serve after SIGTERM. */
const stopDelayMs = 1_500

/** Restarts one node after the other behind a load balancer, under load, and checks that no request fails. */
export async function runRolling(plan: Plan, order: Order, clients?: number): Promise<Findings> {
  const environment = { STOP_DELAY_MS: String(stopDelayMs), ...plan.environment }
  const installation = await install({ ...plan, shedsLoad: true, environment })
  for (const node of installation.nodes) await node.start()
  const balancer = await startBalancer(installation.nodes)
  try {
    const stops: number[] = []
    for (const node of installation.nodes) await balancer.untilKnown(node, true)
    const through = [hideBehind(balancer, installation.nodes)]
    const ground = await startGround({ ...installation, nodes: through }, order, clients)
    const state = { rounds: 0, violations: ground.field.violations }
    while (goesOn(order, state)) {
      for (const node of installation.nodes) stops.push(await restartBehind(node, balancer))
      await pause(200)
      await ground.check()
      state.violations.push(...balancer.takeFailures(), ...findFailed(ground.field.tally))
      state.rounds++
      order.progress(`${stops.length} restarts, ${ground.load.operations()} operations`)
    }
    await ground.close()
    const requests = Object.values(ground.field.tally).reduce((sum, count) => sum + count, 0)
    const figures = { restarts: stops.length, ...summarize('stop', stops), requests, failedRequests: 0 }
    return { ...state, figures: { ...figures, failedRequests: countFailed(ground.field.tally) } }
  } finally {
    await balancer.close()
    await installation.close()
  }
}

/** The address that the clients see instead of the nodes. */
export const hideBehind = ({ url }: Balancer, nodes: readonly Node[]): Node => ({
  ...nodes[0]!,
  name: 'the load balancer',
  url,
  isUp: () => true,
  up: async () => {},
  start: async () => 0,
  hasCrashed: () => nodes.every((node) => node.hasCrashed()),
  takeComplaints: () => nodes.flatMap((node) => node.takeComplaints()),
})

/** Resolves with how long the node took to stop. */
export async function restartBehind(node: Node, balancer: Balancer): Promise<number> {
  const begun = performance.now()
  await node.stop()
  const stopped = performance.now() - begun
  await node.start()
  await balancer.untilKnown(node, true)
  return stopped
}

/** Calls without a complete response, and those with an error of a node or of the load balancer. */
const countFailed = (tally: Readonly<Record<string, number>>): number =>
  Object.entries(tally).reduce((sum, [status, count]) => (Number(status) < 500 ? sum : sum + count), 0)

function findFailed(tally: Readonly<Record<string, number>>): string[] {
  const failed = countFailed(tally)
  return failed === 0 ? [] : [`${failed} requests failed during a rolling restart`]
}
