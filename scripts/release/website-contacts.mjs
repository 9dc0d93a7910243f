import { websiteExpiry } from '@thumbturn/contract/vocabulary/security-txt.ts'

const dayMs = 86_400_000
const leastDays = 90

/**
 * Checks that the website's security.txt is valid for long enough after a release. `seconds` is the time of the release.
 * @throws Error it expires too soon
 */
export function checkWebsiteContacts(seconds, expiry = websiteExpiry) {
  const days = Math.floor((Date.parse(expiry) - seconds * 1000) / dayMs)
  if (days >= leastDays) return
  throw new Error(
    `The website's security.txt is valid for ${days} days after this release, and must be for ${leastDays}: confirm its contacts, and set websiteExpiry in packages/contract/src/vocabulary/security-txt.ts to a year from now.`,
  )
}
