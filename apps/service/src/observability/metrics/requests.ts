import type { FastifyInstance } from 'fastify'
import type { MetricRegistry } from './registry.ts'

/** Node accepts dozens of methods; those that no route has share one label. */
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The measurements of requests. */
export type RequestMetrics = {
  watchServer(server: FastifyInstance): void
  /** A call that was rejected before its route, which took next to no time. */
  countRejection(call: { method: string; route: string }): void
}

/** Measures every response by the template of its route, so that no label contains anything that a caller chose. */
export function measureRequests({ histogram }: MetricRegistry): RequestMetrics {
  const duration = histogram({
    name: 'thumbturn_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by route template and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  })
  return {
    watchServer(server) {
      server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
        const labels = {
          method: methods.includes(method) ? method : 'other',
          route: routeOptions.url ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        }
        duration.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    countRejection: ({ method, route }) => duration.observe({ method, route, status: '5xx' }, 0),
  }
}
