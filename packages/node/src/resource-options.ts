import { type Client, createOptionsError, type ThumbturnOptions, toCallOptions } from './options.ts'

/** A protected resource (RFC 9728), such as an MCP server, and the application that issues the tokens for it. */
export interface ResourceOptions extends Pick<ThumbturnOptions, 'timeout' | 'clockTolerance' | 'fetch' | 'now'> {
  /** The application's address: `https://id.example.com/apps/shop`. */
  issuer: string
  /**
   * The address of this server as clients know it, such as `https://mcp.example.com/mcp`, and the audience of its tokens.
   * It's never read from a request, whose Host header an attacker can choose.
   */
  resource: string
  /** The scopes that every request needs, and that a client asks for first. */
  scopes?: readonly string[] | undefined
  /** All scopes that a client can ask for here; `scopes` by default. */
  scopesSupported?: readonly string[] | undefined
  /** The scopes that a broader one includes: `{ 'notes:write': ['notes:read'] }`. */
  impliedScopes?: Readonly<Record<string, readonly string[]>> | undefined
  /** A name for users, which clients can show. */
  name?: string | undefined
  /** A page for developers of clients. */
  documentation?: string | undefined
  /** Asks the service whether a token was revoked. By default, a token is valid until it expires. */
  introspection?: IntrospectionOptions | undefined
  /** Where this server reaches the application, if that isn't the issuer's address. */
  baseUrl?: string | undefined
}

/** How this server asks whether a token was revoked (RFC 7662). */
export interface IntrospectionOptions {
  /** A client of the application that has a secret, and lists this resource. */
  clientId: string
  clientSecret: string | undefined
  /** A revoked token ends within this time, for which a response counts; 60 by default, and 0 asks for each request. */
  cacheSeconds?: number | undefined
  /** While the service can't be asked: 503 (`reject`, the default), or as without introspection (`accept`). */
  duringOutage?: 'reject' | 'accept' | undefined
}

/** The validated options of a resource. */
export interface ResourceSettings {
  readonly client: Client
  readonly issuer: string
  readonly resource: URL
  /** As it is in tokens. */
  readonly audience: string
  readonly scopes: readonly string[]
  readonly scopesSupported: readonly string[]
  readonly impliedScopes: ReadonlyMap<string, readonly string[]>
  readonly introspection: IntrospectionSettings | undefined
}

export interface IntrospectionSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly cacheSeconds: number
  readonly duringOutage: 'reject' | 'accept'
}

/** @throws ThumbturnError invalid_options */
export function toResourceSettings(options: ResourceOptions): ResourceSettings {
  const { scopes = [], scopesSupported = scopes, impliedScopes = {} } = options
  const resource = parseResource(options.resource)
  const issuer = parseAddress('issuer', options.issuer)
  requireScopeNames([...scopes, ...scopesSupported, ...Object.keys(impliedScopes)])
  return {
    client: createClient(options, issuer),
    issuer,
    resource,
    audience: options.resource,
    scopes,
    scopesSupported,
    impliedScopes: new Map(Object.entries(impliedScopes)),
    introspection: options.introspection && toIntrospectionSettings(options.introspection),
  }
}

/** Like that of `createThumbturn`, which needs the ID of the application. Here, its address is enough. */
function createClient(options: ResourceOptions, issuer: string): Client {
  const application = options.baseUrl === undefined ? issuer : parseAddress('baseUrl', options.baseUrl)
  const keys = { apiKey: undefined, adminKey: undefined }
  const names = { application, installation: application, appId: issuer, issuers: [issuer] }
  return { ...names, ...keys, ...toCallOptions(options) }
}

function parseAddress(option: 'issuer' | 'baseUrl', address: string): string {
  const url = parseUrl(address)
  if (!url || url.search) throw createOptionsError(`${option} must be like https://id.example.com/apps/shop`)
  return address.replace(/\/+$/, '')
}

/** Without credentials and without a fragment (RFC 9728 §1.2). */
function parseUrl(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !address.includes('#') ? url : undefined
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** In the form in which clients repeat it: they parse it, and an audience is compared character by character. */
function parseResource(resource: string): URL {
  const url = parseUrl(resource)
  if (!url || url.search)
    throw createOptionsError(`resource must be like https://mcp.example.com/mcp, not "${resource}"`)
  if (url.protocol !== 'https:' && !loopback.test(url.hostname))
    throw createOptionsError('resource must use https, except on localhost')
  if (url.href !== resource && url.href !== `${resource}/`)
    throw createOptionsError(`resource must be written as ${url.href}`)
  return url
}

/** RFC 6749 §3.3: printable ASCII without quotation mark and backslash, so they can be quoted in a header. */
function requireScopeNames(scopes: readonly string[]): void {
  const wrong = scopes.find((scope) => !/^[!#-[\]-~]+$/.test(scope))
  if (wrong !== undefined) throw createOptionsError(`"${wrong}" is not the name of a scope`)
}

function toIntrospectionSettings({
  clientId,
  clientSecret,
  cacheSeconds = 60,
  duringOutage = 'reject',
}: IntrospectionOptions): IntrospectionSettings {
  const secret = clientSecret?.trim()
  if (!clientId || !secret)
    throw createOptionsError('introspection needs clientId and clientSecret of a client that lists this resource')
  if (!(Number.isInteger(cacheSeconds) && cacheSeconds >= 0 && cacheSeconds <= 3_600))
    throw createOptionsError('introspection.cacheSeconds must be a whole number from 0 to 3600')
  if (duringOutage !== 'reject' && duringOutage !== 'accept')
    throw createOptionsError("introspection.duringOutage must be 'reject' or 'accept'")
  return { clientId, clientSecret: secret, cacheSeconds, duringOutage }
}
