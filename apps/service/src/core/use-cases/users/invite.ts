import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { createApplicationAddress } from '../../model/applications/address.ts'
import type { Application } from '../../model/applications/application.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'
import { listHostedPageProblems, toNotice } from '../openid-clients/hosted-origin.ts'
import { findUserById } from './manage.ts'

/** `page`: the application's own one, instead of the hosted page. `command`: how an operator calls the command line. */
export type InvitationRequest = { userId: string; hours: number; page?: string | undefined; command: string }

/** A link for the first passkey of a user. `expiresAt`: milliseconds since 1970. */
export type UserInvitation = { link: string; expiresAt: number }

/**
 * Creates a link with which a user who has no passkey creates one, once. Nothing of it is stored: it is a grant, whose ID the registration
 * spends, and signing the user out everywhere revokes it.
 * @throws AppError not_found · bad_request: the user has a passkey or is inactive, or no page can be opened
 */
export async function inviteUser(
  core: Core,
  backend: Backend,
  { userId, hours, page, command }: InvitationRequest,
): Promise<UserInvitation> {
  const { application } = backend
  const address = findPage(core, application, { page, command })
  const { user, passkeys } = await findUserById(core, backend, userId)
  if (passkeys.length > 0) throw badRequest('The user has a passkey and can sign in')
  if (user.status !== 'active') throw badRequest('The user is inactive: activate the account first')
  const { id: sub, username } = user
  const claims = { sub, username, scopes: ['reg:write'], invited: true, ...toEpochClaim(user) } as const
  const token = await core.tokens.sign(application, { tokenType: 'grant', ...claims }, hours * 3_600)
  const event = createBackendEvent(core, backend, {
    type: 'fido2.grant.issued',
    userId,
    detail: { grants: 'reg:write' },
  })
  const audit = recordChange(core, {
    action: 'user.invited',
    application: application.id,
    target: userId,
    after: { hours },
  })
  await core.store.commit([{ append: event }, ...audit])
  return { link: `${address}#invitation=${token}`, expiresAt: core.now() + hours * 3_600_000 }
}

function findPage(
  core: Core,
  application: Application,
  { page, command }: Pick<InvitationRequest, 'page' | 'command'>,
): string {
  if (page !== undefined) return requireOwnPage(application, page)
  const issuer = createApplicationAddress(application, core.baseUrl)
  const [problem] = listHostedPageProblems(application, { issuer, command })
  if (problem) throw badRequest(toNotice(problem))
  return `${issuer}/sign-in/`
}

function requireOwnPage({ origins, settings }: Application, page: string): string {
  const url = URL.parse(page)
  const isOwn = url !== null && [...origins, ...settings.relatedOrigins].includes(url.origin)
  if (!isOwn || url.hash !== '' || url.username !== '' || url.password !== '')
    throw badRequest('page must be a URL on one of the application’s origins, without a fragment')
  return url.href
}
