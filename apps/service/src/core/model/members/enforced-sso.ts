import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { MemberWithRoles } from './member.ts'
import { isOwner } from './roles.ts'

const readDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The provider that members with that email address have to sign in with, if there is one. */
export async function findEnforcedProvider({ store }: Pick<Core, 'store'>, email: string) {
  const domain = readDomain(email)
  return (await store.sso.listProviders()).find(({ enforcedDomains }) => enforcedDomains.includes(domain))
}

/**
 * Requires that no provider is enforced for the member. Owners of the installation always keep their passkey.
 * @throws AppError sso_required
 */
export async function requirePasskeyAllowed(core: Core, member: MemberWithRoles): Promise<void> {
  if (member.email === undefined || isOwner(member)) return
  const provider = await findEnforcedProvider(core, member.email)
  if (provider) throw new AppError('sso_required', `Members with your email address sign in with ${provider.name}`)
}
