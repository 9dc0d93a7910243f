import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { addPublicClient, signInToClient } from '@thumbturn/service-harness/openid.ts'
import { type ProtectedResource, protectResource, type ResourceOptions } from '../src/resource.ts'
import { issuer, type TestService } from './service.ts'

/** The MCP server of the tests, as its clients know it. */
export const resourceUri = 'https://mcp.example.com/notes/mcp'
export const metadataPath = '/.well-known/oauth-protected-resource/notes/mcp'
export const metadataUrl = `https://mcp.example.com${metadataPath}`

/** A resource of the application `demo`, which needs `notes:read`, with the service's clock. */
export const createResource = (service: TestService, options: Partial<ResourceOptions> = {}): ProtectedResource =>
  protectResource({
    issuer,
    resource: resourceUri,
    scopes: ['notes:read'],
    scopesSupported: ['notes:read', 'notes:write'],
    baseUrl: `${service.url}/apps/demo`,
    timeout: 60_000,
    now: service.clock.now,
    ...options,
  })

/** A client that can ask for tokens for the resource. */
export const addResourceClient = (service: TestService, changes: Partial<Client> = {}) =>
  addPublicClient(service, {
    scopes: ['openid', 'notes:read', 'notes:write'],
    resources: [resourceUri, 'https://other.example.com'],
    ...changes,
  })

/** An access token of a new user for the resource. */
export async function requestAccess(
  service: TestService,
  { client, ...change }: { client?: Client; scope?: string; resource?: string } = {},
) {
  const registered = client ?? (await addResourceClient(service))
  const asked = { scope: 'notes:read', resource: resourceUri, ...change }
  const { tokens, userId } = await signInToClient(service, registered, asked)
  return { token: tokens.access_token, idToken: tokens.id_token, userId, clientId: registered.id }
}
