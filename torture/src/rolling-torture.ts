import { runRolling } from './runs/rolling.ts'
import type { Torture } from './torture.ts'

/** T-8b: a rolling restart. */
export const rolling: Torture = {
  target: 'T-8b',
  summary: 'restarts two nodes one after the other, behind a load balancer',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 10,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 2 },
      without: 'serving for a while after the signal to stop',
      plan: { environment: { STOP_DELAY_MS: '0' } },
    },
  ],
  run: (plan, order) => runRolling(plan, order),
}
