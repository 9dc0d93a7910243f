import type { PublicSuffixes } from '../core/ports/public-suffixes.ts'

/** The list is 8 MB in memory, so it is loaded only when an RP ID is checked that can be on it. */
export const publicSuffixes: PublicSuffixes = {
  async has(domain) {
    if (domain === 'localhost' || domain.endsWith('.localhost')) return false
    const { parse } = await import('tldts')
    const { publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true })
    // A suffix of neither section is the list's default rule (`*`): the name of a host in a private network.
    return publicSuffix === domain && (isIcann === true || isPrivate === true)
  },
}
