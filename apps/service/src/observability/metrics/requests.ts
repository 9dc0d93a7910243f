import type { RequestWatch } from '../../http/request-watch.ts'
import type { MetricRegistry } from './registry.ts'

/** Node accepts dozens of methods; those that no route has share one label. */
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Measures every response by the template of its route, so that no label contains anything that a caller chose. */
export function measureRequests({ histogram }: MetricRegistry): RequestWatch {
  const duration = histogram({
    name: 'thumbturn_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by route template and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  })
  return {
    end({ method }, { route = 'none', status, elapsedMs }) {
      const label = methods.includes(method) ? method : 'other'
      duration.observe({ method: label, route, status: `${Math.floor(status / 100)}xx` }, elapsedMs / 1000)
    },
  }
}
