import { isReservedClaim, scopeClaims } from '@thumbturn/contract/vocabulary/claims.ts'
import { type Contact, findVerifiedContact } from '../contacts/contact.ts'
import type { HeldGroup } from '../groups/group.ts'
import type { CustomClaims } from '../users/custom-claims.ts'
import type { Profile } from '../users/profile.ts'
import type { User } from '../users/user.ts'
import type { Client } from './client.ts'

/** Everything that is known about a user, for claims. */
export type ClaimSources = {
  user: Pick<User, 'username' | 'displayName' | 'createdAt'>
  /** Absent: it was never set. */
  profile: Profile | undefined
  groups: readonly HeldGroup[]
  /** Those that aren't verified are ignored. */
  contacts: readonly Contact[]
}

/** The claims to release: by the granted scopes, and the part of the `claims` parameter for the place of the release. */
export type ClaimsRelease = {
  client: Pick<Client, 'scopes' | 'claims'>
  scopes: readonly string[]
  /** By name (OpenID Connect Core 1.0 §5.5.1). `values`: only if it has one of these. */
  requested?: Readonly<Record<string, { values?: readonly unknown[] }>>
}

/** Claims by name. */
export type ReleasedClaims = Readonly<Record<string, unknown>>

type ScopeName = keyof typeof scopeClaims

const scopeNames = Object.keys(scopeClaims) as ScopeName[]

/** The scope that releases a standard claim (OpenID Connect Core 1.0 §5.4); undefined for any other claim. */
const findScope = (claim: string): ScopeName | undefined =>
  scopeNames.find((scope) => (scopeClaims[scope] as readonly string[]).includes(claim))

/**
 * The scopes that requested claims amount to: a user who allows these allows the claims. Consent covers them as if they had
 * been asked for.
 */
export const listScopesOfClaims = (claims: Iterable<string>): string[] => [
  ...new Set([...claims].map(findScope).filter((scope) => scope !== undefined)),
]

/**
 * The claims of a user for an ID token or userinfo response (OpenID Connect Core 1.0 §5.1, §5.4, §5.5), besides those that the
 * protocol defines:
 * - those of the granted scopes
 * - those that the `claims` parameter names, of scopes that the client can ask for
 * - those that the client's settings name; one that comes from a standard claim also needs that claim's scope
 *
 * Claims without a value are left out, and so are contacts that aren't verified.
 */
export function releaseClaims(sources: ClaimSources, release: ClaimsRelease): ReleasedClaims {
  const { client, scopes, requested = {} } = release
  const standard = listStandardClaims(sources)
  const granted = [...standard].filter(([name]) => scopes.includes(findScope(name)!))
  const asked = [...standard].filter(
    ([name, value]) => isAskedFor(name, value) && client.scopes.includes(findScope(name)!),
  )
  return Object.fromEntries([...mapClaims(sources, { standard, release }), ...granted, ...asked])

  function isAskedFor(name: string, value: unknown): boolean {
    if (!Object.hasOwn(requested, name)) return false
    const { values } = requested[name]!
    return values === undefined || values.includes(value)
  }
}

type Values = ReadonlyMap<string, unknown>

/** The standard claims that have a value. */
function listStandardClaims({ user, profile, groups, contacts }: ClaimSources): Values {
  const [email, phone] = (['email', 'phone'] as const).map((kind) => findVerifiedContact(contacts, kind))
  return withoutMissing([
    ['name', profile?.name ?? user.displayName],
    ['given_name', profile?.givenName],
    ['family_name', profile?.familyName],
    ['nickname', profile?.nickname],
    ['preferred_username', user.username],
    ['picture', profile?.picture],
    ['website', profile?.website],
    ['locale', profile?.locale],
    ['zoneinfo', profile?.zoneinfo],
    ['updated_at', Math.floor((profile?.updatedAt ?? user.createdAt) / 1_000)],
    ['email', email?.address],
    ['email_verified', email && true],
    ['phone_number', phone?.address],
    ['phone_number_verified', phone && true],
    ['groups', sortGroups(groups).map(({ name }) => name)],
  ])
}

const withoutMissing = (entries: readonly (readonly [string, unknown])[]): Values =>
  new Map(entries.filter(([, value]) => value !== undefined && value !== null))

/** By code units, so that the order is the same with every database. */
const sortGroups = (groups: readonly HeldGroup[]): HeldGroup[] =>
  groups.toSorted((one, other) => (one.nameKey < other.nameKey ? -1 : 1))

/** The custom claims of a user: their own, then those of their groups, of which the last one in the order of names counts. */
function mergeCustomClaims({ profile, groups }: ClaimSources): Values {
  const all: CustomClaims[] = [...sortGroups(groups).map(({ claims }) => claims), profile?.claims ?? {}]
  return withoutMissing([...new Map(all.flatMap((claims) => Object.entries(claims)))])
}

/** The names of profile fields, as a client's settings can also write those of standard claims. */
const fieldClaims: Readonly<Record<string, string>> = {
  givenName: 'given_name',
  familyName: 'family_name',
  username: 'preferred_username',
}

/** The claims that the client's settings name. None of them can pass for a standard claim, or for part of the protocol. */
function mapClaims(
  sources: ClaimSources,
  { standard, release: { client, scopes } }: { standard: Values; release: ClaimsRelease },
): [string, unknown][] {
  const custom = mergeCustomClaims(sources)
  const names = Object.entries(client.claims).filter(([name]) => !isReservedClaim(name))
  return names.flatMap(([name, source]) => {
    const claim = Object.hasOwn(fieldClaims, source) ? fieldClaims[source]! : source
    const scope = findScope(claim)
    const value = scope === undefined ? custom.get(claim) : scopes.includes(scope) && standard.get(claim)
    return value === undefined || value === false ? [] : [[name, value]]
  })
}
