import { parseEmailAddress } from '../contacts/email-address.ts'
import type { DirectoryUser } from '../directory/directory.ts'
import { usernameKey } from '../users/username.ts'
import type { OpenIdUser } from './openid-user.ts'
import type { SsoIdentity, SsoProvider } from './provider.ts'

/**
 * The rules by which an account of a provider becomes a member's: see "Who is linked, and when" in the documentation of
 * single sign-on. An account is its issuer and subject; nothing else identifies it.
 */

/** An account as its provider describes it. */
export type Account = {
  provider: SsoProvider
  user: OpenIdUser
  /** A valid address, in lowercase. */
  email: string | undefined
  /** Whether the provider can be relied on for that address. */
  emailVerified: boolean
}

/** The context of the rules: of the provisioned members, at least those who may fit the account. */
export type LinkingContext = {
  providers: readonly SsoProvider[]
  users: readonly DirectoryUser[]
  identities: readonly SsoIdentity[]
}

/** `provisioned`: the account is this member's. `rejected`: it claims to be a provisioned member's, without proof. */
export type Match = { kind: 'provisioned'; userId: string } | { kind: 'rejected'; reason: string } | { kind: 'none' }

/** The domain of an email address in any spelling, in lowercase A-labels. */
export function readDomain(email: string): string {
  const given = email.slice(email.lastIndexOf('@') + 1).trim()
  // A dot at the end says only that the name is complete (RFC 1034 §3.1).
  const domain = given.replace(/\.$/, '')
  const probe = 'x@'
  return parseEmailAddress(`${probe}${domain}`)?.slice(probe.length) ?? domain.toLowerCase()
}

/** The provider with which members of the address's domain have to sign in, if there is one. */
export const findEnforcer = (providers: readonly SsoProvider[], email: string): SsoProvider | undefined =>
  providers.find(({ enforcedDomains }) => enforcedDomains.includes(readDomain(email)))

/** The provider that decides whose an address is: the one that its domain is enforced for, or the one with the directory. */
const findAuthority = (providers: readonly SsoProvider[], email: string): SsoProvider | undefined =>
  findEnforcer(providers, email) ?? providers.find(({ ownsDirectory }) => ownsDirectory)

/** Validates before it changes the case, because other characters become ASCII letters then (U+212A becomes k). */
export const parseClaimedEmail = (text: string | undefined): string | undefined =>
  text !== undefined && /^[!-~]+$/.test(text) ? parseEmailAddress(text)?.toLowerCase() : undefined

/** A provider's claim about an address counts only if the domain isn't enforced for another one. */
export function describeAccount(provider: SsoProvider, user: OpenIdUser, providers: readonly SsoProvider[]): Account {
  const email = parseClaimedEmail(user.email)
  const enforcer = email === undefined ? undefined : findEnforcer(providers, email)
  const isForeign = enforcer !== undefined && enforcer.id !== provider.id
  const emailVerified = email !== undefined && !isForeign && (user.emailVerified || provider.trustsEmails)
  return { provider, user, email, emailVerified }
}

/** The provisioned member whose account this is, by the ID that the directory has, or else by the address. */
export function matchAccount(account: Account, known: LinkingContext): Match {
  const { provider, user } = account
  const identified = provider.ownsDirectory
    ? known.users.filter(({ externalId }) => externalId !== undefined && externalId === user.externalId)
    : []
  if (identified.length > 0) return chooseMember(identified, known)
  const addressed = account.email === undefined ? [] : listAddressed(known.users, account.email)
  if (addressed.length === 0 && !claimsUsername(account, known.users)) return { kind: 'none' }
  const doubt = findDoubt(account, addressed, known)
  return doubt === undefined ? chooseMember(addressed, known) : { kind: 'rejected', reason: doubt }
}

/** Those with the address as the username, which is unique, or else those who have it otherwise. */
function listAddressed(users: readonly DirectoryUser[], email: string): DirectoryUser[] {
  // Most addresses differ in length, which spares parsing those of a whole directory.
  const has = (text: string) => text.length === email.length && parseClaimedEmail(text) === email
  const named = users.filter(({ userName }) => has(userName))
  return named.length > 0 ? named : users.filter(({ profile }) => profile.emails?.some(({ value }) => has(value)))
}

/** Users can change their username at many providers, so it proves nothing, but must not become a second member. */
function claimsUsername({ provider, user: { username } }: Account, users: readonly DirectoryUser[]): boolean {
  if (username === undefined) return false
  const email = parseClaimedEmail(username)
  if (email !== undefined) return listAddressed(users, email).length > 0
  return provider.ownsDirectory && users.some(({ userName }) => usernameKey(userName) === usernameKey(username))
}

function findDoubt(
  account: Account,
  addressed: readonly DirectoryUser[],
  { providers }: LinkingContext,
): string | undefined {
  const { email, emailVerified, provider } = account
  if (email === undefined || addressed.length === 0)
    return `${provider.name} sends no email address that the directory has for them`
  const authority = findAuthority(providers, email)
  if (authority !== undefined && authority.id !== provider.id)
    return `${authority.name} decides whose ${email} is, so sign in there`
  const missing = [
    ...(emailVerified
      ? []
      : [`turn on “Trust email addresses” for ${provider.name}, which doesn't report ${email} as verified`]),
    ...(authority
      ? []
      : [`state that the directory belongs to ${provider.name}, or enforce ${provider.name} for the domain`]),
  ]
  return missing.length === 0 ? undefined : `an owner would have to ${missing.join(', and ')}`
}

function chooseMember(found: readonly DirectoryUser[], { identities }: LinkingContext): Match {
  const [first, ...others] = found
  if (!first || others.length > 0) return { kind: 'rejected', reason: 'several provisioned members fit it' }
  if (identities.some(({ userId }) => userId === first.userId))
    return { kind: 'rejected', reason: 'another account is linked to that member, until an owner removes the link' }
  return { kind: 'provisioned', userId: first.userId }
}
