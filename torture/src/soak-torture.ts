import { runSoak } from './runs/soak.ts'
import type { Torture } from './torture.ts'

/** T-22. */
export const soak: Torture = {
  target: 'T-22',
  summary: 'runs two nodes for hours with rotations, restarts, backups, and clock steps',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 100_000,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 2 },
      without: 'freeing memory (each credential leaks 8 kB)',
      plan: { startFile: 'memory-leak' },
    },
    {
      ...{ engine: 'sqlite', nodes: 2 },
      without: 'deleting what has expired',
      plan: { startFile: 'no-upkeep' },
    },
  ],
  run: (plan, order) => runSoak(plan, order),
}
