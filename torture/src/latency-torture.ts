import { runLatency } from './runs/latency.ts'
import type { Torture } from './torture.ts'

/** T-21. */
export const latency: Torture = {
  target: 'T-21',
  summary: 'measures sign-ins at half of the capacity',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 3,
  plan: {},
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 1 },
      without: 'prompt responses (each waits 30 ms)',
      plan: { startFile: 'slow-calls' },
    },
  ],
  run: (plan, order) => runLatency(plan, order),
}
