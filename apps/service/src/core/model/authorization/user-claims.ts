import { scopeClaims } from '@thumbturn/contract/vocabulary/openid.ts'
import { type Contact, findVerifiedContact } from '../contacts/contact.ts'
import type { User } from '../users/user.ts'
import type { Client } from './client.ts'

/** A user with what claims are made from. */
export type UserFacts = { user: User; contacts: readonly Contact[] }

type Claims = Readonly<Record<string, unknown>>

type ClaimSource = (facts: UserFacts) => unknown

/** The claims that the service knows about a user (OpenID Connect Core 1.0 §5.1); others are left out. */
const sources: Readonly<Record<string, ClaimSource>> = {
  name: ({ user }) => user.displayName,
  preferred_username: ({ user }) => user.username,
  updated_at: ({ user }) => Math.floor((user.updatedAt ?? user.createdAt) / 1000),
  email: (facts) => findAddress(facts, 'email')?.address,
  email_verified: (facts) => findAddress(facts, 'email')?.isVerified,
  phone_number: (facts) => findAddress(facts, 'phone')?.address,
  phone_number_verified: (facts) => findAddress(facts, 'phone')?.isVerified,
}

/** The verified contact, otherwise the username if it is an address, which proves nothing about who reads what is sent there. */
function findAddress({ user, contacts }: UserFacts, kind: Contact['kind']) {
  const verified = findVerifiedContact(contacts, kind)
  if (verified) return { address: verified.address, isVerified: true }
  return user.usernameType === kind ? { address: user.username, isVerified: false } : undefined
}

/** Every claim about a user that a client can get. */
export const listClaims = (): string[] => ['sub', 'auth_time', 'acr', 'amr', ...Object.keys(sources)]

type Scope = keyof typeof scopeClaims

const isClaimScope = (scope: string): scope is Scope => Object.hasOwn(scopeClaims, scope)

/** The scope that a claim belongs to; undefined for claims that no scope has. */
const findScope = (claim: string): Scope | undefined =>
  (Object.keys(scopeClaims) as Scope[]).find((scope) => (scopeClaims[scope] as readonly string[]).includes(claim))

/** The scopes of single claims: users are asked for these, too. */
export const listScopesOfClaims = (claims: readonly string[]): string[] => [
  ...new Set(claims.flatMap((claim) => findScope(claim) ?? [])),
]

/** What a client gets to know: by scope, and by the `claims` parameter. */
export type ClaimsGrant = {
  scopes: readonly string[]
  claims: readonly string[]
  client: Pick<Client, 'scopes'>
}

/** The claims about a user, of the scopes and the single claims that were granted; those without a value are left out. */
export function createUserClaims(facts: UserFacts, { scopes, claims, client }: ClaimsGrant): Claims {
  const ofScopes = scopes.filter(isClaimScope).flatMap((scope): readonly string[] => scopeClaims[scope])
  const single = claims.filter((claim) => client.scopes.includes(findScope(claim) ?? ''))
  const names = new Set([...ofScopes, ...single])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = sources[name]?.(facts)
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}
