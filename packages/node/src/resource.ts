import { createProofVerifier } from './dpop.ts'
import { ThumbturnError } from './errors.ts'
import { createKeys } from './keys.ts'
import { createChallenge, type ResourceResponse } from './resource-challenge.ts'
import { createIntrospection } from './resource-introspection.ts'
import { createMetadata, type ResourceMetadata, respondWithMetadata, toMetadataUrl } from './resource-metadata.ts'
import { type ResourceOptions, type ResourceSettings, toResourceSettings } from './resource-options.ts'
import { type ResourceClaims, verifyResourceToken } from './resource-token.ts'

/** A verified access token. It has the form of `AuthInfo`, by which handlers of the MCP SDK know the caller. */
export type ResourceAccess = {
  token: string
  clientId: string
  /** The user as the client knows them; undefined if the client acts for itself. */
  userId: string | undefined
  /** With those that they imply. */
  scopes: string[]
  /** Seconds since 1970. */
  expiresAt: number
  resource: URL
  /** By which the MCP SDK asks for further scopes. */
  resourceMetadataUrl: string
  /** Every claim of the token. */
  extra: ResourceClaims
}

/** A request to a resource. */
export interface ResourceRequest {
  method: string
  /** Path as the client requested it; a query is ignored. */
  path: string
  authorization: string | undefined
  /** The header of that name (RFC 9449 §4.1). */
  dpop: string | undefined
}

/** The requests to admit. */
export interface AccessRequirements {
  /** Scopes that these requests need besides those of the resource. */
  scopes?: readonly string[] | undefined
  /** Receives the exact reason for each rejected request, for your log. */
  onRejected?: ((error: ThumbturnError) => void) | undefined
}

/** A server, or a part of one, that only clients with an access token can call. */
export interface ProtectedResource {
  /** The document that clients read first (RFC 9728). */
  readonly metadata: ResourceMetadata
  /** The document's address, which `WWW-Authenticate` names. */
  readonly metadataUrl: string
  /** The response to a request for the metadata; undefined for a request with another path. */
  describe(request: Pick<ResourceRequest, 'method' | 'path'>): ResourceResponse | undefined
  /** Verifies the access token of a request: returns what it allows, or the response that rejects the request. */
  admit(
    request: ResourceRequest,
    requirements?: AccessRequirements,
  ): Promise<{ access: ResourceAccess; rejection?: undefined } | { access?: undefined; rejection: ResourceResponse }>
}

/**
 * Protects an MCP server, or any other API, with access tokens that an application's users give to OpenID clients. Pass it
 * to the functions for your framework. Makes no call until a request arrives.
 * @throws ThumbturnError invalid_options
 */
export function protectResource(options: ResourceOptions): ProtectedResource {
  const settings = toResourceSettings(options)
  const metadata = createMetadata(settings, options)
  const { href: metadataUrl, pathname: metadataPath } = toMetadataUrl(settings.resource)
  const verify = createVerifier(settings, metadataUrl)
  return {
    metadata,
    metadataUrl,
    describe: ({ method, path }) =>
      toPathname(path) === metadataPath ? respondWithMetadata(metadata, method) : undefined,
    async admit(request, { scopes = [], onRejected } = {}) {
      const needed = [...new Set([...settings.scopes, ...scopes])]
      try {
        return { access: await verify(request, needed) }
      } catch (error) {
        if (!(error instanceof ThumbturnError)) throw error
        onRejected?.(error)
        return { rejection: createChallenge(error, { metadataUrl, scopes: needed }) }
      }
    },
  }
}

/** The path only: a request can name any host. */
const toPathname = (path: string) => (URL.canParse(path, 'http://-') ? new URL(path, 'http://-').pathname : '')

function createVerifier(settings: ResourceSettings, resourceMetadataUrl: string) {
  const { client, resource } = settings
  const keys = createKeys(client)
  const proofs = createProofVerifier(client.now)
  const introspection = createIntrospection(settings)
  return async (request: ResourceRequest, needed: readonly string[]): Promise<ResourceAccess> => {
    const { scheme, token } = readCredentials(request.authorization)
    const claims = await verifyResourceToken(keys, settings, token)
    await requireProof({ proofs, resource }, { ...request, scheme, token, thumbprint: claims.cnf?.jkt })
    const scopes = addImplied(claims.scope, settings.impliedScopes)
    requireScopes(scopes, needed)
    await introspection?.requireActive(token, claims.jti)
    const { client_id: clientId, exp: expiresAt, auth_time, sub } = claims
    const userId = auth_time === undefined ? undefined : sub
    return { token, clientId, userId, scopes, expiresAt, resource, resourceMetadataUrl, extra: claims }
  }
}

/** RFC 9110 §11.1: the scheme is case-insensitive. A token in the query isn't read (OAuth 2.1 §5.1.1). */
function readCredentials(authorization = ''): { scheme: string; token: string } {
  const [, scheme = '', token = ''] = /^(bearer|dpop) +(\S+) *$/i.exec(authorization) ?? []
  return { scheme: scheme.toLowerCase(), token }
}

type ProofRequest = ResourceRequest & { scheme: string; token: string; thumbprint: string | undefined }

/** A token that is bound to a key works with a proof only, and a proof with such a token only (RFC 9449 §7.1, §7.2). */
async function requireProof(
  { proofs, resource }: { proofs: ReturnType<typeof createProofVerifier>; resource: URL },
  { method, path, dpop, scheme, token, thumbprint }: ProofRequest,
): Promise<void> {
  if (thumbprint === undefined && scheme === 'bearer') return
  if (thumbprint === undefined)
    throw new ThumbturnError('token_wrong_proof', 'The token is not bound to a key: send it as Bearer')
  if (scheme !== 'dpop')
    throw new ThumbturnError('token_without_proof', 'The token is bound to a key: send it as DPoP, with a proof')
  const url = `${resource.origin}${toPathname(path)}`
  await proofs.accept({ proof: dpop, method, url, token, thumbprint })
}

function addImplied(scope: string, implied: ResourceSettings['impliedScopes']): string[] {
  const scopes = new Set(scope.split(' ').filter((name) => name !== ''))
  // A set that grows while it is read is read to its end.
  for (const name of scopes) for (const narrower of implied.get(name) ?? []) scopes.add(narrower)
  return [...scopes]
}

function requireScopes(scopes: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return
  throw new ThumbturnError(
    'token_missing_scope',
    `The token lacks ${missing.join(', ')}: the client must ask for it, and the user must allow it`,
  )
}

export { ThumbturnError, type ThumbturnErrorCode } from './errors.ts'
export type { ResourceResponse } from './resource-challenge.ts'
export type { ResourceMetadata } from './resource-metadata.ts'
export type { IntrospectionOptions, ResourceOptions } from './resource-options.ts'
export type { ResourceClaims } from './resource-token.ts'
