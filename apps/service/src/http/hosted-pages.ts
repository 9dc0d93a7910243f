import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { createOfflineCore } from '../core/offline.ts'
import { applicationInPath } from './application-path.ts'
import { contentPolicy } from './content-policy.ts'
import { sendPage, serveFiles } from './files.ts'
import type { MountContext } from './mount-context.ts'
import { findAddressedApplication, readApplications } from './named-application.ts'
import { setCaching } from './page-caching.ts'

/** The last part of their paths. Each is one level below the address of its application, and so are the assets. */
const names = [
  'sign-in',
  'consent',
  'select-account',
  'device',
  'sign-out',
  'signed-out',
  'account',
  'problem',
] as const

type Context = Pick<MountContext, 'core' | 'ownHost'>

/**
 * The pages on which an application's users sign in and manage their account, at the application's address. All are one
 * document, which finds out from its address which page it is. Serves nothing if they aren't built.
 */
export async function addHostedPages(
  server: FastifyInstance,
  folder: string | undefined,
  context: Context,
): Promise<void> {
  if (folder === undefined || !existsSync(folder)) return
  const offline = { ...context, core: createOfflineCore(context.core) }
  const page = join(folder, 'index.html')
  for (const name of names) {
    server.get(`/${name}/`, async (request, reply) => {
      setPageHeaders(reply, await findPageApplication(offline, request))
      return sendPage(reply, page)
    })
    // Relative, as the path of the application comes before it.
    server.get(`/${name}`, async ({ url }, reply) => reply.redirect(`${name}/${url.slice(name.length + 1)}`, 308))
  }
  await server.register((scope) => serveAssets(scope, folder), { prefix: '/hosted' })
}

const serveAssets = (scope: FastifyInstance, folder: string) =>
  serveFiles(scope, { root: folder, index: false, preCompressed: true, decorateReply: false, setHeaders: setCaching })

/** @throws AppError not_found: the address names no application, or that of the members, who sign in to the dashboard */
async function findPageApplication({ core, ownHost }: Context, { headers, raw }: FastifyRequest): Promise<Application> {
  const address = { host: headers.host ?? '', pathAppId: applicationInPath(raw) }
  await readApplications(core, address, ownHost)
  const application = findAddressedApplication(core, address, ownHost) ?? core.applications.findOnly()
  if (application && application.id !== ownApplicationId) return application
  throw notFound('No application has its pages at this address')
}

function setPageHeaders(reply: FastifyReply, application: Application) {
  reply.header('content-security-policy', createPolicy(application))
  // The address can contain an authorization request.
  reply.header('cache-control', 'no-store')
}

/**
 * Besides the service itself, only the application's own logos are loaded, each by its exact path. The logo of a program isn't:
 * its host would learn who signs in and when.
 */
function createPolicy({ settings: { logoUrl, logoDarkUrl } }: Application): string {
  const logos = [logoUrl, logoDarkUrl].flatMap((url) => (url === '' ? [] : toSource(url)))
  const images = ["img-src 'self' data:", ...logos].join(' ')
  return [...contentPolicy.filter((directive) => !directive.startsWith('img-src')), images, "form-action 'none'"].join(
    '; ',
  )
}

/** A source of a policy has no query, and encodes the characters that end it (CSP Level 3 §2.3.1). */
function toSource(url: string): string[] {
  const parsed = URL.parse(url)
  return parsed ? [`${parsed.origin}${parsed.pathname}`.replaceAll(';', '%3B').replaceAll(',', '%2C')] : []
}
