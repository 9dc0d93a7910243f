import type { Route } from '@thumbturn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listPageOrigins } from '../core/model/applications/origins.ts'
import { type MountContext, readAddress } from './mount-context.ts'
import { findAddressedApplication } from './named-application.ts'
import { isForDeveloper, rejectUnknownOrigin } from './unknown-origins.ts'
import { currentWireFormat } from './wire-format.ts'

const oneDay = '86400'

/**
 * Credentials of a backend don't belong in a page, so no page can read the responses to them; only pages of the
 * installation itself can read what members read.
 */
export const isForBrowsers = ({ access }: Pick<Route, 'access'>) =>
  access.kind === 'public' ? !access.ownPages : !['apiKey', 'admin', 'member', 'management'].includes(access.kind)

/**
 * Lets pages of an application's own origins read the response. If the address names no application, the origin of any
 * application is accepted: the ceremony itself is bound to its application's origins. No credentials (cookies) are ever allowed.
 */
export async function allowOrigin(
  { core: { applications }, ownHost }: Pick<MountContext, 'core' | 'ownHost'>,
  { request, reply, named }: { request: FastifyRequest; reply: FastifyReply; named: Application | undefined },
): Promise<boolean> {
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined) return false
  const allowed = named ? listPageOrigins(named).includes(origin) : applications.hasOrigin(origin)
  if (allowed || isForDeveloper(ownHost, origin)) allowReading(reply, origin)
  return allowed
}

/**
 * Takes the permission back if the body or the credential names an application that doesn't allow the origin: those of other
 * applications count only until it is known.
 * @throws AppError origin_not_allowed, where a developer reads it
 */
export async function requireOrigin(
  { core, ownHost, unknownOrigins }: Pick<MountContext, 'core' | 'ownHost' | 'unknownOrigins'>,
  { request, reply, application }: { request: FastifyRequest; reply: FastifyReply; application: Application },
): Promise<void> {
  const { origin } = request.headers
  if (origin === undefined || !reply.hasHeader(allowedOrigin) || listPageOrigins(application).includes(origin)) return
  if (!isForDeveloper(ownHost, origin)) reply.removeHeader(allowedOrigin)
  await rejectUnknownOrigin({ core, ownHost, unknownOrigins }, { request, named: application })
}

const allowedOrigin = 'access-control-allow-origin'

const createReadingHeaders = (origin: string) => ({
  [allowedOrigin]: origin,
  'access-control-expose-headers': 'retry-after, x-trace-id',
})

const allowReading = (reply: FastifyReply, origin: string) => reply.headers(createReadingHeaders(origin))

/** During an outage the allowed origins are unknown, and the error reveals nothing but the outage. */
export const createOutageHeaders = (origin: string | undefined) => ({
  vary: 'Origin',
  ...(origin !== undefined && createReadingHeaders(origin)),
})

/**
 * The application that the address of a page's call names. An address that names none, or two, has no list of origins:
 * pages of every origin can read the error, which browsers would otherwise report as a failed network.
 * @throws AppError as `addressedApplication` does
 */
export async function findPageApplication(
  { core, ownHost }: Pick<MountContext, 'core' | 'ownHost'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Application | undefined> {
  try {
    return await findAddressedApplication(core, readAddress(request), ownHost)
  } catch (error) {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (error instanceof AppError && origin !== undefined) allowReading(reply, origin)
    throw error
  }
}

/** The preflight of a call that browsers may make (Fetch Standard, "CORS-preflight request"). */
export function createPreflightHandler({
  core,
  ownHost,
  unknownOrigins,
  wireFormat: dialect = currentWireFormat,
}: MountContext) {
  const allowCall = (reply: FastifyReply) =>
    reply.headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': dialect.allowedHeaders,
    })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await core.applications.ready()
      const named = await findPageApplication({ core, ownHost }, { request, reply })
      if (await allowOrigin({ core, ownHost }, { request, reply, named }))
        allowCall(reply).header('access-control-max-age', oneDay)
      else await rejectUnknownOrigin({ core, ownHost, unknownOrigins }, { request, named })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The call itself reports what is wrong. Not cached: the application may be created or changed soon.
      if (request.headers.origin !== undefined) allowCall(reply)
    }
    return reply.code(204).send()
  }
}
