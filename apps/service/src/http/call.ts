import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { Caller } from './guard.ts'

/** What a handler has besides the request's parts. */
export type Call = {
  core: Core
  caller: Caller
  /** The application meant, where anything in the request says or there is only one. */
  application: Application | undefined
  /** The User-Agent header as it came; nothing in it is trusted. */
  userAgent: string | undefined
  /** The If-Match header as it was sent. */
  ifMatch: string | undefined
  /** Says when nobody waits for the answer any more: the connection is gone, or the server is closing. */
  gone(): AbortSignal
  /** Writes one line to the log of the service. */
  log(facts: Readonly<Record<string, unknown>>, message: string): void
}
