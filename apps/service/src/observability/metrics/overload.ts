import { limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { FastifyInstance } from 'fastify'
import { isOverload } from '../../core/errors.ts'
import type { MetricRegistry } from './registry.ts'

/** Counts the calls that were rejected because the service is overloaded. */
export function countOverload({ counter }: MetricRegistry): (server: FastifyInstance) => void {
  const rejected = counter({
    name: 'thumbturn_overload_rejections_total',
    help: 'Calls rejected because the service is overloaded, by class',
    labelNames: ['class'],
  })
  for (const limit of limitClasses) rejected.inc({ class: limit }, 0)
  return (server) => {
    server.addHook('onError', async (_request, _reply, error: unknown) => {
      if (isOverload(error)) rejected.inc({ class: error.limit })
    })
  }
}
