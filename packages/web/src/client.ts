import { cookieTokenStore, type TokenStore } from './token.ts'

/** Where the service is, and what the SDK may keep in the browser. */
export interface ClientOptions {
  /** Base URL of the application, as the dashboard shows it. */
  baseUrl: string
  /** Application id; read from baseUrl where it is left out. */
  appId?: string | undefined
  /** Where the access token is kept; a cookie by default. */
  tokenStore?: TokenStore | undefined
  /** True stops the report of failed ceremonies to the service. */
  disableAnalytics?: boolean | undefined
}

/** What every function of the SDK needs to know. */
export interface Client {
  readonly baseUrl: string
  readonly appId: string
  readonly tokenStore: TokenStore
  readonly disableAnalytics: boolean
}

/**
 * A client for one application; touches neither network nor storage, so it may run on a server.
 * @throws TypeError for a base URL that is none, or that names no application
 */
export function createClient({ baseUrl: given, appId, tokenStore, disableAnalytics = false }: ClientOptions): Client {
  const [baseUrl, host, path] = /^https?:\/\/([^/:]+).*?(?:\/apps\/([^/]+).*?)?(?=\/*$)/.exec(given) ?? []
  if (!host) throw new TypeError(`baseUrl must be an absolute http or https URL, not "${given}"`)
  const id = appId || decodeURIComponent(path ?? readFirstLabel(host))
  if (!id) throw new TypeError(`No application id in baseUrl "${given}": pass appId`)
  return { baseUrl: baseUrl!, appId: id, tokenStore: tokenStore ?? cookieTokenStore(id), disableAnalytics }
}

/** The first label of a host; an address made of digits names a machine, never an application. */
const readFirstLabel = (host: string) => /^(?![\d.]+$)([^.]+)\./.exec(host)?.[1] ?? ''
