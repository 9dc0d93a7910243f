import { longestClientUrl } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { isPublicKey } from './check-client.ts'
import type { Client } from './client.ts'
import { findAddressProblem, findRedirectProblem } from './client-addresses.ts'

/** The metadata of a client, as it publishes them at its URL (draft-ietf-oauth-client-id-metadata-document §4). */
export type ClientDocument = Pick<
  Client,
  'name' | 'redirectUris' | 'grantTypes' | 'jwks' | 'homepageUrl' | 'policyUrl' | 'termsUrl'
> & { url: string; authMethod: 'none' | 'private_key_jwt' }

/** The same before its keys were read, if it publishes them elsewhere. */
export type ReadDocument = { document: ClientDocument; jwksUri: string | undefined }

/** In words, why a document can't be used. */
export type DocumentProblem = { problem: string }

const mostRedirectUris = 32
const longestUri = 2_000
const longestName = 64
const mostKeys = 10

/**
 * Why a URL can't be the ID of a client (§3); undefined if it can. It must be written as URL parsers write it, which excludes dot
 * segments, default ports, and uppercase hosts. Of the well-known ports, only that of HTTPS counts: no other has such documents.
 */
export function findClientUrlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  if (text.length > longestClientUrl) return `client_id has more than ${longestClientUrl} characters`
  if (url?.protocol !== 'https:' || url.href !== text || text.includes('#') || text.includes('*'))
    return 'client_id must be an https URL in its normal form, without a fragment'
  if (url.username !== '' || url.password !== '') return 'client_id must not have a username or password'
  if (url.pathname === '/') return 'client_id must have a path, such as https://example.com/client.json'
  if (url.port !== '' && Number(url.port) < 1_024) return 'client_id must not have a well-known port besides 443'
  return undefined
}

/** Reads the document that was found at a URL, which decides about the client, whatever it says about others. */
export function readClientDocument(url: string, value: unknown): ReadDocument | DocumentProblem {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { problem: 'it must be a JSON object' }
  const fields = value as Readonly<Record<string, unknown>>
  const problem = findProblem(url, fields)
  if (problem !== undefined) return { problem }
  const { jwks_uri: jwksUri } = fields
  const document: ClientDocument = {
    url,
    name: (fields.client_name as string).trim(),
    redirectUris: filterRedirectUris(fields.redirect_uris),
    authMethod: readAuthMethod(fields) as ClientDocument['authMethod'],
    grantTypes: readGrantTypes(fields),
    ...readPages(url, fields),
    ...(fields.jwks !== undefined && { jwks: fields.jwks as NonNullable<ClientDocument['jwks']> }),
  }
  return { document, jwksUri: typeof jwksUri === 'string' ? jwksUri : undefined }
}

function findProblem(url: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (fields.client_id !== url) return 'its client_id must be the URL of the document'
  if ('client_secret' in fields || 'client_secret_expires_at' in fields) return 'it must not have a client_secret'
  if (!isName(fields.client_name)) return `its client_name must be one line of 1 to ${longestName} characters`
  if (filterRedirectUris(fields.redirect_uris).length === 0)
    return 'its redirect_uris must have at least one https address, or http address of this device, without a fragment'
  if (!includesOne(fields.grant_types, 'authorization_code')) return 'its grant_types must include authorization_code'
  if (!includesOne(fields.response_types, 'code')) return 'its response_types must include code'
  return findAuthenticationProblem(url, fields)
}

/** Characters that change the direction of text could make a name look like part of our own sentence. */
const isName = (name: unknown): boolean =>
  typeof name === 'string' &&
  name.trim() !== '' &&
  name.trim().length <= longestName &&
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)

/** Absent, both lists have this one value (RFC 7591 §2). */
const includesOne = (list: unknown, value: string): boolean =>
  list === undefined || (Array.isArray(list) && list.includes(value))

/** Schemes of programs are left out: any program on a device can claim one, and MCP allows none. */
function filterRedirectUris(list: unknown): string[] {
  if (!Array.isArray(list) || list.length > mostRedirectUris) return []
  return list.filter(
    (uri): uri is string =>
      typeof uri === 'string' && uri.length <= longestUri && findRedirectProblem(uri, 'web') === undefined,
  )
}

/** There is no secret that a client and this service could share, so the default of RFC 7591 §2 can't apply. */
const readAuthMethod = ({ token_endpoint_auth_method: method = 'none' }: Readonly<Record<string, unknown>>): unknown =>
  method

const readGrantTypes = ({ grant_types: list }: Readonly<Record<string, unknown>>): Client['grantTypes'] =>
  Array.isArray(list) && list.includes('refresh_token')
    ? ['authorization_code', 'refresh_token']
    : ['authorization_code']

function findAuthenticationProblem(url: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  const { jwks, jwks_uri: jwksUri } = fields
  const method = readAuthMethod(fields)
  if (method === 'none')
    return jwks === undefined && jwksUri === undefined ? undefined : 'only private_key_jwt uses its jwks and jwks_uri'
  if (method !== 'private_key_jwt') return 'its token_endpoint_auth_method must be none or private_key_jwt'
  if ((jwks === undefined) === (jwksUri === undefined)) return 'private_key_jwt needs either jwks or jwks_uri'
  if (jwks !== undefined) return findKeyProblem(jwks)
  return isOnOrigin(url, jwksUri) ? undefined : 'its jwks_uri must be at the scheme, host, and port of the document'
}

/** Why a key set can't be used; undefined if it can. */
export function findKeyProblem(jwks: unknown): string | undefined {
  const keys = jwks !== null && typeof jwks === 'object' ? (jwks as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys)
    return `its key set must have 1 to ${mostKeys} keys`
  const isUsable = keys.every((key) => key !== null && typeof key === 'object' && isPublicKey(key))
  return isUsable ? undefined : 'its key set must have public keys only: EC with P-256, Ed25519, or RSA of 2048 bits'
}

/** Another host would get requests that its owner never agreed to. */
const isOnOrigin = (url: string, other: unknown): boolean =>
  typeof other === 'string' &&
  findAddressProblem(other) === undefined &&
  URL.parse(other)?.origin === new URL(url).origin

const pages = [
  ['homepageUrl', 'client_uri'],
  ['policyUrl', 'policy_uri'],
  ['termsUrl', 'tos_uri'],
] as const

/** Pages at another host are left out: the consent page would link to them in the name of this one. */
const readPages = (url: string, fields: Readonly<Record<string, unknown>>): Partial<ClientDocument> =>
  Object.fromEntries(
    pages.flatMap(([name, field]) =>
      isOnOrigin(url, fields[field]) && String(fields[field]).length <= longestUri ? [[name, fields[field]]] : [],
    ),
  )
