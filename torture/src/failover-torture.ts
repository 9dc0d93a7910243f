import { runFailover } from './runs/failover.ts'
import type { Torture } from './torture.ts'

/** T-3. */
export const failover: Torture = {
  target: 'T-3',
  summary: 'loses the primary of PostgreSQL under load and promotes its standby',
  variants: [1, 2].map((nodes) => ({ engine: 'postgres', nodes })),
  rounds: 25,
  plan: { settings: { crossAuthMethods: ['otp'] }, pair: { isSynchronous: true } },
  controls: [
    {
      ...{ engine: 'postgres', nodes: 1 },
      without: 'waiting for the standby (synchronous_standby_names)',
      plan: { pair: { isSynchronous: false } },
    },
  ],
  run: (plan, order) => runFailover(plan, order),
}
