import { everyApplication } from '@thumbturn/contract/vocabulary/roles.ts'
import { type ClaimNames, mostSsoProviders, standardClaims } from '@thumbturn/contract/vocabulary/sso.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, isOutage, notFound, type Outage } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { parseEmailAddress } from '../../model/contacts/email-address.ts'
import { isSameIssuer } from '../../model/sso/issuer.ts'
import { readDomain } from '../../model/sso/linking.ts'
import type { RoleMapping, SsoProvider } from '../../model/sso/provider.ts'
import type { Write } from '../../writes.ts'
import { compareValues, recordChange } from '../audit/audit.ts'
import { commitWithMembers } from '../members/last-owner.ts'
import { sealClientSecret, toOpenIdClient } from './client.ts'

/** The fields that an owner sets; `clientSecret` as the provider shows it. */
export type ProviderSettings = Omit<SsoProvider, 'id' | 'createdAt' | 'updatedAt'>

/** The settings of a provider unless an owner sets them. */
export const usualSettings = {
  enforcedDomains: [],
  trustsEmails: false,
  ownsDirectory: false,
  scopes: [],
  claims: {},
  roleClaim: undefined,
  roleMappings: [],
} satisfies Partial<ProviderSettings>

export const unknownProvider = () => notFound('There is no such single sign-on provider')

/** @throws AppError not_found */
export async function requireProvider({ store }: Pick<Core, 'store'>, id: string): Promise<SsoProvider> {
  const provider = await store.sso.findProvider(id)
  if (!provider) throw unknownProvider()
  return provider
}

/**
 * Adds a provider. Its ID is part of the redirect URI.
 * @throws AppError bad_request: a field is not valid · conflict: there is one with that ID
 */
export async function createProvider(core: Core, id: string, settings: ProviderSettings): Promise<SsoProvider> {
  const checked = await checkSettings(core, settings)
  const at = core.now()
  const clientSecret = sealClientSecret(core, id, settings.clientSecret)
  const provider = { ...checked, clientSecret, id, createdAt: at, updatedAt: at }
  const after = toAudited(provider)
  const conflict = await commitAuthority(core, provider, (others) => {
    if (others.length >= mostSsoProviders)
      throw new AppError('conflict', `There can be at most ${mostSsoProviders} single sign-on providers`)
    return [{ addSsoProvider: provider }, ...recordChange(core, { action: 'ssoProvider.created', target: id, after })]
  })
  if (conflict) throw new AppError('conflict', `There is a single sign-on provider ${id}: choose another ID`)
  return provider
}

/** The changes; `undefined` leaves a field as it is, and an empty `roleClaim` removes it. */
export type ProviderPatch = { [Field in keyof ProviderSettings]?: ProviderSettings[Field] | undefined }

/** @throws AppError not_found · bad_request: a field is not valid · conflict: another issuer */
export async function changeProvider(core: Core, id: string, patch: ProviderPatch): Promise<SsoProvider> {
  const before = await requireProvider(core, id)
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const checked = await checkSettings(core, { ...before, ...given })
  if (!isSameIssuer(checked.discoveryUrl, before.discoveryUrl)) throw issuerFixed()
  const { discoveryUrl } = before
  const clientSecret =
    patch.clientSecret === undefined ? before.clientSecret : sealClientSecret(core, id, patch.clientSecret)
  const changed = { ...before, ...checked, discoveryUrl, clientSecret, updatedAt: core.now() }
  const values = compareValues(toAudited(before), toAudited(changed))
  const conflict = await commitAuthority(core, changed, () => [
    { changeSsoProvider: changed },
    ...recordChange(core, { action: 'ssoProvider.changed', target: id, ...values }),
  ])
  if (conflict) throw unknownProvider()
  return changed
}

/** Another issuer has other users with the same subjects, and must not get the client secret. */
const issuerFixed = () =>
  new AppError(
    'conflict',
    'discoveryUrl names another issuer, whose accounts are others: delete the provider, which removes its links, and add it again',
  )

/**
 * Deletes a provider. The sessions that began there end at once, and its members keep their roles.
 * @throws AppError not_found
 */
export async function deleteProvider(core: Core, id: string): Promise<void> {
  const before = toAudited(await requireProvider(core, id))
  const conflict = await core.store.commit([
    { deleteSsoProvider: { id } },
    ...recordChange(core, { action: 'ssoProvider.deleted', target: id, before }),
  ])
  if (conflict) throw unknownProvider()
}

/** The result of a test of the connection. */
export type ConnectionTest = { outcome: 'good'; issuer: string } | { outcome: 'failed'; reason: string }

