import { type Config, splitAddressList } from '../config.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { broken, type Finding, good, warning } from './finding.ts'

/** Ranges with fewer bits in common contain clients, not just proxies: for IPv4 more than a /8, for IPv6 more than a /16. */
const leastBits = { ipv4: 8, ipv6: 16 }

/** Whether limits and events can know the addresses of clients, and clients can't choose them. Only a proxy can end TLS. */
export function checkProxies({ BASE_URL, TRUSTED_PROXIES }: Config): Finding[] {
  const trusted = splitAddressList(TRUSTED_PROXIES)
  const wide = trusted.find(isWide)
  if (wide !== undefined) {
    return [broken('proxies', say('proxies_wide', { range: wide }), advise('list_proxies'))]
  }
  if (trusted.length > 0) return [good('proxies', say('proxies_good', { addresses: trusted.join(', ') }))]
  if (!BASE_URL.startsWith('https:')) return []
  return [warning('proxies', say('proxies_missing', { address: BASE_URL }), advise('trust_proxy'))]
}

function isWide(range: string): boolean {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && Number(bits) < (address.includes(':') ? leastBits.ipv6 : leastBits.ipv4)
}
