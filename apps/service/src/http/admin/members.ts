import type { memberRoutes } from '@thumbturn/contract/admin/members.ts'
import { notFound } from '../../core/errors.ts'
import { changeMember, endMemberSession, removeMember, requireMember } from '../../core/model/members/manage.ts'
import type { MemberWithRoles } from '../../core/model/members/member.ts'
import { isOwner } from '../../core/model/members/roles.ts'
import type { MemberSession } from '../../core/model/members/session.ts'
import { listMemberSessions } from '../../core/model/members/sessions.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'
import { toSummary } from './session.ts'

const toResponse = (member: MemberWithRoles, provisioned: boolean) => ({
  ...toSummary(member),
  roles: [...member.roles],
  provisioned,
  createdAt: timestamp(member.createdAt),
})

function toApplicationMember({ userId, name, username, roles }: MemberWithRoles, id: string) {
  const held = roles.find(({ application }) => application === id)
  return held === undefined ? [] : [{ id: userId, name, username, role: held.role }]
}

const toSession = (
  { id, createdAt, lastUsedAt, expiresAt, address, userAgent }: MemberSession,
  caller: AdminCaller,
) => ({
  id,
  current: caller.kind === 'member' && caller.session.id === id,
  createdAt: timestamp(createdAt),
  lastUsedAt: timestamp(lastUsedAt),
  expiresAt: timestamp(expiresAt),
  address,
  userAgent,
})

/**
 * Who exists is only for owners to know.
 * @throws AppError not_found: the caller can't see that member
 */
function requireVisible(caller: AdminCaller, id: string) {
  if (caller.kind !== 'member' || caller.member.userId === id || isOwner(caller.member)) return
  throw notFound('The installation has no such member')
}

export const members = {
  async membersList(_, { core }) {
    const [members, users] = await Promise.all([core.store.members.list(), core.store.directory.listUserIds()])
    const provisioned = new Set(users)
    return { members: members.map((member) => toResponse(member, provisioned.has(member.userId))) }
  },
  async applicationMembersList({ params }, { core }) {
    const { id } = await administered(core, params.id)
    return { members: (await core.store.members.list()).flatMap((member) => toApplicationMember(member, id)) }
  },
  async memberChange({ params, body }, { core }) {
    // Read before the change is stored: an outage afterward would report it as failed.
    const isProvisioned = (await core.store.directory.findUser(params.id)) !== undefined
    return toResponse(await changeMember(core, params.id, body), isProvisioned)
  },
  async memberRemove({ params }, { core }) {
    await removeMember(core, params.id)
    return undefined
  },
  async memberSessionsList({ params: { id } }, { core, caller }) {
    requireVisible(caller, id)
    const { userId } = await requireMember(core, id)
    const sessions = await listMemberSessions(core, userId)
    return { sessions: sessions.map((session) => toSession(session, caller)) }
  },
  async memberSessionEnd({ params: { id, sessionId } }, { core, caller }) {
    requireVisible(caller, id)
    await endMemberSession(core, { userId: id, id: sessionId })
    return undefined
  },
} satisfies HandlersOf<typeof memberRoutes>
