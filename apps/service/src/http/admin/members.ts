import type { memberRoutes } from '@thumbturn/contract/admin/members.ts'
import type { MemberWithRoles } from '../../core/model/members/member.ts'
import type { MemberSession } from '../../core/model/members/session.ts'
import { listEveryLink, listLinks, removeLink, type SsoLink } from '../../core/use-cases/members/links.ts'
import { changeMember, endMemberSession, removeMember, requireMember } from '../../core/use-cases/members/manage.ts'
import { listMemberSessions } from '../../core/use-cases/members/sessions.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'
import { toSummary } from './session.ts'
import { requireVisible } from './visible-member.ts'

const toLink = ({ id, providerId, providerName, subject, email, ...link }: SsoLink) => ({
  id,
  provider: { id: providerId, name: providerName },
  subject,
  email,
  emailVerified: link.emailVerified,
  groupsOmitted: link.groupsOmitted,
  createdAt: timestamp(link.createdAt),
  lastUsedAt: link.lastUsedAt === undefined ? undefined : timestamp(link.lastUsedAt),
})

type Context = { provisioned: boolean; links: readonly SsoLink[] }

const toResponse = (member: MemberWithRoles, { provisioned, links }: Context) => ({
  ...toSummary(member),
  roles: [...member.roles],
  provisioned,
  links: links.map(toLink),
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

export const members = {
  async membersList(_, { core }) {
    const { store } = core
    const [members, users, links] = await Promise.all([
      store.members.list(),
      store.directory.listUserIds(),
      listEveryLink(core),
    ])
    const ids = new Set(users)
    const toContext = (id: string): Context => ({ provisioned: ids.has(id), links: links.get(id) ?? [] })
    return { members: members.map((member) => toResponse(member, toContext(member.userId))) }
  },
  async applicationMembersList({ params }, { core }) {
    const { id } = await administered(core, params.id)
    return { members: (await core.store.members.list()).flatMap((member) => toApplicationMember(member, id)) }
  },
  async memberChange({ params, body }, { core }) {
    // Read before the change is stored: an outage afterward would report it as failed.
    const provisioned = (await core.store.directory.findUser(params.id)) !== undefined
    const links = await listLinks(core, params.id)
    return toResponse(await changeMember(core, params.id, body), { provisioned, links })
  },
  async memberRename({ params: { id }, body }, { core, caller }) {
    requireVisible(caller, id)
    return toSummary(await changeMember(core, id, body))
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
  async memberLinksList({ params: { id } }, { core, caller }) {
    requireVisible(caller, id)
    const { userId } = await requireMember(core, id)
    return { links: (await listLinks(core, userId)).map(toLink) }
  },
  async memberLinkRemove({ params: { id, linkId } }, { core, caller }) {
    requireVisible(caller, id)
    await removeLink(core, { userId: id, id: linkId })
    return undefined
  },
} satisfies HandlersOf<typeof memberRoutes>
