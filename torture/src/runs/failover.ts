import { setTimeout as pause } from 'node:timers/promises'
import type { Loss } from '@thumbturn/service-harness/postgres-pair.ts'
import type { Field } from '../common/client.ts'
import { countWork, startGround } from '../common/field.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import { type Findings, goesOn, type Order, summarize } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-3. */
export const failover: Torture = {
  target: 'T-3',
  summary: 'loses the primary of PostgreSQL under load and promotes its standby',
  variants: [1, 2].map((nodes) => ({ engine: 'postgres', nodes })),
  rounds: 25,
  needsDisk: true,
  plan: { settings: { crossAuthMethods: ['otp'] }, providerShare: 0.6, pair: { isSynchronous: true } },
  controls: [
    {
      engine: 'postgres',
      nodes: 1,
      without: 'waiting for the standby (synchronous_standby_names)',
      plan: { pair: { isSynchronous: false } },
    },
  ],
  run: (plan, order) => runFailover(plan, order),
}

const losses: readonly Loss[] = ['stop', 'partition']

/** Loses the primary under load, and checks after each promotion that nothing is lost and that the old primary writes nothing. */
export async function runFailover(plan: Plan, order: Order, clients?: number): Promise<Findings> {
  const installation = await install(plan)
  try {
    const ground = await startGround(installation, order, clients)
    const { field } = ground
    const gaps: number[] = []
    const tried = { stop: 0, partition: 0 }
    const state = { rounds: 0, violations: field.violations }
    while (goesOn(order, state)) {
      await pause(field.random.between(200, 1_000))
      const loss = field.random.pick(losses)
      gaps.push(await failOver(installation, { field, loss, isSynchronous: plan.pair!.isSynchronous }))
      tried[loss]++
      if (await installation.pair!.writeToLost())
        field.violations.push('the old primary accepted a write after the promotion')
      await ground.check()
      state.rounds++
      order.progress(`${state.rounds} failovers, ${ground.load.operations()} operations`)
      if (goesOn(order, state)) await installation.pair!.rebuild()
    }
    await ground.close()
    const counts = { failovers: state.rounds, stops: tried.stop, partitions: tried.partition }
    return { ...state, figures: { ...counts, ...summarize('writeGap', gaps), ...countWork(ground) } }
  } finally {
    await installation.close()
  }
}

/** How far an asynchronous standby falls behind. */
const lagMs = 1_000

/** Resolves with the milliseconds from the loss of the primary until a client had a write acknowledged again. */
async function failOver({ pair }: Installation, { field, loss, isSynchronous }: Failover): Promise<number> {
  if (!isSynchronous) {
    pair!.holdBack()
    await pause(lagMs)
  }
  const begun = performance.now()
  await pair!.losePrimary(loss)
  await pause(field.random.between(0, 300))
  await pair!.promote()
  await untilWritten(field)
  return performance.now() - begun
}

type Failover = { field: Field; loss: Loss; isSynchronous: boolean }

const longestMs = 60_000

/** Waits until another completion is acknowledged. */
async function untilWritten({ completions }: Field) {
  const last = completions.at(-1)
  for (const deadline = performance.now() + longestMs; completions.at(-1) === last; await pause(5))
    if (performance.now() > deadline) throw new Error('no write was acknowledged within a minute of the promotion')
}
