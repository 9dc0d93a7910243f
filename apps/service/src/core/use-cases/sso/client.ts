import { standardClaims } from '@thumbturn/contract/vocabulary/sso.ts'
import type { Core } from '../../core.ts'
import type { SsoProvider } from '../../model/sso/provider.ts'
import type { OpenIdClient } from '../../ports/openid.ts'

const sealedAs = (id: string) => `single sign-on provider ${id}`

/** Encrypts the client secret of a provider for storage. */
export const sealClientSecret = ({ secretBox }: Pick<Core, 'secretBox'>, id: string, secret: string): string =>
  secretBox.seal(sealedAs(id), secret)

/** Where the provider sends the browser back: an address of its own, so a response can't be taken for another provider's. */
export const createRedirectUri = (ownOrigin: string, id: string): string => `${ownOrigin}/dashboard/sso/${id}`

/** Where the provider announces that a session there has ended. */
export const createLogoutUri = (ownOrigin: string, id: string): string =>
  `${ownOrigin}/admin/v1/sso-providers/${id}/back-channel-logout`

/** The service as a client of the provider. @throws Error: the master key is another one */
export const toOpenIdClient = (
  { secretBox }: Pick<Core, 'secretBox'>,
  { id, discoveryUrl, clientId, clientSecret, scopes, claims, roleClaim }: SsoProvider,
  ownOrigin: string,
): OpenIdClient => ({
  discoveryUrl,
  clientId,
  clientSecret: secretBox.open(sealedAs(id), clientSecret),
  redirectUri: createRedirectUri(ownOrigin, id),
  scopes,
  claims: { ...standardClaims, ...claims },
  roleClaim,
})
