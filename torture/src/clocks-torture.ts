import { runClocks } from './runs/clocks.ts'
import type { Torture } from './torture.ts'

/** T-16. */
export const clocks: Torture = {
  target: 'T-16',
  summary: 'sets the clocks of nodes ahead and back, and starts them on unusual dates',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 20,
  plan: { environment: { RATE_LIMITS: 'on', RATE_LIMIT_STORE: 'database' } },
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 2 },
      without: 'counting what expired behind the watermark as spent',
      plan: { startFile: 'ignored-watermark' },
    },
  ],
  run: (plan, order) => runClocks(plan, order),
}
