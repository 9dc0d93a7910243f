import { type LimitClass, limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { FastifyInstance } from 'fastify'
import { isOverload } from '../../core/errors.ts'
import type { MetricRegistry } from './registry.ts'

/** The counters of calls that are rejected, by their routes and before. */
export type OverloadMetrics = {
  watchServer(server: FastifyInstance): void
  countRejection(call: { limit: LimitClass }): void
}

/** Counts the calls that were rejected because the service is overloaded. */
export function countOverload({ counter }: MetricRegistry): OverloadMetrics {
  const rejected = counter({
    name: 'thumbturn_overload_rejections_total',
    help: 'Calls rejected because the service is overloaded, by class',
    labelNames: ['class'],
  })
  for (const limit of limitClasses) rejected.inc({ class: limit }, 0)
  const countRejection: OverloadMetrics['countRejection'] = ({ limit }) => rejected.inc({ class: limit })
  return {
    watchServer(server) {
      server.addHook('onError', async (_request, _reply, error: unknown) => {
        if (isOverload(error)) countRejection(error)
      })
    },
    countRejection,
  }
}
