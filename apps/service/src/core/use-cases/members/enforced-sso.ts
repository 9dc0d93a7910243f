import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { isOwner } from '../../model/members/roles.ts'
import { findEnforcer } from '../../model/sso/linking.ts'
import type { SsoProvider } from '../../model/sso/provider.ts'

/** The provider that members with that email address have to sign in with, if there is one. */
export const findEnforcedProvider = async (
  { store }: Pick<Core, 'store'>,
  email: string,
): Promise<SsoProvider | undefined> => findEnforcer(await store.sso.listProviders(), email)

/** Requires that the member can sign in with a passkey. @throws AppError sso_required */
export async function requirePasskeyAllowed(core: Core, member: MemberWithRoles): Promise<void> {
  const provider = await findRequiredProvider(core, member)
  if (provider) throw new AppError('sso_required', describeRequired(provider))
}

/** The message to a member who signs in in another way. */
export const describeRequired = ({ name }: SsoProvider): string =>
  `Members with your email address sign in with ${name}`

/**
 * The provider that is enforced for the member, unless it is the one that they sign in with. Owners of the installation can
 * sign in in any way.
 */
export async function findRequiredProvider(
  core: Core,
  member: MemberWithRoles,
  used?: SsoProvider,
): Promise<SsoProvider | undefined> {
  if (isOwner(member)) return undefined
  const providers = await core.store.sso.listProviders()
  if (!providers.some(({ enforcedDomains }) => enforcedDomains.length > 0)) return undefined
  const enforced = (await listAddresses(core, member)).flatMap((email) => findEnforcer(providers, email) ?? [])
  return enforced.some(({ id }) => id === used?.id) ? undefined : enforced[0]
}

/** Where the member was invited, what their directory has, and what providers verified. */
async function listAddresses({ store }: Core, { userId, email }: MemberWithRoles): Promise<string[]> {
  const [user, identities] = await Promise.all([store.directory.findUser(userId), store.sso.listIdentities(userId)])
  const verified = identities.flatMap((identity) => (identity.emailVerified ? [identity.email] : []))
  const provisioned = user ? [user.userName, ...(user.profile.emails ?? []).map(({ value }) => value)] : []
  return [email, ...provisioned, ...verified].flatMap((text) => (text?.includes('@') ? [text] : []))
}
