import { createDefaultTokenStore } from '../browser/platform.ts'
import type { Client, ClientOptions } from './client.ts'

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
