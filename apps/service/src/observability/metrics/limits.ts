import type { Core } from '../../core/core.ts'
import type { MetricRegistry } from './registry.ts'

/** Counts calls beyond a rate limit by its class and scope, which are the first words of its key. */
export function countLimits({ counter }: MetricRegistry): (core: Core) => Pick<Core, 'limiter'> {
  const rejections = counter({
    name: 'thumbturn_rate_limit_rejections_total',
    help: 'Calls rejected by a rate limit, by its class and what it applies to',
    labelNames: ['class', 'scope'],
  })
  function count(key: string, waitMs: number): number {
    if (waitMs > 0) {
      const [limitClass = '', scope = ''] = key.split(' ', 2)
      rejections.inc({ class: limitClass, scope })
    }
    return waitMs
  }
  return ({ limiter }) => ({
    limiter: {
      ...limiter,
      take(key, limit) {
        const waiting = limiter.take(key, limit)
        return typeof waiting === 'number' ? count(key, waiting) : waiting.then((ms) => count(key, ms))
      },
    },
  })
}
