import { type Config, splitAddressList } from '../config.ts'
import { broken, type Finding, good, warning } from './finding.ts'

/** Ranges with fewer bits in common contain clients, not just proxies: for IPv4 more than a /8, for IPv6 more than a /16. */
const leastBits = { ipv4: 8, ipv6: 16 }

/** Whether limits and events can know the addresses of clients, and clients can't choose them. Only a proxy can end TLS. */
export function checkProxies({ BASE_URL, TRUSTED_PROXIES }: Config): Finding[] {
  const trusted = splitAddressList(TRUSTED_PROXIES)
  const wide = trusted.find(isWide)
  if (wide !== undefined) {
    const says = `TRUSTED_PROXIES contains ${wide}, so clients can choose their address by X-Forwarded-For`
    return [broken('proxies', says, 'List only the addresses from which your own proxies connect')]
  }
  if (trusted.length > 0) return [good('proxies', `X-Forwarded-For is believed from ${trusted.join(', ')}`)]
  if (!BASE_URL.startsWith('https:')) return []
  const says = `${BASE_URL} is a proxy's address, and TRUSTED_PROXIES is not set, so all clients share the proxy's address`
  return [warning('proxies', says, 'List the addresses from which the proxy connects in TRUSTED_PROXIES')]
}

function isWide(range: string): boolean {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && Number(bits) < (address.includes(':') ? leastBits.ipv6 : leastBits.ipv4)
}
