import type { Core } from '../../core/core.ts'
import type { MetricRegistry } from './registry.ts'

/** Counts jumps of the wall clock. */
export function countClockJumps({ counter, gauge }: MetricRegistry): (core: Core) => Pick<Core, 'clock'> {
  const jumps = counter({
    name: 'thumbturn_clock_jumps_total',
    help: 'Jumps of the wall clock by more than five seconds',
    labelNames: ['direction'],
  })
  const latest = gauge({
    name: 'thumbturn_clock_latest_jump_seconds',
    help: 'The latest jump of the wall clock since the start; negative if it was set back',
  })
  for (const direction of ['ahead', 'back']) jumps.inc({ direction }, 0)
  return ({ clock }) => ({
    clock: {
      ...clock,
      check() {
        const jump = clock.check()
        if (jump === undefined) return undefined
        jumps.inc({ direction: jump.byMs < 0 ? 'back' : 'ahead' })
        latest.set(jump.byMs / 1000)
        return jump
      },
    },
  })
}
