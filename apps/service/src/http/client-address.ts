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
  const ranges = trusted.map(parseRange)
  const isTrusted = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits))
  // Most requests come over connections that stay open.
  const peers = new WeakMap<IncomingMessage['socket'], { address: Address; text: string; trusted: boolean }>()

  let suspected = false

  function readPeer(socket: IncomingMessage['socket']) {
    const known = peers.get(socket)
    if (known) return known
    const address = parsed(socket.remoteAddress ?? '')
    if (!address) return undefined
    const peer = { address, text: address.toString(), trusted: isTrusted(address) }
    peers.set(socket, peer)
    return peer
  }

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

/** The network that shares a limit with an address: for IPv6 its /64, because clients usually control all of it. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
