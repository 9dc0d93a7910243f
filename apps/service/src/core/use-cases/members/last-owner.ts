import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { type MemberWithRoles, nameCreator } from '../../model/members/member.ts'
import { canGrant, isOwner } from '../../model/members/roles.ts'
import type { Conflict, Write } from '../../writes.ts'
import { queueLogoutsOfPasskey, queueLogoutsOfUser } from '../logout-notices/queue.ts'

const versionName = 'members version'
const mostAttempts = 50

type UserKey = { appId: string; userId: string }

/**
 * Commits a change of members, which `listWrites` makes from what it reads. It decides again if another such change came first, so
 * that two owners can't remove each other. Any conflict that it returns is one of those writes, whatever its name.
 * @throws AppError whatever `listWrites` throws · conflict: too many changes at once
 */
export async function commitWithMembers(
  { store }: Core,
  listWrites: () => Promise<readonly Write[]>,
): Promise<Conflict | undefined> {
  const readVersion = async () => (await store.installation.find(versionName)) ?? '0'
  await store.installation.add(versionName, '0')
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const from = await readVersion()
    const writes = await listWrites()
    const to = String(Number(from) + 1)
    const conflict = await store.commit([{ raiseMembersVersion: { name: versionName, from, to } }, ...writes])
    // PostgreSQL doesn't say which of several required rows is missing.
    if (conflict === undefined || (await readVersion()) === from) return conflict
  }
  throw new AppError('conflict', 'The members are being changed by many requests at once: try again')
}

/**
 * Commits writes that end the access of a user. At the installation's own application, another owner must be able to sign
 * in, and the invitations of the user are withdrawn; anywhere else, the clients of the sessions that end are notified.
 * `deleted`: the passkey that the writes delete; with any other, the user keeps access.
 * @throws AppError last_owner
 */
export async function commitEndOfAccess(
  core: Core,
  user: UserKey & { deleted?: string },
  writes: readonly Write[],
): Promise<Conflict | undefined> {
  if (user.appId !== ownApplicationId)
    return core.store.commit([...writes, ...(await queueLogoutsOfAccess(core, user, writes))])
  return commitWithMembers(core, async () => {
    const member = await core.store.members.find(user.userId)
    if (!member || (await hasOtherPasskey(core, user))) return writes
    await requireOtherOwner(core, member)
    return [...writes, ...withdrawInvitations(member)]
  })
}

/** A passkey ends the sessions in which it was used last, anything else all of them. */
const queueLogoutsOfAccess = (core: Core, user: UserKey & { deleted?: string }, writes: readonly Write[]) =>
  user.deleted === undefined || writes.some((write) => 'signOutUser' in write)
    ? queueLogoutsOfUser(core, user)
    : queueLogoutsOfPasskey(core, user, user.deleted)

async function hasOtherPasskey({ store }: Core, { appId, userId, deleted }: UserKey & { deleted?: string }) {
  return deleted !== undefined && (await store.passkeys.listByUser(appId, userId)).some(({ id }) => id !== deleted)
}

/**
 * Requires that the installation keeps an owner who can sign in when this member no longer is one.
 * @throws AppError last_owner
 */
export async function requireOtherOwner(core: Core, member: MemberWithRoles): Promise<void> {
  if (!isOwner(member)) return
  const members = await core.store.members.list()
  await requireSomeOwner(
    core,
    members.filter(({ userId }) => userId !== member.userId),
  )
}

/**
 * Requires an owner who can sign in among these members.
 * @throws AppError last_owner
 */
export async function requireSomeOwner(core: Core, members: readonly MemberWithRoles[]): Promise<void> {
  for (const member of members) if (isOwner(member) && (await canSignIn(core, member))) return
  throw new AppError('last_owner', 'This is the last owner of the installation: make another member an owner first')
}

/** Owners who lose access, or the role, must not come back by an invitation of their own. */
export const withdrawInvitations = ({ userId }: MemberWithRoles): Write[] => [
  { withdrawInvitationsBy: { createdBy: nameCreator(userId) } },
]

/** Withdraws the invitations of a member who can no longer give each role that their owner roles let them give. */
export const withdrawLostInvitations = (before: MemberWithRoles, after: MemberWithRoles): Write[] =>
  canGrant(
    after,
    before.roles.filter(({ role }) => role === 'owner'),
  )
    ? []
    : withdrawInvitations(before)

async function canSignIn({ store }: Core, { appId, userId }: UserKey): Promise<boolean> {
  const user = await store.users.find(appId, userId)
  return user?.status === 'active' && (await store.passkeys.listByUser(appId, userId)).length > 0
}