/** Reads the configuration and the keys of a provider. @throws AppError not_found */
export async function testProvider(core: Core, id: string, ownOrigin: string): Promise<ConnectionTest> {
  const client = toOpenIdClient(core, await requireProvider(core, id), ownOrigin)
  try {
    return { outcome: 'good', ...(await core.openId.check(client)) }
  } catch (error) {
    if (isOutage(error)) return { outcome: 'failed', reason: describeOutage(error) }
    throw error
  }
}

const describeOutage = ({ cause, message }: Outage) => (cause instanceof Error ? cause.message : message)

const toAudited = ({ clientSecret, createdAt: _at, updatedAt: _updated, ...shown }: SsoProvider) => shown

const suffix = /\/\.well-known\/openid-configuration$/

async function checkSettings(core: Core, settings: ProviderSettings) {
  const discoveryUrl = parseDiscoveryUrl(settings.discoveryUrl)
  const roleClaim = settings.roleClaim?.trim() || undefined
  if (roleClaim === undefined && settings.roleMappings.length > 0)
    throw badRequest('roleMappings need roleClaim, the claim that holds the values')
  await checkMappings(core, settings.roleMappings)
  const { name, clientId, trustsEmails, ownsDirectory, roleMappings } = settings
  const enforcedDomains = [...new Set(settings.enforcedDomains.map(parseDomain))]
  return {
    name: name.trim(),
    clientId: clientId.trim(),
    discoveryUrl,
    enforcedDomains,
    trustsEmails,
    ownsDirectory,
    scopes: [...new Set(settings.scopes.map(requireScope))],
    claims: listOtherClaims(settings.claims),
    roleClaim,
    roleMappings,
  }
}

/** As email addresses have it. @throws AppError bad_request */
function parseDomain(text: string): string {
  const address = parseEmailAddress(`x@${text.trim()}`)
  if (address === undefined) throw badRequest(`${text} is not a domain of email addresses, such as example.com`)
  return readDomain(address)
}

/** RFC 6749 §3.3. @throws AppError bad_request */
function requireScope(text: string): string {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) throw badRequest(`${text} is not one scope: list scopes one by one`)
  return text
}

/**
 * Commits what `decide` makes of the other providers. First sign-ins are committed like this, too, so each is decided by the
 * provider that is the authority then.
 * @throws AppError bad_request: another provider has one of the domains, or the directory
 */
const commitAuthority = (core: Core, provider: SsoProvider, decide: (others: readonly SsoProvider[]) => Write[]) =>
  commitWithMembers(core, async () => {
    const others = (await core.store.sso.listProviders()).filter(({ id }) => id !== provider.id)
    requireSoleAuthority(provider, others)
    return decide(others)
  })

/**
 * Of two providers with one domain or directory, neither could be relied on.
 * @throws AppError bad_request
 */
function requireSoleAuthority({ enforcedDomains, ownsDirectory }: SsoProvider, others: readonly SsoProvider[]): void {
  for (const other of others) {
    const shared = enforcedDomains.find((domain) => other.enforcedDomains.includes(domain))
    if (shared !== undefined) throw badRequest(`${shared} is enforced for ${other.name}: remove it there first`)
    if (ownsDirectory && other.ownsDirectory)
      throw badRequest(`The directory belongs to ${other.name}: turn off ownsDirectory there first`)
  }
}

/** Those with a name of their own; an empty name stands for the standard one. */
function listOtherClaims(given: SsoProvider['claims']): SsoProvider['claims'] {
  const named = Object.entries(given).map(([claim, name]) => [claim, name.trim()] as const)
  return Object.fromEntries(
    named.filter(([claim, name]) => name !== '' && name !== standardClaims[claim as keyof ClaimNames]),
  )
}

/** @throws AppError bad_request */
function parseDiscoveryUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw badRequest('discoveryUrl must be a URL that begins with https://')
  if (url.username || url.password || url.search || url.hash)
    throw badRequest('discoveryUrl must have neither credentials, a query, nor a fragment')
  return url.href.replace(suffix, '').replace(/^(https?:\/\/[^/]+)\/$/, '$1')
}

/** @throws AppError bad_request: a mapping is on an application that does not exist */
async function checkMappings({ applications }: Core, mappings: readonly RoleMapping[]): Promise<void> {
  for (const application of new Set(mappings.map((mapping) => mapping.application))) {
    if (application === everyApplication) continue
    const found = application === ownApplicationId ? undefined : await applications.findFresh(application)
    if (!found) throw badRequest(`A role names the application ${application}, which does not exist`)
  }
}
