import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Exchange } from './exchange.ts'

/** A request as it arrived; `id` is its trace ID. */
export type WatchedRequest = { method: string; headers: IncomingHttpHeaders; id: string }

/** The outcome of a request; `route` is the template of its path, if it has a route. */
export type RequestOutcome = { route: string | undefined; status: number; elapsedMs: number }

/** Watches requests, for metrics, traces, and tests. */
export type RequestWatch = {
  /** Called for each request before its route; `next` responds to it, and must be called. */
  begin?(request: WatchedRequest, next: () => void): void
  /** Called for each response of a route of an API before it is sent, unless it is a stream. */
  respond?(exchange: Exchange, response: WatchedResponse): void
  /** Called for the same request once its response is sent, or its connection closed. */
  end?(request: WatchedRequest, outcome: RequestOutcome): void
}

/** A response of a route: its content, and the text that is sent; undefined without content. */
export type WatchedResponse = { route: string; status: number; content: unknown; text: string | undefined }

/** Watches what the framework serves. */
export function watchFramework(server: FastifyInstance, watches: readonly RequestWatch[]): void {
  for (const { begin, end } of watches) {
    if (begin) server.addHook('onRequest', (request, _reply, done) => begin(request, done))
    server.addHook('onResponse', (request, { statusCode: status, elapsedTime: elapsedMs }, done) => {
      end?.(request, { route: request.routeOptions.url, status, elapsedMs })
      done()
    })
  }
}
