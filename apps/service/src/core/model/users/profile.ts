import { profileFieldNames } from '@thumbturn/contract/vocabulary/profiles.ts'
import { isTimeZone } from '../analytics/time-zone.ts'
import type { CustomClaims } from './custom-claims.ts'

/** The fields of a profile: those of the standard claims that users can say about themselves (OpenID Connect Core 1.0 §5.1). */
export type ProfileFields = {
  /** The full name to display, unlike the user's display name, which passkey dialogs show. */
  name?: string
  givenName?: string
  familyName?: string
  nickname?: string
  /** An https URL. */
  picture?: string
  website?: string
  /** A language tag (BCP 47). */
  locale?: string
  /** A time zone of the IANA database. */
  zoneinfo?: string
}

/** The profile of a user, who has none before it is first set. Times are milliseconds since 1970. */
export type Profile = ProfileFields & {
  appId: string
  userId: string
  claims: CustomClaims
  /** Raised by every change, which requires the version that it was computed from; 0 before the first one. */
  version: number
  updatedAt: number
}

/** The fields that have a value, without the rest of the profile. */
export const toProfileFields = (profile: ProfileFields): ProfileFields =>
  Object.fromEntries(profileFieldNames.flatMap((name) => (profile[name] ? [[name, profile[name]]] : [])))

/** Describes the first problem of a profile's fields, in words that begin with the field; undefined if they are valid. */
export function findProfileProblem({ picture, website, locale, zoneinfo }: ProfileFields): string | undefined {
  if (picture && !isUrl(picture, ['https:']))
    return 'picture must be a URL that begins with https://, without credentials'
  if (website && !isUrl(website, ['https:', 'http:']))
    return 'website must be a URL that begins with https:// or http://, without credentials'
  if (locale && !isLocale(locale)) return 'locale must be a language tag (BCP 47), such as en-US'
  if (zoneinfo && !isNamedTimeZone(zoneinfo)) return 'zoneinfo must be an IANA time zone, such as Europe/Berlin'
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === ''
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Offsets, such as +01:00, are time zones of JavaScript, but not of the database. */
const isNamedTimeZone = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name)
