import type { IncomingHttpHeaders } from 'node:http'

type Request = { method: string; headers: IncomingHttpHeaders; ownOrigin: string }

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * Whether a browser says that a page of another origin makes the call. Browsers send Sec-Fetch-Site, older ones only Origin;
 * programs send neither. `none` is an address that the user opened, which only reads.
 */
export function isFromOtherPage({ method, headers, ownOrigin }: Request): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== ownOrigin) return true
  return !(site === undefined || site === 'same-origin' || (site === 'none' && isRead(method)))
}
