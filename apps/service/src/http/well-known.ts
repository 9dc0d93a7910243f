import type { FastifyInstance } from 'fastify'
import type { Core } from '../core/core.ts'
import { notFound } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listAndroidApps } from '../core/model/applications/origins.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { createOfflineCore } from '../core/offline.ts'
import { applicationInPath } from './application-path.ts'
import type { MountContext } from './mount-context.ts'
import {
  type Address,
  findAddressedApplication,
  hostname,
  listHostAppIds,
  readApplications,
} from './named-application.ts'

const hexPairs = (bytes: Buffer) => bytes.toString('hex').toUpperCase().match(/../g)?.join(':')

const sharedPasskeys = 'delegate_permission/common.get_login_creds'
const openedLinks = 'delegate_permission/common.handle_all_urls'

/** The files with which a domain authorizes origins and apps to use its passkeys, and names its pages for them; by path. */
export const wellKnownFiles: Readonly<Record<string, (application: Application) => unknown>> = {
  // WebAuthn §5.11: the browser fetches it from the RP ID and looks for the origin of the page.
  '/.well-known/webauthn': ({ settings }) => ({ origins: settings.relatedOrigins }),
  '/.well-known/assetlinks.json': (application) =>
    listAndroidApps(application).map(({ packageName, fingerprint }) => ({
      relation: application.settings.androidAppLinks ? [sharedPasskeys, openedLinks] : [sharedPasskeys],
      target: {
        namespace: 'android_app',
        package_name: packageName,
        sha256_cert_fingerprints: [hexPairs(fingerprint)],
      },
    })),
  '/.well-known/apple-app-site-association': ({ settings }) => ({ webcredentials: { apps: settings.appleApps } }),
  // Passkey Endpoints §3.1: without a URL, the file says only that the site supports passkeys.
  '/.well-known/passkey-endpoints': ({ settings: { passkeyEnrollUrl, passkeyManageUrl, prfUsageUrl } }) => ({
    ...(passkeyEnrollUrl && { enroll: passkeyEnrollUrl }),
    ...(passkeyManageUrl && { manage: passkeyManageUrl }),
    ...(prfUsageUrl && { prfUsageDetails: prfUsageUrl }),
  }),
}

/**
 * Serves each application's files where its host or path names it, and on the host that is its RP ID. Other hosts
 * get 404, even if there is only one application: which origins a domain trusts is decided by that domain alone. So do hosts that
 * two applications have, and on the installation's own host, only the installation's own application is served.
 */
export function addWellKnownFiles(server: FastifyInstance, { core: online, ownHost }: MountContext) {
  const core = createOfflineCore(online)
  for (const [path, createContent] of Object.entries(wellKnownFiles)) {
    server.get(path, async (request, reply) => {
      const address = { host: request.headers.host ?? '', pathAppId: applicationInPath(request.raw) }
      await readApplications(core, address, ownHost)
      const application = findFileApplication(core, address, ownHost)
      if (!application) throw notFound('No application is served at this host')
      return reply
        .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
        .send(createContent(application))
    })
  }
}

function findFileApplication(core: Core, address: Address, ownHost: string): Application | undefined {
  if (address.pathAppId !== undefined) return findAddressedApplication(core, address, ownHost)
  const { applications } = core
  const name = hostname(address.host)
  if (name === hostname(ownHost)) return applications.find(ownApplicationId)
  const byRpId = applications.listByRpId(name).map(({ id }) => id)
  const [only, ...more] = new Set([...byRpId, ...listHostAppIds(applications, address.host, ownHost)])
  return only !== undefined && more.length === 0 ? applications.find(only) : undefined
}
