import { type Client, isConfidential } from './client.ts'

/** A loopback address with any port, up to the path (RFC 8252 §7.3). Each of its names is another address (§8.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|(?:[\w-]+\.)*localhost))(?::\d{1,5})?(?=[/?]|$)/

const withoutPort = (uri: string) => uri.replace(loopback, '$1')

/** Whether a URI leads to a program on the device of the browser, which any program there can pretend to be. Ports end at 65535. */
export const isLoopback = (uri: string): boolean => loopback.test(uri) && URL.canParse(uri)

/**
 * Whether another program on the user's device can pretend to be the client: one without a secret, whose users return to a loopback
 * address or a private-use scheme (RFC 8252 §8.6). Only https addresses belong to a domain.
 */
export const canBeImpersonated = (client: Pick<Client, 'authMethod'>, redirectUri: string): boolean =>
  !isConfidential(client) && new URL(redirectUri).protocol !== 'https:'

/**
 * Whether the client registered a redirect URI. URIs are compared character by character (RFC 9700 §2.1): normalizing them, such as
 * the case of a host, would accept addresses that the operator never saw. Only the port of a native program's loopback address is
 * free.
 */
export function isRegistered({ redirectUris, type }: Pick<Client, 'redirectUris' | 'type'>, uri: string): boolean {
  if (redirectUris.includes(uri)) return true
  if (type !== 'native' || !isLoopback(uri)) return false
  return redirectUris.some((registered) => isLoopback(registered) && withoutPort(registered) === withoutPort(uri))
}

/** Adds parameters to a redirect URI, and keeps its own query (RFC 6749 §3.1.2). */
export function addParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** A request with a redirect URI that its client didn't register, for the operator. */
export class UnregisteredRedirectUri extends Error {
  override name = 'UnregisteredRedirectUri'
  readonly clientId: string
  /** Those that it would have with this one. */
  readonly wanted: readonly string[]

  constructor({ id, redirectUris }: Pick<Client, 'id' | 'redirectUris'>, redirectUri: string) {
    super(`the client ${id} sent ${redirectUri}, but has ${redirectUris.join(' ') || 'none'}`)
    this.clientId = id
    this.wanted = [...redirectUris, redirectUri]
  }
}
