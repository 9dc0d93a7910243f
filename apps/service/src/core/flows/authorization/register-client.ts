import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import {
  type ClientAuthMethod,
  type ClientRequest,
  type ClientType,
  clientAuthMethods,
  type GrantType,
} from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import { AppError, forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { findRedirectProblem } from '../../model/authorization/client-addresses.ts'
import { splitList } from '../../model/authorization/read-request.ts'
import { createClient, type NewClient } from '../../use-cases/openid-clients/manage.ts'
import { oauthError } from './oauth-error.ts'

/** The metadata that a program sends (RFC 7591 §2). */
export type ClientMetadata = {
  redirect_uris: readonly string[]
  client_name?: string
  application_type?: string
  token_endpoint_auth_method?: string
  grant_types?: readonly string[]
  response_types?: readonly string[]
  scope?: string
  client_uri?: string
  logo_uri?: string
  policy_uri?: string
  tos_uri?: string
  jwks?: ClientRequest['jwks']
  jwks_uri?: string
}

/** A registration, and the ID of the API key that allows it. */
type Registration = { metadata: ClientMetadata; by: string }

/**
 * Registers the client of a program, which members then see and change like any other. Metadata that the service doesn't have is left
 * out or replaced, and the response says so (RFC 7591 §3.2.1).
 * @throws AppError forbidden: the application doesn't allow it · bad_request (invalid_redirect_uri, invalid_client_metadata)
 */
export async function registerClient(
  core: Core,
  application: Application,
  { metadata, by }: Registration,
): Promise<NewClient> {
  if (application.settings.dynamicClientRegistration !== 'token')
    throw forbidden('The application does not allow dynamic client registration')
  const type = chooseType(metadata)
  requireRedirectUris(metadata, type)
  requireCodeFlow(metadata)
  const resources = await core.store.protectedResources.list(application.id)
  const asked = metadata.scope === undefined ? openidScopes : splitList(metadata.scope)
  return create(core, application, {
    name: chooseName(metadata),
    type,
    authMethod: chooseAuthMethod(metadata, type),
    redirectUris: [...metadata.redirect_uris],
    grantTypes: chooseGrantTypes(metadata),
    scopes: openidScopes.filter((scope) => asked.includes(scope)),
    resources: resources.map(({ uri }) => uri).slice(0, mostResources),
    ...listAddresses(metadata),
    by,
  })
}

const invalid = (description: string) => oauthError('invalid_client_metadata', description)

/** As many as a client can have. */
const mostResources = 32

/** The rules for clients that members register hold here too. */
async function create(core: Core, application: Application, client: Parameters<typeof createClient>[2]) {
  try {
    return await createClient(core, application, client)
  } catch (error) {
    throw error instanceof AppError ? invalid(error.message) : error
  }
}

/** Programs that say nothing count as `web`; if users return to their own device, they aren't. */
function chooseType({ application_type: stated, ...metadata }: ClientMetadata): ClientType {
  const isOnDevice = metadata.redirect_uris.every((uri) => !uri.startsWith('https:'))
  if (stated === 'native' || isOnDevice) return 'native'
  return metadata.token_endpoint_auth_method === 'none' ? 'singlePage' : 'web'
}

function requireRedirectUris({ redirect_uris: uris }: ClientMetadata, type: ClientType): void {
  if (uris.length === 0) throw oauthError('invalid_redirect_uri', 'redirect_uris must have at least one')
  for (const uri of uris) {
    const problem = findRedirectProblem(uri, type)
    if (problem !== undefined) throw oauthError('invalid_redirect_uri', `${uri}: ${problem}`)
  }
}

/** RFC 7591 §2 has these defaults. */
function requireCodeFlow({ grant_types: grants, response_types: responses }: ClientMetadata): void {
  if (!(grants ?? ['authorization_code']).includes('authorization_code'))
    throw invalid('grant_types must include authorization_code')
  if (!(responses ?? ['code']).includes('code')) throw invalid('response_types must include code')
}

const chooseGrantTypes = ({ grant_types: asked = [] }: ClientMetadata): GrantType[] =>
  asked.includes('refresh_token') ? ['authorization_code', 'refresh_token'] : ['authorization_code']

const isAuthMethod = (method: string): method is ClientAuthMethod => clientAuthMethods.some((one) => one === method)

/** A program on a device gets no secret, even if it asks for one: it can't keep it (OAuth 2.1 §2.1). */
function chooseAuthMethod({ token_endpoint_auth_method: asked }: ClientMetadata, type: ClientType): ClientAuthMethod {
  const method = asked ?? 'client_secret_basic'
  if (!isAuthMethod(method)) throw invalid(`token_endpoint_auth_method must be one of ${clientAuthMethods.join(', ')}`)
  return type === 'web' ? method : 'none'
}

const chooseName = ({ client_name: name, redirect_uris: [first = ''] }: ClientMetadata): string =>
  name ?? (URL.parse(first)?.host || 'Program').slice(0, 64)

function listAddresses({ client_uri, logo_uri, policy_uri, tos_uri, jwks, jwks_uri, ...metadata }: ClientMetadata) {
  const hasKeys = metadata.token_endpoint_auth_method === 'private_key_jwt'
  return {
    ...(client_uri !== undefined && { homepageUrl: client_uri }),
    ...(logo_uri !== undefined && { logoUrl: logo_uri }),
    ...(policy_uri !== undefined && { policyUrl: policy_uri }),
    ...(tos_uri !== undefined && { termsUrl: tos_uri }),
    ...(hasKeys && jwks && { jwks }),
    ...(hasKeys && jwks_uri !== undefined && { jwksUri: jwks_uri }),
  }
}
