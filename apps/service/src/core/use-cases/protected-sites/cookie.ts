import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { ProtectedSite } from '../../model/protected-sites/protected-site.ts'

/** The longest sealed cookie: two IDs, two times, and a code verifier. */
const mostCharacters = 512

/** The session of the browser at the issuer, as it was when the cookie was set. Times are milliseconds since 1970. */
export type SiteSession = { id: string; authenticatedAt: number; renewedAt: number }

/** The content of a site's cookie. `verifier`: of a sign-in that this browser started (RFC 7636), and that only it can complete. */
export type SiteCookie = { session?: SiteSession; verifier?: string }

type Place = { application: Application; site: ProtectedSite }

/** A cookie means nothing at another host, nor to a site that was created later. */
const createPurpose = ({ application, site }: Place) =>
  `site ${application.id} ${application.createdAt} ${site.id} ${site.createdAt} ${site.host}`

/** The value of the cookie that a browser keeps for a site. */
export const sealSiteCookie = ({ secretBox }: Core, place: Place, content: SiteCookie): string =>
  secretBox.seal(createPurpose(place), JSON.stringify(content))

/** The content of a browser's cookie; undefined unless this installation sealed it for that site. */
export function openSiteCookie({ secretBox }: Core, place: Place, cookie: string | undefined): SiteCookie | undefined {
  if (cookie === undefined || cookie.length > mostCharacters) return undefined
  try {
    return JSON.parse(secretBox.open(createPurpose(place), cookie)) as SiteCookie
  } catch {
    return undefined
  }
}
