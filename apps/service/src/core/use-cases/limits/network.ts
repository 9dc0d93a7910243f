import ipaddr from 'ipaddr.js'

/** The network that shares a limit with an address: for IPv6 its /64, because clients usually control all of it. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
