import { domainToASCII } from 'node:url'

/** Octets: RFC 5321 §4.5.3.1, leaving room for the angle brackets of a path. */
const longestLocalPart = 64
const longestAddress = 254

/**
 * Atoms joined by single dots (RFC 5321 §4.1.2, Dot-string): no quotes, comments, commas, whitespace, or line breaks.
 */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The one recipient in a text, with its domain in lowercase A-labels (RFC 5890 §2.3.2.1); undefined if the text is
 * ambiguous. Forms that mail servers interpret differently (quoted local parts, routes, groups, address literals,
 * display names) are not accepted, even if valid.
 */
export function parseEmailAddress(text: string): string | undefined {
  if (text.length > longestAddress) return undefined
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > longestLocalPart || !dotString.test(local)) return undefined
  const host = parseHost(domain)
  const address = `${local}@${host}`
  return host === undefined || address.length > longestAddress ? undefined : address
}

/** Rejects what the URL standard would silently repair (escapes, whitespace, a dot of another script). */
function parseHost(domain: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return undefined
  const host = domainToASCII(domain)
  return domainName.test(host) && host.length <= 253 ? host : undefined
}
