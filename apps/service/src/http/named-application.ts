import type { Core } from '../core/core.ts'
import { AppError, badRequest } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { Applications } from '../core/ports/applications.ts'

// No id is longer than 63 characters; what is longer is not repeated in full.
const unknownApplication = (id: string) =>
  new AppError(
    'not_found',
    `invalid_app_id: there is no application ${id.length > 63 ? `${id.slice(0, 63)}…` : id}. Check the id in the base URL or in app.id.`,
    { reason: 'unknown_application' },
  )

/** The parts of a request's address that identify its application. */
export type Address = { host: string; pathAppId: string | undefined }

/**
 * Waits until changes of a second ago count, and until an application is read that the address names and another process may
 * have just created; undefined, so that nothing waits, if neither is needed.
 */
export function readApplications({ applications }: Core, address: Address, ownHost: string): Promise<void> | undefined {
  const ready = applications.ready()
  const readNamed = () => readUnknown(applications, listNamedIds(address, ownHost))
  return ready ? ready.then(readNamed) : readNamed()
}

function listNamedIds({ host, pathAppId }: Address, ownHost: string): string[] {
  const label = host === ownHost ? undefined : parseHostAppId(host, ownHost)
  return [label, pathAppId].filter((id) => id !== undefined)
}

/** Reads the applications again unless all of these are known; undefined if they are. */
export function readUnknown(applications: Applications, ids: readonly string[]): Promise<void> | undefined {
  const unknown = ids.filter((id) => applications.find(id) === undefined)
  if (unknown.length > 0) return Promise.all(unknown.map((id) => applications.findFresh(id))).then(() => undefined)
}

/**
 * The application that the host (its own address, or `<id>.<our host>`) or the path (`/apps/<id>/…`) names; undefined where neither does.
 * @throws AppError not_found · bad_request: the two disagree
 */
export function findAddressedApplication(
  { applications }: Core,
  { host, pathAppId }: Address,
  ownHost: string,
): Application | undefined {
  const hostAppId = host === ownHost ? undefined : findHostAppId(applications, host, ownHost)
  if (hostAppId !== undefined && pathAppId !== undefined && hostAppId !== pathAppId) {
    throw badRequest(`The host names application ${hostAppId}, but the path names ${pathAppId}`)
  }
  const id = hostAppId ?? pathAppId
  if (id === undefined) return undefined
  const application = applications.find(id)
  if (!application) throw unknownApplication(id)
  return application
}

function findHostAppId(applications: Applications, host: string, ownHost: string) {
  const [only, ...more] = listHostAppIds(applications, host, ownHost)
  return more.length === 0 ? only : undefined
}

/**
 * The IDs of the applications that have the host, by their base URL or as `<id>.<our host>`. With several, the host names none:
 * which one it leads to must not depend on the order in which a node read them.
 */
export function listHostAppIds(applications: Applications, host: string, ownHost: string): string[] {
  const found = host.toLowerCase() === ownHost ? [] : applications.listByHost(host)
  const ids = found.map((application) => application.id)
  const label = parseHostAppId(host, ownHost)
  if (label === undefined || ids.includes(label)) return ids
  return ids.length === 0 || applications.find(label) ? [...ids, label] : ids
}

/** `demo` for `demo.localhost:4300` where the service itself is `localhost:4300`. */
function parseHostAppId(host: string, ownHost: string): string | undefined {
  const name = hostname(host)
  const suffix = `.${hostname(ownHost)}`
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
  return label === '' || label.includes('.') ? undefined : label
}

/** The host without its port. */
export const hostname = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/**
 * The application of a call: as its address or credential settles it, otherwise as the body names it, otherwise the
 * only one there is; undefined if nothing identifies it.
 * @throws AppError not_found · bad_request: the body contradicts
 */
export function resolveApplication(
  { applications }: Core,
  settled: Application | undefined,
  bodyAppId: unknown,
): Application | undefined {
  if (typeof bodyAppId !== 'string') return settled ?? applications.findOnly()
  if (settled && settled.id !== bodyAppId) {
    throw badRequest(
      `The call names application ${bodyAppId}, but its address or credential belongs to application ${settled.id}`,
    )
  }
  const application = settled ?? applications.find(bodyAppId)
  if (!application) throw unknownApplication(bodyAppId)
  return application
}

/** @throws AppError bad_request: nothing in the request identifies the application */
export function requireApplication(application: Application | undefined): Application {
  if (application) return application
  const reason = 'incomplete_request'
  throw new AppError('bad_request', 'Identify the application: call /apps/<id>/fido2/v2/… or send app.id', {
    reason,
  })
}
