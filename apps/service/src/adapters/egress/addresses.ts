import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Ranges of addresses: a network and the length of its prefix in bits. */
export type Networks = readonly [network: Address, bits: number][]

/** Parses addresses and CIDR ranges. */
export const parseNetworks = (list: readonly string[]): Networks =>
  list.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.parse(text)
    return [address, address.toByteArray().length * 8]
  })

const isIn = (address: Address, networks: Networks): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits))

/** The only IPv6 addresses that are assigned to the internet (RFC 4291 §2.4 and the registry of IANA). */
const globalIpv6 = parseNetworks(['2000::/3'])

/** Metadata services of clouds, which give credentials to every program on a machine, and link-local addresses. */
const neverReached = parseNetworks([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

/** Whether an IP address is on the internet, and no private, local, reserved, or translated one. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || isIn(address, neverReached)) return false
  return address.kind() === 'ipv4' || isIn(address, globalIpv6)
}

/** Whether an IP address is in one of the networks; link-local addresses and metadata services never are. */
export function isAllowedAddress(text: string, networks: Networks): boolean {
  const address = ipaddr.process(text)
  const reached = [address, ...findEmbedded(address)]
  return isIn(address, networks) && !reached.some((one) => isIn(one, neverReached))
}

/** The IPv4 address that a gateway reads from an IPv6 address: NAT64 (RFC 6052 §2.2), its predecessor, or 6to4. */
function findEmbedded(address: Address): Address[] {
  const bytes = address.toByteArray()
  if (['rfc6052', 'rfc6145'].includes(address.range())) return [ipaddr.fromByteArray(bytes.slice(12))]
  return address.range() === '6to4' ? [ipaddr.fromByteArray(bytes.slice(2, 6))] : []
}

/** Reports that a host has an address that must not be connected to. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
  readonly code = 'EBLOCKED'
}

/** Whether the address may be connected to. */
export type AddressRule = (address: string) => boolean

/**
 * Resolves hosts once for each connection and checks every address. The connection is made to the addresses that were
 * checked and to no other, so a name that resolves differently a moment later changes nothing. A name without an address
 * fails as one with an address that is not allowed: who reads the error must not learn the names of an internal network.
 */
export const createCheckedLookup =
  (isAllowed: AddressRule, describe: (host: string) => string): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error && error.code !== 'ENOTFOUND') return callback(error, '')
      const addresses = (found as LookupAddress[] | undefined) ?? []
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new BlockedAddress(describe(host)), '')
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

/** Sockets don't look up a host that is an IP address, so it has to be checked before. */
export function checkLiteral(host: string, isAllowed: AddressRule, describe: (host: string) => string): void {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) !== 0 && !isAllowed(address)) throw new BlockedAddress(describe(address))
}

/** Resolves a host that a member chose, which the service then reaches only on the internet. */
export const lookupPublic = createCheckedLookup(isPublicAddress, (host) => `${host} has no public address`)
