import type { Client } from '../authorization/client.ts'
import { listClientDefaults } from '../authorization/client-defaults.ts'
import { findSiteOrigin, type ProtectedSite, sitePrefix } from './protected-site.ts'

/** No client that was registered has such an ID. */
const prefix = 'site:'

export const toSiteClientId = ({ id }: Pick<ProtectedSite, 'id'>): string => `${prefix}${id}`

/** The ID of the site that signs users in under this client ID; undefined for that of any other client. */
export const readSiteId = (clientId: string): string | undefined =>
  clientId.startsWith(prefix) ? clientId.slice(prefix.length) : undefined

export const findCallback = (site: Pick<ProtectedSite, 'host'>): string =>
  `${findSiteOrigin(site)}${sitePrefix}/callback`

/**
 * A site as a client of its application: users sign in to it like to any other, without a consent, as the operator protects their own
 * program with it. It has no secret, so no code of it can be exchanged at the token endpoint.
 */
export const toSiteClient = (site: ProtectedSite): Client => ({
  ...listClientDefaults('web'),
  appId: site.appId,
  id: toSiteClientId(site),
  name: site.name,
  redirectUris: [findCallback(site)],
  grantTypes: ['authorization_code'],
  scopes: ['openid'],
  allowedGroups: site.allowedGroups,
  consent: 'skip',
  secrets: [],
  disabled: site.disabled,
  version: site.version,
  createdAt: site.createdAt,
  updatedAt: site.updatedAt,
})
