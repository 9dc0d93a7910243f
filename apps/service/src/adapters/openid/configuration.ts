import type { JSONWebKeySet } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { isSameIssuer, withoutSlash } from '../../core/model/sso/issuer.ts'
import type { Egress, IncomingResponse } from '../egress/egress.ts'
import { createCache } from './cache.ts'
import { unusable } from './outages.ts'

/** The metadata of a provider, of which these fields are there (OpenID Connect Discovery 1.0 §3). */
export type ProviderMetadata = ServerMetadata & {
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}

const suffix = '.well-known/openid-configuration'

const usedEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** The documents that a provider publishes, which are kept for seconds. @throws Outage whose cause says what is wrong */
export type Publications = ReturnType<typeof createPublications>

export function createPublications(egress: Egress, monotonic: () => number) {
  return {
    /** By the discovery URL, which must be the issuer (OpenID Connect Discovery 1.0 §4.3). */
    readConfiguration: createCache(monotonic, (url) => readConfiguration(egress, url)),
    readKeys: createCache(monotonic, (url) => readKeys(egress, url)),
  }
}

async function readConfiguration(egress: Egress, discoveryUrl: string): Promise<ProviderMetadata> {
  const url = `${withoutSlash(discoveryUrl)}/${suffix}`
  const metadata = await getObject(egress, url)
  const { issuer } = metadata
  if (typeof issuer !== 'string' || !isSameIssuer(issuer, discoveryUrl))
    throw unusable(`${url} names another issuer: ${describe(issuer)}`)
  for (const name of usedEndpoints) requireEndpoint(metadata[name], { name, discoveryUrl })
  return metadata as ProviderMetadata
}

async function readKeys(egress: Egress, url: string): Promise<JSONWebKeySet> {
  const { keys } = await getObject(egress, url)
  if (!Array.isArray(keys)) throw unusable(`${url} lists no keys`)
  return { keys }
}

async function getObject(egress: Egress, url: string): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await get(egress, url)
  if (status !== 200) throw unusable(`${url} returned ${status}`)
  const object = parseObject(text)
  if (object === undefined) throw unusable(`${url} returned no JSON object`)
  return object
}

async function get(egress: Egress, url: string): Promise<IncomingResponse> {
  try {
    const call = { method: 'GET', url: new URL(url), headers: { accept: 'application/json' } } as const
    return await egress.call(call, AbortSignal.timeout(10_000))
  } catch (error) {
    throw unusable(`${url}: ${(error as Error).message}`)
  }
}

/** The JSON object that a text is; undefined for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const describe = (value: unknown) => (JSON.stringify(value) ?? 'none').slice(0, 200)

/** The browser goes to the first of them, so none may be a script. Without TLS, only a provider without TLS works. */
function requireEndpoint(value: unknown, { name, discoveryUrl }: { name: string; discoveryUrl: string }) {
  const protocol = typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : undefined
  if (protocol === 'https:' || (protocol === 'http:' && discoveryUrl.startsWith('http:'))) return
  throw unusable(`its ${name} is not a valid URL: ${describe(value)}`)
}
