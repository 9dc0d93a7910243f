import { createHash } from 'node:crypto'
import type { metadataRoutes } from '@thumbturn/contract/openid/metadata.ts'
import { scopeClaims } from '@thumbturn/contract/vocabulary/claims.ts'
import { acrValues, openidScopes, prompts, userinfoPath } from '@thumbturn/contract/vocabulary/openid.ts'
import { clientAlgorithms, clientAuthMethods, grantTypes } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { notFound } from '../../core/errors.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { clientProofAlgorithms } from '../../core/ports/client-proofs.ts'
import { listScopeNames } from '../../core/use-cases/protected-resources/scope-names.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'

/** It changes with the scopes of resources, settings of the application, the base URL, and releases. */
const cacheControl = 'public, max-age=300'

/** Only what works: clients choose by it. Every page can read it. */
const createMetadata = (issuer: string, scopes: readonly string[]) => ({
  issuer,
  authorization_endpoint: `${issuer}/openid/authorize`,
  token_endpoint: `${issuer}/openid/token`,
  userinfo_endpoint: `${issuer}${userinfoPath}`,
  introspection_endpoint: `${issuer}/openid/introspect`,
  revocation_endpoint: `${issuer}/openid/revoke`,
  device_authorization_endpoint: `${issuer}/openid/device-authorization`,
  pushed_authorization_request_endpoint: `${issuer}/openid/par`,
  end_session_endpoint: `${issuer}/openid/end-session`,
  jwks_uri: `${issuer}/fido2/v2/.well-known/jwks.json`,
  scopes_supported: [...openidScopes, ...scopes],
  grant_types_supported: [...grantTypes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  subject_types_supported: ['public', 'pairwise'],
  id_token_signing_alg_values_supported: [...clientAlgorithms],
  userinfo_signing_alg_values_supported: [...clientAlgorithms],
  claims_supported: ['sub', 'auth_time', 'acr', 'amr', ...Object.values(scopeClaims).flat()],
  introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => method !== 'none'),
  introspection_endpoint_auth_signing_alg_values_supported: [...clientProofAlgorithms],
  revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
  revocation_endpoint_auth_signing_alg_values_supported: [...clientProofAlgorithms],
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  // Each client can require it for itself.
  require_pushed_authorization_requests: false,
  token_endpoint_auth_methods_supported: [...clientAuthMethods],
  token_endpoint_auth_signing_alg_values_supported: [...clientProofAlgorithms],
  dpop_signing_alg_values_supported: [...clientProofAlgorithms],
  prompt_values_supported: [...prompts],
  acr_values_supported: [...acrValues],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: true,
  request_parameter_supported: false,
  // Its default is true (OpenID Connect Discovery 1.0 §3).
  request_uri_parameter_supported: false,
})

/** The parts that the application has switched on. */
const listChoices = (issuer: string, { settings }: Application) => ({
  ...(settings.clientIdMetadataDocuments === 'on' && { client_id_metadata_document_supported: true }),
  ...(settings.dynamicClientRegistration === 'token' && { registration_endpoint: `${issuer}/openid/register` }),
})

/** @throws AppError not_found: members sign in to the dashboard, so the installation's own application is no provider */
async function readMetadata(_: unknown, { core, application }: PublicCall) {
  if (application.id === ownApplicationId) throw notFound('This application is not an OpenID Provider')
  const scopes = await listScopeNames(core, application.id)
  const issuer = createApplicationAddress(application, core.baseUrl)
  const metadata = { ...createMetadata(issuer, scopes ?? []), ...listChoices(issuer, application) }
  const etag = `"${createHash('sha256').update(JSON.stringify(metadata)).digest('base64url')}"`
  // Without the database, not all scopes are known, which the list allows (RFC 8414 §2), but not for long.
  return new CustomResponse(metadata, { 'cache-control': scopes ? cacheControl : 'no-store', etag })
}

export const metadata = {
  openidConfiguration: readMetadata,
  authorizationServerMetadata: readMetadata,
} satisfies HandlersOf<typeof metadataRoutes>
