import type { FastifyRequest } from 'fastify'
import type { Core } from '../core/core.ts'
import type { Concurrency } from '../core/model/limits/concurrency.ts'
import { applicationInPath } from './application-path.ts'
import type { ClientAddress } from './client-address.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { UnknownOrigins } from './unknown-origins.ts'
import type { WireFormat } from './wire-format.ts'

/** The host as the connection carried it, and the application that the path names. Forwarded headers are not trusted. */
export function readAddress(request: FastifyRequest) {
  return { host: request.headers.host ?? '', pathAppId: applicationInPath(request.raw) }
}

export type MountContext = {
  core: Core
  ownHost: string
  /** The origin of the installation's own pages. */
  ownOrigin: string
  clientAddress: ClientAddress
  unknownOrigins: UnknownOrigins
  /** Counts the calls of which only some run at a time. */
  concurrency: Concurrency
  /** No call is rejected because of overload by default. */
  loadShedding?: Pick<LoadShedding, 'admit' | 'isLoaded' | 'run'> | undefined
  /** The wire format that the routes of the API share; that of the current API by default. */
  wireFormat?: WireFormat
}
