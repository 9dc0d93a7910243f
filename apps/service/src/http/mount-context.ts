import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../core/core.ts'
import type { Concurrency } from '../core/model/limits/concurrency.ts'
import type { ClientAddress, ForwardedRequests } from './client-address.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { RequestWatch } from './request-watch.ts'
import type { UnknownOrigins } from './unknown-origins.ts'

/** The parts of the installation that every route needs. */
export type MountContext = {
  core: Core
  ownHost: string
  /** The origin of the installation's own pages. */
  ownOrigin: string
  clientAddress: ClientAddress
  forwardedRequest: ForwardedRequests
  unknownOrigins: UnknownOrigins
  /** Counts the calls of which only some run at a time. */
  concurrency: Concurrency
  log: FastifyBaseLogger
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>
  createTraceId(request: { headers: NodeJS.Dict<string | string[]> }): string
  /** No call is rejected because of overload by default. */
  loadShedding?: Pick<LoadShedding, 'admit' | 'run'> | undefined
  /** Aborts before the server closes. */
  closing: AbortSignal
  /** Calls wait for it; undefined once the service is open. */
  opening(): Promise<void> | undefined
  watches: readonly RequestWatch[]
}
