import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { hasExpired } from '../../model/authorization/browser-session.ts'
import { isInAnyGroup } from '../../model/groups/group.ts'
import type { RequiredAccess } from '../../model/protected-sites/access.ts'
import type { ProtectedSite } from '../../model/protected-sites/protected-site.ts'
import type { Visitor } from '../../ports/stores/protected-sites.ts'
import type { SiteSession } from './cookie.ts'

type Place = { application: Application; site: ProtectedSite }

/**
 * The user of a site's session as they are now, by one read; undefined if the session has ended for any reason. A sign-out counts at
 * the next request, wherever it happened.
 */
export async function findVisitor(
  core: Core,
  { application, site }: Place,
  session: SiteSession | undefined,
): Promise<Visitor | undefined> {
  const at = core.now()
  if (session === undefined || isOver(site, session, at)) return undefined
  const visitor = await core.store.protectedSites.findVisitor({ appId: application.id, sessionId: session.id })
  return visitor && !hasExpired(application, visitor.session, at) ? visitor : undefined
}

const isOver = ({ sessionSeconds, sessionIdleSeconds }: ProtectedSite, session: SiteSession, at: number) =>
  at >= session.authenticatedAt + sessionSeconds * 1_000 || at >= session.renewedAt + sessionIdleSeconds * 1_000

/** Whether the next page view must renew the cookie, so that neither the site nor the issuer takes the user for idle. */
export function mustRenew({ application, site }: Place, session: SiteSession, at: number): boolean {
  const idleSeconds = Math.min(site.sessionIdleSeconds, application.settings.browserSessionIdleSeconds)
  return at >= session.renewedAt + idleSeconds * 500
}

/** Whether a user can use a site, and do what requires these groups. */
export const isAdmitted = (
  { allowedGroups }: ProtectedSite,
  { groups }: Visitor,
  required: Exclude<RequiredAccess, string>,
): boolean =>
  [...(allowedGroups.length > 0 ? [allowedGroups] : []), ...required.groups].every((names) =>
    isInAnyGroup(groups, names),
  )
