import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import { isOwner } from '../../model/members/roles.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { toInvitation } from './invitations.ts'
import { checkRoles } from './invite.ts'
import { commitWithMembers, requireOtherOwner, withdrawInvitations, withdrawLostInvitations } from './last-owner.ts'
import { listLinks, listRemovedAccounts, recordUnlinked, type SsoLink } from './links.ts'

const recoveryHours = 24

const unknownMember = () => notFound('The installation has no such member')

export type MemberPatch = { name?: string | undefined; roles?: readonly RoleAssignment[] | undefined }

/** @throws AppError not_found */
export async function requireMember({ store }: Pick<Core, 'store'>, userId: string): Promise<MemberWithRoles> {
  const member = await store.members.find(userId)
  if (!member) throw unknownMember()
  return member
}

/** Of several members of one name, there is none: usernames are unique. */
export async function findMemberByName({ store }: Pick<Core, 'store'>, username: string): Promise<MemberWithRoles> {
  const wanted = username.trim().toLowerCase()
  const found = (await store.members.list()).find((member) => member.username.toLowerCase() === wanted)
  if (!found) throw notFound(`There is no member ${username}`)
  return found
}

/**
 * Changes a member's name or roles, which count for their next call on every node.
 * @throws AppError not_found · bad_request: a role on an unknown application, or an empty name · last_owner · conflict: a directory gives the roles
 */
export async function changeMember(core: Core, userId: string, patch: MemberPatch): Promise<MemberWithRoles> {
  if (patch.name?.trim() === '') throw badRequest('The name of a member must not be empty')
  if (patch.roles) await checkRoles(core, patch.roles)
  if (patch.roles && (await core.store.directory.findUser(userId)))
    throw new AppError('conflict', 'The roles of this member come from the groups of the directory')
  return changeMembers(core, userId, (member) => {
    const changed = { ...member, name: patch.name?.trim() ?? member.name, roles: patch.roles ?? member.roles }
    const { name, roles } = changed
    const kept = new Set(roles.map(({ application }) => application))
    const removed = member.roles.map(({ application }) => application).filter((one) => !kept.has(one))
    const values = { before: { name: member.name, roles: member.roles }, after: { name, roles } }
    return {
      changed,
      writes: [
        { changeMember: { userId, name, roles, removed } },
        ...recordChange(core, { action: 'member.changed', target: userId, ...values }),
      ],
    }
  })
}

/**
 * Removes a member with their passkeys and links; their sessions end at once on every node.
 * @throws AppError not_found · last_owner
 */
export async function removeMember(core: Core, userId: string): Promise<void> {
  const user = { appId: ownApplicationId, userId }
  await changeMembers(core, userId, async (member) => ({
    changed: { ...member, roles: [] },
    writes: [
      ...(await listRemovedAccounts(core, user)),
      { deleteUser: user },
      ...recordChange(core, {
        action: 'member.removed',
        target: userId,
        before: { name: member.name, username: member.username, roles: member.roles },
      }),
    ],
  }))
}

type Change = { changed: MemberWithRoles; writes: Write[] }

async function changeMembers(
  core: Core,
  userId: string,
  planChange: (member: MemberWithRoles) => Change | Promise<Change>,
) {
  let result: MemberWithRoles | undefined
  const conflict = await commitWithMembers(core, async () => {
    const member = await requireMember(core, userId)
    const { changed, writes } = await planChange(member)
    result = changed
    if (isOwner(changed)) return writes
    await requireOtherOwner(core, member)
    return [...writes, ...withdrawLostInvitations(member, changed)]
  })
  if (conflict || !result) throw unknownMember()
  return result
}

/** A recovery link, and the links to accounts of providers that the recovery removed. */
export type Recovery = { invitation: Invitation; token: string; unlinked: SsoLink[] }

/**
 * A link by which a member who lost their passkey registers a new one. Whatever else opens the account ends at once, because
 * an attacker can have added it: passkeys, sessions, links to accounts of providers, and open invitations by the member.
 * @throws AppError not_found
 */
export async function recoverMember(core: Core, member: MemberWithRoles, by: string): Promise<Recovery> {
  const { userId } = member
  const user = { appId: ownApplicationId, userId }
  const parts = { id: core.random.uuid().replaceAll('-', '').slice(0, 16), secret: core.random.text(32) }
  const request = { kind: 'recover', roles: member.roles, hours: recoveryHours, by, userId } as const
  const made = toInvitation(core, parts, request)
  await removePasskeys(core, user)
  // A link that is added now is committed before this or not at all, so the statements below see it.
  if (await core.store.commit([{ signOutUser: user }])) throw unknownMember()
  const unlinked = await listLinks(core, userId)
  const before = { links: unlinked.map(({ providerId }) => providerId) }
  const conflict = await core.store.commit([
    { signOutUser: user },
    { removeSsoIdentities: { userId } },
    { withdrawRecoveries: { userId } },
    ...withdrawInvitations(member),
    { addInvitation: made.invitation },
    ...recordUnlinked(core, unlinked),
    ...recordChange(core, { action: 'member.recovered', target: userId, before }),
  ])
  if (conflict) throw unknownMember()
  return { ...made, unlinked }
}

/** A passkey registered while the statement ran can escape it; the sign-out after it revokes what allowed it. */
async function removePasskeys({ store }: Core, user: { appId: string; userId: string }) {
  while ((await store.commit([{ signOutUser: user }, { deletePasskeys: user }])) === undefined);
}

/**
 * Ends a session of a member.
 * @throws AppError not_found: the member has no such session
 */
export async function endMemberSession(core: Core, { userId, id }: { userId: string; id: string }): Promise<void> {
  const conflict = await core.store.commit([
    { endMemberSession: { userId, id } },
    ...recordChange(core, { action: 'session.ended', target: userId }),
  ])
  if (conflict) throw notFound('The member has no such session')
}

/**
 * Withdraws an invitation, whose link stops working at once.
 * @throws AppError not_found: there is no such invitation that works
 */
export async function withdrawInvitation(core: Core, id: string): Promise<void> {
  const conflict = await core.store.commit([
    { withdrawInvitation: { id } },
    ...recordChange(core, { action: 'invitation.withdrawn', target: id }),
  ])
  if (conflict) throw notFound('No open invitation has this ID')
}
