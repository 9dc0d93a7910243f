import type { registrationRoutes } from '@thumbturn/contract/openid/registration.ts'
import { registerClient } from '../../core/flows/authorization/register-client.ts'
import type { NewClient } from '../../core/use-cases/openid-clients/manage.ts'
import type { HandlersOf } from '../call.ts'

export const registration = {
  async clientRegister({ body: metadata }, { core, application, caller }) {
    return toResponse(await registerClient(core, application, { metadata, by: caller.keyId }))
  },
} satisfies HandlersOf<typeof registrationRoutes>

/** RFC 7591 §3.2.1. */
function toResponse({ client, secret }: NewClient) {
  const { name, redirectUris, grantTypes, logoUrl, homepageUrl, policyUrl, termsUrl, jwks, jwksUri } = client
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: [...redirectUris],
    application_type: client.type === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: client.authMethod,
    grant_types: [...grantTypes],
    response_types: ['code'],
    scope: client.scopes.join(' '),
    client_uri: homepageUrl,
    logo_uri: logoUrl,
    policy_uri: policyUrl,
    tos_uri: termsUrl,
    ...(jwks && { jwks: { keys: [...jwks.keys] } }),
    jwks_uri: jwksUri,
  }
}
