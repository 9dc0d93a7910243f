const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A registrable-looking domain or `localhost`: lower case, no scheme, no port, no IP address (WebAuthn §5.1.2 "RP ID"). */
export function isRpId(text: string): boolean {
  const isDomain = text.length <= 253 && text.split('.').every((label) => labelPattern.test(label))
  return isDomain && !endsInNumber(text)
}

/** Such a host is either an IPv4 address or invalid, including `0x7f.1` and `example.1` (WHATWG URL §3.6). */
const endsInNumber = (host: string) => /(^|\.)(\d+|0x[0-9a-f]*)$/.test(host)

/** URLs can have hosts of other characters, which no domain has and which a shell would read as commands. */
const webHost = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/

/** The address of a site or page that the user identified, as browsers write it; undefined if it is none. */
export function parseAddress(text: string, defaultScheme: 'http' | 'https' = 'https'): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text : `${defaultScheme}://${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.hostname = url.hostname.replace(/\.$/, '')
  url.username = ''
  url.password = ''
  return webHost.test(url.hostname) && url.hostname.length <= 253 ? url : undefined
}

/** Whether the host is on this machine (RFC 6761 §6.3). */
export const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Whether the host has a name that can belong to one application: neither an address nor a name of this machine. */
export const isDomain = (hostname: string) => isRpId(hostname) && !isLocal(hostname)

export const isBelow = (hostname: string, parent: string) => hostname.endsWith(`.${parent}`)
