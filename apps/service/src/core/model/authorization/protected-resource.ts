import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import { mostResourceScopes, type ResourceScope } from '@thumbturn/contract/vocabulary/protected-resources.ts'
import type { Client } from './client.ts'
import { findAddressProblem } from './client-addresses.ts'
import { isDocumentId } from './document-client.ts'

/** The choices of members about a protected resource, besides its URI. */
export type ResourceSettings = {
  name: string
  scopes: readonly ResourceScope[]
  /** The names of groups whose members clients can get access for; empty: every user. */
  allowedGroups: readonly string[]
}

/** An API that clients get access tokens for (RFC 8707), such as an MCP server. Times are milliseconds since 1970. */
export type ProtectedResource = ResourceSettings & {
  appId: string
  /** The audience of its access tokens. */
  uri: string
  /** Raised by every change, which requires the version that it was computed from. */
  version: number
  createdAt: number
  updatedAt: number
}

/** Whether OpenID Connect defines a scope, so that it is about the user and belongs to no resource. */
export const isOpenidScope = (scope: string): boolean => openidScopes.some((one) => one === scope)

/**
 * The forms in which a resource can be registered that a request names: clients may write scheme and host in capitals, and URL
 * libraries add a / to a host without a path (RFC 3986 §6.2.2.1, §6.2.3). Everything else is compared exactly.
 */
export function listUriForms(asked: string): readonly [string, ...string[]] {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/is.exec(asked) ?? []
  if (origin === undefined) return [asked]
  const lower = origin.toLowerCase()
  return rest === '' || rest === '/' ? [lower, `${lower}/`] : [`${lower}${rest}`]
}

/** Everything that keeps a resource from being used, in words; empty if nothing does. */
export function listResourceProblems({ uri, ...settings }: ResourceSettings & { uri: string }): string[] {
  const verdicts = [uriVerdict(uri), isLine(settings.name, 64) || 'name must be one line of 1 to 64 characters']
  return [...verdicts, ...scopeVerdicts(settings)].filter((verdict) => verdict !== true)
}

const isLine = (text: string, most: number) =>
  text.trim() !== '' && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text)

function uriVerdict(uri: string): true | string {
  const problem = findAddressProblem(uri)
  if (problem !== undefined) return `uri: ${uri}: ${problem}`
  const { href } = new URL(uri)
  return href === uri || href === `${uri}/` || `uri: ${uri}: write it as ${listUriForms(href)[0]}, as clients send it`
}

function scopeVerdicts({ scopes }: ResourceSettings): (true | string)[] {
  const names = scopes.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  return [
    scopes.length <= mostResourceScopes || `scopes: there can be at most ${mostResourceScopes}`,
    ...repeated.map((name) => `scopes: ${name} is listed more than once`),
    ...names.filter(isOpenidScope).map((name) => `scopes: ${name} belongs to OpenID Connect: use another name`),
    ...scopes.map(({ name, description }) => isLine(description, 200) || `scopes: ${name} needs a description`),
  ]
}

/** Whether the operator listed a resource at a client. */
export function listsResource({ resources }: Pick<Client, 'resources'>, uri: string): boolean {
  const forms = listUriForms(uri)
  return resources.some((one) => forms.includes(one))
}

/** Whether a client can ask for access tokens for a registered resource. One that no member registered can, as users decide alone. */
export const canAskFor = (client: Pick<Client, 'id' | 'resources'>, { uri }: Pick<ProtectedResource, 'uri'>): boolean =>
  isDocumentId(client.id) || listsResource(client, uri)

/** Scopes by what they are about. Those that the resource no longer has are left out. */
export type SplitScopes = { own: readonly string[]; ofResource: readonly string[] }

/** Splits the scopes of an authorization into those about the user, and those of its resource, if it is registered. */
export function splitScopes(scopes: readonly string[], resource: ProtectedResource | undefined): SplitScopes {
  if (!resource) return { own: scopes, ofResource: [] }
  const names = new Set(resource.scopes.map(({ name }) => name))
  return { own: scopes.filter(isOpenidScope), ofResource: scopes.filter((scope) => names.has(scope)) }
}
