import { mostSites, type SitePatch, type SiteRequest } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { createApplicationAddress } from '../../model/applications/address.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { repeatChange } from '../../model/applications/repeat-change.ts'
import { listSiteProblems } from '../../model/protected-sites/check-site.ts'
import {
  findSiteOrigin,
  listSiteSettings,
  type ProtectedSite,
  type SiteSettings,
  siteDefaults,
} from '../../model/protected-sites/protected-site.ts'
import type { Conflict, Write } from '../../writes.ts'
import { readApplication, refreshSoon } from '../applications/registry.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'

/** @throws AppError not_found: the application has no such site */
export async function findSite({ store }: Pick<Core, 'store'>, appId: string, id: string): Promise<ProtectedSite> {
  const site = await store.protectedSites.find({ appId, id })
  if (!site) throw unknownSite()
  return site
}

const unknownSite = () => notFound('The application has no such site')

/**
 * Protects a host.
 * @throws AppError bad_request: a field is invalid, the host is protected already, or the application has too many sites or is the
 * installation's own
 */
export async function createSite(core: Core, target: Application, request: SiteRequest): Promise<ProtectedSite> {
  if (target.id === ownApplicationId) throw badRequest('The installation itself cannot have protected sites')
  const settings: SiteSettings = { ...siteDefaults, ...withoutMissing(request) }
  rejectProblems(core, settings)
  if ((await core.store.protectedSites.list({ appId: target.id })).length >= mostSites)
    throw badRequest(`There are ${mostSites} protected sites: delete one first`)
  const at = core.now()
  const id = core.random.text(12).replace(/^-/, '_')
  const site: ProtectedSite = { ...settings, appId: target.id, id, version: 1, createdAt: at, updatedAt: at }
  await commitChange(core, target, (application) => {
    const { host } = site
    const event = createEvent(core, application, { type: 'fido2.site.created', detail: { siteId: id, host } })
    const after = { ...settings }
    const audit = recordChange(core, { action: 'site.created', application: application.id, target: id, after })
    return [{ addSite: { application, site } }, { append: event }, ...audit]
  })
  return site
}

const withoutMissing = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

/** @throws AppError bad_request: lists every problem */
function rejectProblems({ applications, baseUrl }: Core, settings: SiteSettings): void {
  const own = [baseUrl, ...applications.all().map((application) => createApplicationAddress(application, baseUrl))]
  const isOwn = own.some((address) => new URL(address).host === settings.host)
  const problems = [
    ...listSiteProblems(settings),
    ...(isOwn ? [`host: ${settings.host} is an address of this installation, which needs no protection by it`] : []),
  ]
  if (problems.length > 0) throw badRequest(problems.join('; '))
}

/**
 * Changes a site. Signed-in users stay signed in, unless its host or the lifetimes of sessions change.
 * @throws AppError bad_request: the result would be invalid · not_found · conflict: others keep changing it
 */
export async function changeSite(
  core: Core,
  target: Application,
  { id, ...patch }: SitePatch & { id: string },
): Promise<ProtectedSite> {
  let changed = await findSite(core, target.id, id)
  await commitChange(core, target, async (application) => {
    const site = await findSite(core, target.id, id)
    const settings: SiteSettings = { ...listSiteSettings(site), ...withoutMissing(patch) }
    rejectProblems(core, settings)
    const values = compareValues({ ...listSiteSettings(site) }, { ...settings })
    const fields = Object.keys(values.after).join(' ')
    changed = site
    if (fields === '') return []
    const next = { ...site, ...settings, updatedAt: core.now() }
    changed = { ...next, version: site.version + 1 }
    const detail = { siteId: id, host: next.host, fields }
    const event = createEvent(core, application, { type: 'fido2.site.changed', detail })
    const audit = recordChange(core, { action: 'site.changed', application: application.id, target: id, ...values })
    return [{ changeSite: { application, site: next } }, { append: event }, ...audit]
  })
  return changed
}

/** Deletes a site, whose proxy is then allowed no request. @throws AppError not_found */
export const deleteSite = (core: Core, target: Application, id: string): Promise<void> =>
  commitChange(core, target, async (application) => {
    const site = await findSite(core, target.id, id)
    const detail = { siteId: id, host: site.host }
    const event = createEvent(core, application, { type: 'fido2.site.deleted', detail })
    const before = { ...listSiteSettings(site) }
    const audit = recordChange(core, { action: 'site.deleted', application: application.id, target: id, before })
    return [{ deleteSite: { application, site } }, { append: event }, ...audit]
  })

/** Writes what is computed for the application as it is, again if another change of it or of the site came first. */
async function commitChange(
  core: Core,
  { id }: Application,
  compute: (application: Application) => readonly Write[] | Promise<readonly Write[]>,
): Promise<void> {
  await repeatChange(async () => {
    const application = await readApplication(core, id)
    if (!application) throw notFound('The application no longer exists')
    const writes = await compute(application)
    return writes.length === 0 || isWritten(await core.store.commit(writes))
  })
  await refreshSoon(core)
}

function isWritten(conflict: Conflict | undefined): boolean {
  if (conflict === 'site_exists')
    throw new AppError('bad_request', 'A site of the application already protects that host')
  return conflict === undefined
}

/** Warnings about a site, as sentences. */
export function listSiteNotices({ settings }: Application, { allowedGroups }: ProtectedSite): string[] {
  const canSignUp = settings.hostedSignUp && !settings.registrationRequiresToken
  if (allowedGroups.length > 0 || !canSignUp) return []
  return ['Anyone who creates an account can use this site: choose groups, or turn off hostedSignUp.']
}

/** The address of a site, and that of the service for its proxy. */
export const describeSite = ({ baseUrl }: Pick<Core, 'baseUrl'>, application: Application, site: ProtectedSite) => ({
  origin: findSiteOrigin(site),
  forwardAuth: `${createApplicationAddress(application, baseUrl)}/forward`,
  notices: listSiteNotices(application, site),
})
