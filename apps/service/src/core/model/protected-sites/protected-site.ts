import type { IdentityClaim, SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'

/** The choices of members about a site. */
export type SiteSettings = {
  name: string
  /** In lowercase, with its port unless that is the usual one; unique in the application. */
  host: string
  /** The first one that matches decides. */
  rules: readonly SiteRule[]
  /** The names of groups whose members can use the site; empty: every user. */
  allowedGroups: readonly string[]
  /** The claims that the program behind the site gets, besides the username. */
  identityClaims: readonly IdentityClaim[]
  /** How long after a sign-in the user must sign in again. */
  sessionSeconds: number
  /** How long a user who doesn't view a page stays signed in. */
  sessionIdleSeconds: number
  disabled: boolean
}

/** A host behind a proxy that asks for each request whether it is allowed. Times are milliseconds since 1970. */
export type ProtectedSite = SiteSettings & {
  appId: string
  id: string
  /** Raised by every change, which requires the version that it was computed from. */
  version: number
  createdAt: number
  updatedAt: number
}

/** The settings of a site, without what the service adds. */
export function listSiteSettings(site: SiteSettings & Readonly<Record<string, unknown>>): SiteSettings {
  const { appId: _appId, id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...settings } = site
  return settings
}

/** The settings of a new site, besides name and host: users who are signed in can open everything. */
export const siteDefaults: Omit<SiteSettings, 'name' | 'host'> = {
  rules: [{ path: '/*', access: 'signedIn' }],
  allowedGroups: [],
  identityClaims: ['name', 'email', 'groups'],
  sessionSeconds: 604_800,
  sessionIdleSeconds: 86_400,
  disabled: false,
}

/** A host of this machine, which browsers trust without TLS. */
const localHost = /^(?:localhost|127\.0\.0\.1|[a-z0-9.-]+\.localhost)(?::|$)/

/** The origin of a site. Only sites of this machine can do without TLS. */
export const findSiteOrigin = ({ host }: Pick<ProtectedSite, 'host'>): string =>
  `${localHost.test(host) ? 'http' : 'https'}://${host}`

/** The paths of a site that the proxy sends to this service. */
export const sitePrefix = '/.thumbturn'
