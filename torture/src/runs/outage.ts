import { setTimeout as pause } from 'node:timers/promises'
import { app, deviceInfo } from '@thumbturn/service-harness/situations.ts'
import { call } from '../common/call.ts'
import { api } from '../common/client.ts'
import { countWork, startGround } from '../common/field.ts'
import { install, type Plan } from '../common/installation.ts'
import type { Node } from '../common/nodes.ts'
import { type Findings, goesOn, type Order, summarize } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-2. */
export const outage: Torture = {
  target: 'T-2',
  summary: 'stops PostgreSQL immediately under load',
  variants: [
    { engine: 'postgres', nodes: 1 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 25,
  needsDisk: true,
  plan: { settings: { crossAuthMethods: ['otp'] }, providerShare: 0.6 },
  controls: [
    {
      engine: 'postgres',
      nodes: 1,
      without: 'waiting for the flush of the write-ahead log (synchronous_commit)',
      plan: { startFile: 'unflushed-postgres', postgresSettings: ['wal_writer_delay=10s'] },
    },
  ],
  run: (plan, order) => runOutage(plan, order),
}

/** Stops PostgreSQL immediately under load, and checks after each restart that nothing is lost and that every node recovers. */
export async function runOutage(plan: Plan, order: Order, clients?: number): Promise<Findings> {
  const installation = await install(plan)
  try {
    const ground = await startGround(installation, order, clients)
    const { field } = ground
    const recoveries: number[] = []
    const state = { rounds: 0, violations: field.violations }
    while (goesOn(order, state)) {
      await pause(field.random.between(100, 700))
      await installation.server!.crash()
      await pause(field.random.between(0, 300))
      if (order.signal.aborted) break
      await installation.server!.restart()
      recoveries.push(...(await Promise.all(installation.nodes.map(measureRecovery))))
      await ground.check()
      state.rounds++
      order.progress(`${state.rounds} stops, ${ground.load.operations()} operations`)
    }
    await ground.close()
    const figures = { stops: state.rounds, ...summarize('recovery', recoveries), ...countWork(ground) }
    return { ...state, figures }
  } finally {
    await installation.close()
  }
}

const longestMs = 60_000

/** How long it takes until a node responds with a challenge again, in milliseconds. */
async function measureRecovery({ url, name }: Node): Promise<number> {
  const begun = performance.now()
  const body = { app, deviceInfo, user: { username: 'nobody' } }
  while (performance.now() - begun < longestMs) {
    const response = await call(`${url}${api}/auth/init`, 'POST', { body })
    if (response?.status === 200) return performance.now() - begun
    await pause(10)
  }
  throw new Error(`${name} did not recover within a minute`)
}
