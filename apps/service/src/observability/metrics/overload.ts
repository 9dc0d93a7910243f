import { type LimitClass, limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { MetricRegistry } from './registry.ts'

/** Counts the calls that are rejected because the service is overloaded. */
export function countOverload({ counter }: MetricRegistry): (limit: LimitClass) => void {
  const rejected = counter({
    name: 'thumbturn_overload_rejections_total',
    help: 'Calls rejected because the service is overloaded, by class',
    labelNames: ['class'],
  })
  for (const limit of limitClasses) rejected.inc({ class: limit }, 0)
  return (limit) => rejected.inc({ class: limit })
}
