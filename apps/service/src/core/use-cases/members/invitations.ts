import { createHash, timingSafeEqual } from 'node:crypto'
import type { InvitationKind } from '@thumbturn/contract/vocabulary/invitations.ts'
import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Invitation, Join } from '../../model/members/invitation.ts'
import { isOwner } from '../../model/members/roles.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import { requireVisibleCharacters } from '../../model/users/username.ts'
import { resolveUser } from '../names/resolve.ts'

// The prefix lets secret scanners recognize a link. The ID finds its row; the secret proves it.
const tokenPattern = /^tti_([0-9a-z]{1,32})\.([A-Za-z0-9_-]{43})$/

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const invalidLink = (reason: string) => notFound('The link is unknown, expired, used, or withdrawn', reason)

type InvitationRequest = {
  kind: InvitationKind
  roles: readonly RoleAssignment[]
  hours: number
  by: string
  email?: string | undefined
  userId?: string | undefined
}

/** An invitation with this id and secret, and the token of its link. */
export function toInvitation(
  { now }: Pick<Core, 'now'>,
  { id, secret }: { id: string; secret: string },
  { kind, roles, hours, by, email, userId }: InvitationRequest,
): { invitation: Invitation; token: string } {
  const createdAt = now()
  const invitation: Invitation = {
    id,
    kind,
    secretHash: hashSecret(secret),
    email,
    roles,
    userId,
    createdAt,
    createdBy: by,
    expiresAt: createdAt + hours * 60 * 60_000,
    acceptedAt: undefined,
  }
  return { invitation, token: `tti_${id}.${secret}` }
}

/** Whether an owner has joined: then the set-up link no longer works. */
export const hasOwner = async ({ store }: Pick<Core, 'store'>): Promise<boolean> =>
  (await store.members.list()).some(isOwner)

/**
 * The invitation of a link, if it still works.
 * @throws AppError not_found
 */
export async function findInvitation(core: Core, token: string): Promise<Invitation> {
  const [, id, secret = ''] = tokenPattern.exec(token) ?? []
  const found = id === undefined ? undefined : await core.store.members.findInvitation(id)
  if (!found || !timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(found.secretHash)))
    throw invalidLink('there is no such invitation')
  return requireOpenInvitation(core, found)
}

async function requireOpenInvitation(core: Core, invitation: Invitation): Promise<Invitation> {
  if (invitation.acceptedAt !== undefined) throw invalidLink('it was accepted')
  if (core.now() >= invitation.expiresAt) throw invalidLink('it has expired')
  if (invitation.kind === 'setUp' && (await hasOwner(core))) throw invalidLink('there is an owner')
  return invitation
}

/** The roles of an invitation on applications that are still those that it was made for. */
export async function listValidRoles({ applications }: Core, invitation: Invitation): Promise<RoleAssignment[]> {
  const found = await Promise.all(
    invitation.roles.map(async (assignment) => {
      if (assignment.application === everyApplication) return [assignment]
      const application = await applications.findFresh(assignment.application)
      return application && application.createdAt <= invitation.createdAt ? [assignment] : []
    }),
  )
  return found.flat()
}

export type AcceptanceRequest = { token: string; username?: string | undefined; name?: string | undefined }

/**
 * A grant to register the first passkey of a member, or a new one of a member who lost theirs. Changes nothing, so that a
 * canceled dialog can be repeated: the registration spends the invitation.
 * @throws AppError not_found: the link doesn't work · bad_request: no username · username_taken
 */
export async function acceptInvitation(
  core: Core,
  { token, username, name }: AcceptanceRequest,
): Promise<{ token: string; username: string }> {
  const invitation = await findInvitation(core, token)
  const own = core.applications.find(ownApplicationId)
  if (!own) throw invalidLink('the installation has no application of its own')
  const user = invitation.kind === 'recover' ? await findRecovered(core, invitation) : undefined
  const granted = user?.username ?? (await requireFreeUsername(core, own, username))
  const { id, createdAt } = invitation
  const join: Join = { invitation: id, createdAt, name: name?.trim() || granted }
  const claims = { sub: user?.id, username: granted, scopes: ['reg:write'], join, ...toEpochClaim(user) } as const
  const grant = await core.tokens.sign(own, { tokenType: 'grant', ...claims }, own.settings.grantTokenSeconds)
  return { token: grant, username: granted }
}

async function findRecovered({ store }: Core, { userId }: Invitation) {
  const user = userId === undefined ? undefined : await store.users.find(ownApplicationId, userId)
  if (!user) throw invalidLink('the member was removed')
  return user
}

async function requireFreeUsername(core: Core, own: Application, username: string | undefined): Promise<string> {
  if (username === undefined || username.trim() === '') throw badRequest('username is required and must not be empty')
  requireVisibleCharacters(username)
  if (!(await resolveUser(core, own.id, username))) return username.trim()
  throw new AppError('username_taken', 'Another member has this username: choose another one')
}
