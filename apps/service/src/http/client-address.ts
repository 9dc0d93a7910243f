import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Reads the address of the client that sent a request, normalized to one spelling. */
export type ClientAddress = (request: IncomingMessage) => string | undefined

// A longer chain of proxies is not legitimate.
const mostHops = 16
const longestHop = 64

/**
 * The client's address: the connection's own, or where that is a trusted proxy (`trusted`: addresses and CIDR ranges), the
 * last address of `X-Forwarded-For` that is not. If that can't be parsed, the address of the proxy that sent it is used.
 * No other module reads forwarded headers. `suspect` is called once, for a proxy in the same network that is not trusted.
 */
export function clientAddresses(
  trusted: readonly string[],
  suspect: (proxy: string) => void = () => {},
): ClientAddress {
  const { isTrusted, readPeer } = createPeers(trusted)
  let suspected = false

  return (request) => {
    const peer = readPeer(request.socket)
    const forwarded = request.headers['x-forwarded-for']
    if (!peer || forwarded === undefined) return peer?.text
    if (!peer.trusted) {
      if (!suspected && isNear(peer.address)) suspect(peer.text)
      suspected ||= isNear(peer.address)
      return peer.text
    }
    return findNearestUntrusted(peer.address, String(forwarded), isTrusted).toString()
  }
}

/** The request that a proxy asks about, as it describes it; what it doesn't say, or says twice, is undefined. */
export type ForwardedRequest = {
  host: string | undefined
  method: string | undefined
  /** Path and query, as they arrived at the proxy. */
  uri: string | undefined
  /** Whether a browser shows the response as a page. */
  isNavigation: boolean
  /** Whether a page of the same origin leads the browser there. */
  isOwnLink: boolean
}

/** Reads the request that a proxy asks about; undefined unless the connection comes from a trusted proxy. */
export type ForwardedRequests = (request: IncomingMessage) => ForwardedRequest | undefined

/** Only from these proxies: anyone else could choose the host and the path that the rules of a site are for. */
export function forwardedRequests(trusted: readonly string[]): ForwardedRequests {
  const { readPeer } = createPeers(trusted)
  return (request) => {
    if (!readPeer(request.socket)?.trusted) return undefined
    const host = readSingle(request, 'x-forwarded-host')?.toLowerCase()
    const method = readSingle(request, 'x-forwarded-method')
    const fetched = request.headers['sec-fetch-mode'] === 'navigate'
    return {
      host: host?.replace(/:443$/, ''),
      method,
      uri: readSingle(request, 'x-forwarded-uri'),
      isNavigation: isNavigation(request, method),
      isOwnLink: fetched && request.headers['sec-fetch-site'] === 'same-origin',
    }
  }
}

/** The value of a header that was sent once. Node joins the values of one that was sent twice, so only the raw ones tell. */
function readSingle({ headers, rawHeaders }: IncomingMessage, name: string): string | undefined {
  const isOther = (_: string, index: number) => index % 2 === 0 && rawHeaders[index]!.toLowerCase() === name
  const value = headers[name]
  return typeof value === 'string' && value !== '' && rawHeaders.filter(isOther).length === 1 ? value : undefined
}

/** A page view: browsers say so, and others want HTML. Scripts, uploads, and WebSockets can't follow a redirect to a sign-in. */
function isNavigation({ headers }: IncomingMessage, method = 'GET'): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.upgrade !== undefined || headers['x-requested-with'] === 'XMLHttpRequest') return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

type Peer = { address: Address; text: string; trusted: boolean }

/** The other ends of connections, and which of them are trusted (addresses and CIDR ranges). */
function createPeers(trusted: readonly string[]) {
  const ranges = trusted.map(parseRange)
  const isTrusted = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits))
  // Most requests come over connections that stay open.
  const peers = new WeakMap<IncomingMessage['socket'], Peer>()
  const readPeer = (socket: IncomingMessage['socket']): Peer | undefined => {
    const known = peers.get(socket)
    if (known) return known
    const address = parsed(socket.remoteAddress ?? '')
    if (!address) return undefined
    const peer = { address, text: address.toString(), trusted: isTrusted(address) }
    peers.set(socket, peer)
    return peer
  }
  return { isTrusted, readPeer }
}

/** On this machine or in its own network, where proxies are. */
const isNear = (address: Address) => ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(address.range())

/** Walks from the connection outward to the first address that is not a trusted proxy. */
function findNearestUntrusted(peer: Address, forwarded: string, isTrusted: (address: Address) => boolean): Address {
  let nearest = peer
  for (const hop of lastHops(forwarded)) {
    const address = parsed(withoutPort(hop))
    if (!address) return nearest
    nearest = address
    if (!isTrusted(address)) return nearest
  }
  return nearest
}

/** The last first. */
function lastHops(forwarded: string): string[] {
  const end = forwarded.slice(-mostHops * longestHop)
  return end.split(',', 1000).slice(-mostHops).reverse()
}

const withoutPort = (hop: string) =>
  hop
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** Maps IPv4-mapped IPv6 addresses to IPv4. Undefined for forms of IPv4 that only some programs parse. */
function parsed(text: string): Address | undefined {
  if (text.length > longestHop) return undefined
  const bare = text.replace(/%.*$/, '')
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  return ipaddr.process(bare)
}

/** @throws Error when the text is neither an address nor a range */
function parseRange(text: string): [network: Address, bits: number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
