import type { PublicSuffixes } from '../core/ports/public-suffixes.ts'

/** The list takes 8 MB of memory, so it's loaded only for an RP ID that can be on it. */
export const publicSuffixes: PublicSuffixes = {
  async has(domain) {
    if (domain === 'localhost' || domain.endsWith('.localhost')) return false
    const { parse } = await import('./public-suffix-list.ts')
    const { publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true })
    // A suffix in neither section is the list's default rule (`*`): a host name in a private network.
    return publicSuffix === domain && (isIcann === true || isPrivate === true)
  },
  async findOwnDomain(host) {
    const { parse } = await import('./public-suffix-list.ts')
    return parse(host, { allowPrivateDomains: true }).domain ?? undefined
  },
}
