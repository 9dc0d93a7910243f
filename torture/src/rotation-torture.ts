import { runRotation } from './runs/rotation.ts'
import type { Torture } from './torture.ts'

/** T-15. Two nodes in this process, whose clocks are controlled: a key signs only seven minutes after it was made. */
export const rotation: Torture = {
  target: 'T-15',
  summary: 'rotates the signing key while backends verify tokens with cached keys',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 60,
  plan: {},
  controls: [
    {
      ...{ engine: 'sqlite', nodes: 2 },
      without: 'publishing a key before it signs',
      plan: { hastensKeys: true },
    },
  ],
  run: ({ engine, hastensKeys = false }, order) => runRotation({ engine, hastens: hastensKeys }, order),
}
