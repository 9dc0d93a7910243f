import { proofAlgorithms } from './dpop.ts'
import type { ResourceResponse } from './resource-challenge.ts'
import type { ResourceOptions, ResourceSettings } from './resource-options.ts'

/** The document by which clients learn how to get a token (RFC 9728 §2). */
export interface ResourceMetadata {
  resource: string
  authorization_servers: readonly string[]
  scopes_supported?: readonly string[]
  bearer_methods_supported: readonly ['header']
  dpop_signing_alg_values_supported: readonly string[]
  resource_name?: string
  resource_documentation?: string
}

export function createMetadata(
  { audience, issuer, scopesSupported }: ResourceSettings,
  { name, documentation }: Pick<ResourceOptions, 'name' | 'documentation'>,
): ResourceMetadata {
  return {
    resource: audience,
    authorization_servers: [issuer],
    ...(scopesSupported.length > 0 && { scopes_supported: scopesSupported }),
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: proofAlgorithms,
    ...(name !== undefined && { resource_name: name }),
    ...(documentation !== undefined && { resource_documentation: documentation }),
  }
}

/** RFC 9728 §3.1: the well-known path is between host and path, of which a sole slash is left out. */
export const toMetadataUrl = ({ origin, pathname }: URL): URL =>
  new URL(`/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`, origin)

/** Clients in browsers read the document from other origins, and send a header of MCP with the request. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}
const allow = 'GET, HEAD, OPTIONS'

/** The response to a request for the document. */
export function respondWithMetadata(metadata: ResourceMetadata, method: string): ResourceResponse {
  if (method === 'OPTIONS') return { status: 204, headers: { ...cors, allow }, body: undefined }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { ...cors, allow }, body: undefined }
  const headers = { ...cors, 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }
  return { status: 200, headers, body: metadata }
}
