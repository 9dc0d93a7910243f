import { runOverload } from './runs/overload.ts'
import type { Torture } from './torture.ts'

/** T-8. On PostgreSQL, the node has two connections instead of ten. */
export const overload: Torture = {
  target: 'T-8',
  summary: 'gives a node four times its capacity, and slows down its database',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 1,
  plan: { startFile: 'two-connections', throughProxy: true },
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 1 },
      without: 'load shedding',
      plan: { startFile: 'two-connections', environment: { OVERLOAD_WAIT_MS: '0' } },
    },
  ],
  run: (plan, order) => runOverload(plan, order),
}
