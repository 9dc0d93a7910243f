import { runFuzz } from './runs/fuzz.ts'
import type { Torture } from './torture.ts'

/** T-6. */
export const fuzz: Torture = {
  target: 'T-6',
  summary: 'sends random requests, mutated ceremonies, and broken HTTP',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 250,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 1 },
      without: 'an error for every input (a rare credential causes an exception)',
      plan: { startFile: 'rare-exceptions' },
    },
    {
      ...{ engine: 'sqlite', nodes: 1 },
      without: 'freeing memory (each credential leaks 8 kB)',
      plan: { startFile: 'memory-leak' },
    },
  ],
  run: (plan, order) => runFuzz(plan, order),
}
