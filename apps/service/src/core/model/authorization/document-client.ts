import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Application } from '../applications/application.ts'
import type { Client } from './client.ts'
import { listClientDefaults } from './client-defaults.ts'
import type { ClientDocument } from './client-document.ts'

/** The ID of a client that is known by the document at this URL. Registered IDs have no colon, so none looks like one. */
export const isDocumentId = (clientId: string): boolean => clientId.startsWith('https://')

/** The host by which users recognize such a client, with the port if it isn't the usual one; undefined for a registered client. */
export const findDocumentHost = (clientId: string): string | undefined =>
  isDocumentId(clientId) ? URL.parse(clientId)?.host : undefined

/**
 * The name by which users know a client. The one that a document gives proves nothing, so its host takes its place: it is all that is
 * known.
 */
export function nameClient({ id, name }: Pick<Client, 'id' | 'name'>): { name: string; claimedName?: string } {
  const host = findDocumentHost(id)
  return host === undefined ? { name } : { name: host, claimedName: name }
}

/** Whether the application accepts clients at that URL, and whether a member chose its host. */
export function judgeDocumentHost(
  { settings }: Pick<Application, 'settings'>,
  url: string,
): { isAllowed: boolean; isListed: boolean } {
  const { clientIdMetadataDocuments: mode, clientIdMetadataHosts: hosts } = settings
  const isListed = hosts.includes(findDocumentHost(url) ?? '')
  return { isAllowed: mode === 'on' && (hosts.length === 0 || isListed), isListed }
}

/** The part of a client that its requests carry along, so that their pages read no document. */
export type DocumentSummary = { url: string } & Pick<
  Client,
  'name' | 'authMethod' | 'grantTypes' | 'homepageUrl' | 'policyUrl' | 'termsUrl'
>

/** That part of such a client. */
export const summarizeClient = (client: Client): DocumentSummary => {
  const { id: url, name, authMethod, grantTypes, homepageUrl, policyUrl, termsUrl } = client
  const pages = { ...(homepageUrl && { homepageUrl }), ...(policyUrl && { policyUrl }), ...(termsUrl && { termsUrl }) }
  return { url, name, authMethod, grantTypes, ...pages }
}

/**
 * The client that a document describes. It chooses nothing that a member chooses for registered clients: users are always asked,
 * PKCE is always required, and its scopes are those of OpenID Connect, and of each resource.
 */
export const createDocumentClient = (
  { url, ...described }: DocumentSummary & Partial<Pick<ClientDocument, 'redirectUris' | 'jwks'>>,
  appId: string,
): Client => ({
  ...listClientDefaults('native'),
  ...described,
  scopes: openidScopes,
  appId,
  id: url,
  secrets: [],
  version: 1,
  createdAt: 0,
  updatedAt: 0,
})
