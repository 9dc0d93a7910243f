import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an IP address is on the internet, and no private, local, or reserved one. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast'

/**
 * Resolves a host that a member chose. A request with it can't reach what only this machine can: it connects to the
 * addresses that were checked, and to no other.
 */
export const lookupPublic: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[] | undefined
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error(`${host} has no address`), '')
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address))
    if (hidden) return callback(new PrivateAddress(`${host} has the private address ${hidden.address}`), '')
    return options.all ? callback(null, addresses!) : callback(null, first.address, first.family)
  })

class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  readonly code = 'EPRIVATE'
}
