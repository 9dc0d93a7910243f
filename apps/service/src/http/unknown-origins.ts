import type { Core } from '../core/core.ts'
import { AppError } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { explainOrigin, fitsRpId, isPageOrigin } from '../core/model/applications/origin-form.ts'
import type { Exchange } from './exchange.ts'

/** Origins of pages that called although no application allows them. */
export type UnknownOrigins = {
  /** True once a minute for each origin; of many different ones, only for the first hundred of that minute. */
  isNews(origin: string): boolean
  /** How an operator calls the command line. */
  command: string
}

const oneMinute = 60_000
const mostPerMinute = 100
/** More than any origin has: a host has at most 253. */
const mostCharacters = 300

/** The log of origins is forgotten after a minute, all at once. */
export function createUnknownOrigins({ monotonic }: Pick<Core, 'monotonic'>, command: string): UnknownOrigins {
  const logged = new Set<string>()
  let since = monotonic()
  return {
    command,
    isNews(origin) {
      if (monotonic() - since >= oneMinute) {
        logged.clear()
        since = monotonic()
      }
      if (logged.has(origin) || logged.size >= mostPerMinute) return false
      logged.add(origin)
      return true
    },
  }
}

/** Whether the page is on this machine, as while an application is developed. */
const isLocal = (host: string) =>
  /^(?:[^:]+\.)?localhost(?::\d+)?$|^127\.0\.0\.1(?::\d+)?$|^\[::1\](?::\d+)?$/.test(host)

const parseHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')

/** On a service that itself runs on localhost, a page on localhost can read why it was rejected. */
export const isForDeveloper = (ownHost: string, origin: string | undefined): origin is string =>
  origin !== undefined && isLocal(ownHost) && isLocal(parseHost(origin))

/**
 * Logs and remembers that a page's origin isn't allowed. The page itself can't read the response: browsers report a failed network.
 * @throws AppError origin_not_allowed, with the command that allows it, where a developer reads it
 */
export function rejectUnknownOrigin(
  { core, request, log, application: named }: Exchange,
  { ownHost, unknownOrigins }: { ownHost: string; unknownOrigins: UnknownOrigins },
): void {
  const { origin, host } = request.headers
  // Pages that the service itself serves need no permission.
  if (origin === undefined || parseHost(origin) === host) return
  const application = named ?? core.applications.findOnly()
  const short = origin.slice(0, mostCharacters)
  if (application) core.rejectedOrigins.note(application.id, { origin: short, lastAt: core.now() })
  const advice = describeRemedy(short, application, unknownOrigins.command)
  if (unknownOrigins.isNews(short)) {
    log.warn({ origin: short, application: application?.id }, `Origin not allowed. ${advice}`)
  }
  if (!isForDeveloper(ownHost, origin)) return
  const whose = application ? `application ${application.id}` : 'any application'
  throw new AppError('origin_not_allowed', `The origin ${origin} is not allowed for ${whose}. ${advice}`)
}

/** The remedy of a page for its origin: only what the application would accept. */
export function describeRemedy(origin: string, application: Application | undefined, command: string): string {
  const { id = '<id>', rpId } = application ?? {}
  if (!isPageOrigin(origin)) return `No application can allow it: ${explainOrigin(origin)}.`
  if (rpId !== undefined && !fitsRpId(origin, rpId)) {
    return `Its passkeys work on ${rpId} only: open the page there, or use an application with another RP ID.`
  }
  return `To allow it, run: ${command} app set ${id} --add-origin ${origin}`
}
