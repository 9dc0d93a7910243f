import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { findRequiredAccess, type RequiredAccess, type SiteRequest } from '../../model/protected-sites/access.ts'
import type { ProtectedSite } from '../../model/protected-sites/protected-site.ts'
import type { Visitor } from '../../ports/stores/protected-sites.ts'
import { openSiteCookie, type SiteCookie } from '../../use-cases/protected-sites/cookie.ts'
import { findVisitor, isAdmitted, mustRenew } from '../../use-cases/protected-sites/visitor.ts'

/** A request to a site. `isNavigation`: a browser shows the response as a page, so it can be led to a sign-in instead. */
export type VisitedRequest = SiteRequest & { isNavigation: boolean; cookie: string | undefined }

/** The decision about a request. Without a visitor, an allowed one is public. */
export type Verdict = { kind: 'allowed'; visitor: Visitor | undefined } | { kind: 'signIn' } | { kind: 'denied' }

type Place = { application: Application; site: ProtectedSite }

/** Decides about a request to a site. Opens one cookie, reads once at most, and writes nothing. */
export async function checkRequest(core: Core, place: Place, request: VisitedRequest): Promise<Verdict> {
  const required = place.site.disabled ? 'denied' : findRequiredAccess(place.site, request)
  if (required === 'denied') return { kind: 'denied' }
  const content = openSiteCookie(core, place, request.cookie)
  const visitor = await findVisitor(core, place, content?.session)
  return decide(core, place, { ...request, required, content, visitor })
}

type Findings = VisitedRequest & {
  required: Exclude<RequiredAccess, 'denied'>
  content: SiteCookie | undefined
  visitor: Visitor | undefined
}

function decide({ now }: Core, place: Place, { required, content, visitor, isNavigation }: Findings): Verdict {
  const isMember =
    visitor !== undefined && isAdmitted(place.site, visitor, required === 'public' ? { groups: [] } : required)
  if (required === 'public') return { kind: 'allowed', visitor: isMember ? visitor : undefined }
  if (visitor === undefined || content?.session === undefined) return { kind: 'signIn' }
  if (!isMember) return { kind: 'denied' }
  const isDue = isNavigation && mustRenew(place, content.session, now())
  return isDue ? { kind: 'signIn' } : { kind: 'allowed', visitor }
}
