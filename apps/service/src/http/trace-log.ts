import type { FastifyBaseLogger } from 'fastify'

type Facts = Readonly<Record<string, unknown>>

/** The log of a call, whose lines have its trace ID. Unlike a child of the log, it costs nothing until something is logged. */
export class TraceLog {
  readonly #log: FastifyBaseLogger
  readonly #traceId: string

  constructor(log: FastifyBaseLogger, traceId: string) {
    this.#log = log
    this.#traceId = traceId
  }

  debug(facts: Facts, message: string): void {
    this.#log.debug({ traceId: this.#traceId, ...facts }, message)
  }

  info(facts: Facts, message: string): void {
    this.#log.info({ traceId: this.#traceId, ...facts }, message)
  }

  warn(facts: Facts, message: string): void {
    this.#log.warn({ traceId: this.#traceId, ...facts }, message)
  }

  /** Logs an unexpected error with its stack. */
  error(error: unknown): void {
    this.#log.error({ traceId: this.#traceId, err: error }, error instanceof Error ? error.message : undefined)
  }
}
