import * as original from '@thumbturn/service/http/pipeline.ts'
import { nameRoute, spareClock } from '../runs/failing-calls/faults.ts'

export * from '@thumbturn/service/http/pipeline.ts'

/** Like the original, but an attempt knows the route of an API that its request has. */
export const compileRoute: typeof original.compileRoute = (binding) => {
  const run = original.compileRoute(binding)
  return (exchange) => {
    nameRoute(`${binding.route.method} ${binding.url}`)
    // Before what the service does then.
    for (const end of ['finish', 'close']) exchange.response.prependOnceListener(end, spareClock)
    run(exchange)
  }
}
