import { domainToASCII } from 'node:url'

/** Octets: RFC 5321 §4.5.3.1, and what leaves room for the angle brackets of a path. */
const longestLocalPart = 64
const longestAddress = 254

/** Atoms joined by single dots (RFC 5321 §4.1.2, Dot-string): no quotes, comments, commas, white space or line breaks. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The one recipient that a text names, its domain in lower case and A-labels (RFC 5890 §2.3.2.1); undefined where the
 * text could be read as anything else. Forms that mail servers read differently (quoted local parts, routes, groups,
 * address literals, names before angle brackets) are no addresses here, however valid.
 */
export function emailAddress(text: string): string | undefined {
  if (text.length > longestAddress) return undefined
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > longestLocalPart || !dotString.test(local)) return undefined
  const host = parseHost(domain)
  const address = `${local}@${host}`
  return host === undefined || address.length > longestAddress ? undefined : address
}

/** What the URL standard would quietly repair (escapes, white space, a dot of another script) is refused. */
function parseHost(domain: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return undefined
  const host = domainToASCII(domain)
  return domainName.test(host) && host.length <= 253 ? host : undefined
}
