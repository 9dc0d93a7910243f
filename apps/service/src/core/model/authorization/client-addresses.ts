import type { ClientType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { isLocal } from '../applications/domains.ts'

/** Whether an http URL stays on the machine of the user (RFC 8252 §7.3, RFC 6761 §6.3). */
const isOnThisMachine = ({ hostname }: URL): boolean =>
  isLocal(hostname) || hostname === '127.0.0.1' || hostname === '[::1]'

/**
 * Why a client of that type can't return users to an address, with what to write instead; undefined if it can. Of what isn't
 * https, only loopback addresses and the private-use schemes of native clients can (RFC 8252 §7).
 */
export function findRedirectProblem(text: string, type: ClientType): string | undefined {
  const url = parseExactly(text)
  if (typeof url === 'string') return url
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:')
    return isOnThisMachine(url) ? undefined : 'use https; http is only possible on localhost, 127.0.0.1, and [::1]'
  if (type !== 'native') return 'use https; only a client of the type native can have a scheme of its own'
  if (url.protocol.includes('.')) return undefined
  return `the scheme ${url.protocol} needs a dot: use a domain of yours in reverse, such as com.example.app (RFC 8252 §7.1)`
}

/** Why a server can't be called, or a page not be shown, at an address; undefined if it can. */
export function findAddressProblem(text: string): string | undefined {
  const url = parseExactly(text)
  if (typeof url === 'string') return url
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url))) return undefined
  return 'use https; http is only possible on localhost, 127.0.0.1, and [::1]'
}

/** Parses an address that every program reads alike, because it is compared as text; in words, what is wrong. */
function parseExactly(text: string): URL | string {
  if (!/^[!-~]+$/.test(text)) return 'write spaces and other characters than ASCII percent-encoded'
  if (text.includes('*')) return 'there are no wildcards: list each address'
  if (text.includes('#')) return 'remove the fragment, which begins with #'
  if (text.includes('\\')) return 'use / instead of \\'
  const url = URL.parse(text)
  if (!url || (/^https?:/i.test(text) && !/^https?:\/\/[^/]/i.test(text)))
    return 'it is not a URL, such as https://example.com/callback'
  if (url.username !== '' || url.password !== '' || /^\w+:\/\/[^/?]*@/.test(text))
    return 'remove the username and password'
  return url
}
