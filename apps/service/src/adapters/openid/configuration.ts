import type { ServerMetadata } from 'openid-client'
import { Outage } from '../../core/errors.ts'
import type { Egress, IncomingResponse } from '../egress/egress.ts'

/** The metadata of a provider, of which these fields are there (OpenID Connect Discovery 1.0 §3). */
export type ProviderMetadata = ServerMetadata & {
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}

const suffix = '.well-known/openid-configuration'

const withoutSlash = (url: string) => url.replace(/\/$/, '')

const usedEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/**
 * Reads the configuration of a provider, which must name the discovery URL as its issuer (§4.3).
 * @throws Outage that says what is wrong
 */
export async function readConfiguration(egress: Egress, discoveryUrl: string): Promise<ProviderMetadata> {
  const url = `${withoutSlash(discoveryUrl)}/${suffix}`
  const { status, text } = await get(egress, url)
  if (status !== 200) throw unusable(`${url} returned ${status}`)
  const metadata = parse(text)
  if (metadata === undefined) throw unusable(`${url} returned no JSON object`)
  const { issuer } = metadata
  if (typeof issuer !== 'string' || withoutSlash(issuer) !== withoutSlash(discoveryUrl))
    throw unusable(`${url} names another issuer: ${describe(issuer)}`)
  for (const name of usedEndpoints) requireEndpoint(metadata[name], { name, discoveryUrl })
  return metadata as ProviderMetadata
}

/** A GET request. @throws Outage */
export async function get(egress: Egress, url: string): Promise<IncomingResponse> {
  try {
    const call = { method: 'GET', url: new URL(url), headers: { accept: 'application/json' } } as const
    return await egress.call(call, AbortSignal.timeout(10_000))
  } catch (error) {
    throw unusable(`${url}: ${(error as Error).message}`)
  }
}

/** What the caller reads; the log has the cause. */
export const unusable = (reason: string): Outage =>
  new Outage(`The identity provider is unavailable: ${reason.slice(0, 300)}`, { cause: new Error(reason) })

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
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
