import { cookieTokenStore, type TokenStore } from './token.ts'

/** Where the service is, and what the SDK may keep in the browser. */
export interface ClientOptions {
  /** Base URL of the application, as the dashboard shows it. */
  baseUrl: string
  /** Application id; read from baseUrl where it is left out. */
  appId?: string
  /** Where the access token is kept; a cookie by default. */
  tokenStore?: TokenStore
  /** True stops the report of failed ceremonies to the service. */
  disableAnalytics?: boolean
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
export function createClient(options: ClientOptions): Client {
  const url = parse(options.baseUrl)
  const appId = options.appId || appIdOf(url)
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    appId,
    tokenStore: options.tokenStore ?? cookieTokenStore(appId),
    disableAnalytics: options.disableAnalytics ?? false,
  }
}

function parse(baseUrl: string): URL {
  try {
    const url = new URL(baseUrl)
    if (/^https?:$/.test(url.protocol)) return url
  } catch {}
  throw new TypeError(`baseUrl must be an absolute http or https URL, not "${baseUrl}"`)
}

/** An address made of digits names a machine, never an application. */
function appIdOf({ href, origin, hostname, pathname }: URL): string {
  const fromPath = /^\/apps\/([^/]+)/.exec(pathname)?.[1]
  if (fromPath) return decodeURIComponent(fromPath)
  const fromHost = /^([^.]+)\./.exec(hostname)?.[1]
  if (fromHost && !/^[\d.]+$/.test(hostname)) return fromHost
  throw new TypeError(
    `No application id in baseUrl "${href}": pass appId, or use https://<appId>.example.com or ${origin}/apps/<appId>`,
  )
}
