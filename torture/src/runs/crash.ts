import { setTimeout as pause } from 'node:timers/promises'
import { countWork, startGround } from '../common/field.ts'
import { install, type Plan } from '../common/installation.ts'
import type { Node } from '../common/nodes.ts'
import type { Random } from '../common/random.ts'
import { type Findings, goesOn, type Order, summarize } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-1. */
export const crash: Torture = {
  target: 'T-1',
  summary: 'kills nodes with SIGKILL under load',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 1 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 50,
  needsDisk: true,
  plan: { settings: { crossAuthMethods: ['otp'] }, providerShare: 0.6 },
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'waiting for the commit before the response',
      plan: { startFile: 'early-responses' },
    },
  ],
  run: (plan, order) => runCrash(plan, order),
}

/** Kills nodes under load with SIGKILL, one or all of them, and checks after each restart that nothing is lost. */
export async function runCrash(plan: Plan, order: Order, clients?: number): Promise<Findings> {
  const installation = await install(plan)
  try {
    const ground = await startGround(installation, order, clients)
    const { field } = ground
    const restarts: number[] = []
    const state = { rounds: 0, violations: field.violations }
    while (goesOn(order, state)) {
      await pause(field.random.between(100, 700))
      restarts.push(...(await killSome(installation.nodes, field.random)))
      if (order.signal.aborted) break
      await ground.check()
      state.rounds++
      order.progress(`${restarts.length} kills, ${ground.load.operations()} operations`)
    }
    await ground.close()
    const figures = { kills: restarts.length, ...summarize('restart', restarts), ...countWork(ground) }
    return { ...state, figures }
  } finally {
    await installation.close()
  }
}

/** Kills one node, or in one of four rounds all of them; resolves with how long each took to restart. */
async function killSome(nodes: readonly Node[], random: Random): Promise<number[]> {
  const victims = random.next() < 0.25 ? nodes : [random.pick(nodes)]
  await Promise.all(victims.map((node) => node.kill()))
  return Promise.all(victims.map((node) => node.start()))
}
