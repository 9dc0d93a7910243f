import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { applicationInPath } from './application-path.ts'
import type { Caller } from './callers.ts'
import { TraceLog } from './trace-log.ts'

type ExchangeParts = {
  request: IncomingMessage
  response: ServerResponse
  params: unknown
  query: unknown
  core: Core
  traceId: string
  headers: Record<string, string>
  log: FastifyBaseLogger
}

/** A request in progress with its response: what has arrived, what the steps of its route found, and what is to be sent. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly params: unknown
  query: unknown
  body: unknown = undefined
  core: Core
  traceId: string
  /** The application that the call is for, as far as it is known. */
  application: Application | undefined = undefined
  /** The value that the handler returned. */
  result: unknown = undefined
  /** Undefined until the guard has admitted the call. */
  caller: Caller | undefined = undefined
  /** Headers of the response; it can have others in the end. */
  readonly headers: Record<string, string>
  readonly #log: FastifyBaseLogger

  constructor({ request, response, params, query, core, traceId, headers, log }: ExchangeParts) {
    this.request = request
    this.response = response
    this.params = params
    this.query = query
    this.core = core
    this.traceId = traceId
    this.headers = headers
    this.#log = log
  }

  /** The log, with the trace ID as it is now. */
  get log(): TraceLog {
    return new TraceLog(this.#log, this.traceId)
  }

  /** The host as the connection carried it, and the application that the path names. Forwarded headers are not trusted. */
  get address() {
    return { host: this.request.headers.host ?? '', pathAppId: applicationInPath(this.request) }
  }
}
