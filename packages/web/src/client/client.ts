import { createDefaultTokenStore } from '../browser/platform.ts'
import type { TokenStore } from './token.ts'

/** The application's address, and what the SDK can store in the browser. */
export interface ClientOptions {
  /** Base URL of the application, as shown in the dashboard. */
  baseUrl: string
  /** Application ID; taken from baseUrl by default. */
  appId?: string | undefined
  /** Where to keep the access token; a cookie by default. */
  tokenStore?: TokenStore | undefined
  /** Set to true to stop reporting failed ceremonies to the service. */
  disableAnalytics?: boolean | undefined
}

/** The validated options of one application. */
export interface Client {
  readonly baseUrl: string
  readonly appId: string
  readonly tokenStore: TokenStore
  readonly disableAnalytics: boolean
}

/**
 * Creates a client for one application. Uses neither network nor storage, so you can call it on a server.
 * @throws TypeError if baseUrl is not a URL, or names no application
 */
export function createClient({ baseUrl: given, appId, tokenStore, disableAnalytics = false }: ClientOptions): Client {
  const [baseUrl, host, path] = /^https?:\/\/([^/:]+).*?(?:\/apps\/([^/]+).*?)?(?=\/*$)/.exec(given) ?? []
  if (!host) throw new TypeError(`baseUrl must be an absolute http or https URL, not "${given}"`)
  const id = appId || decodeURIComponent(path ?? readFirstLabel(host))
  if (!id) throw new TypeError(`No application id in baseUrl "${given}": pass appId`)
  return { baseUrl: baseUrl!, appId: id, tokenStore: tokenStore ?? createDefaultTokenStore(id), disableAnalytics }
}

/** The first label of a host name; empty for IP addresses. */
const readFirstLabel = (host: string) => /^(?![\d.]+$)([^.]+)\./.exec(host)?.[1] ?? ''
