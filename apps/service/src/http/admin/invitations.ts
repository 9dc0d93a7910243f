import type { invitationRoutes } from '@thumbturn/contract/admin/invitations.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Invitation } from '../../core/model/members/invitation.ts'
import { canGrant, isOwner } from '../../core/model/members/roles.ts'
import type { Place } from '../../core/use-cases/applications/own.ts'
import { sendInvitation } from '../../core/use-cases/members/invitation-mail.ts'
import { acceptInvitation, findInvitation, listValidRoles } from '../../core/use-cases/members/invitations.ts'
import { inviteMember } from '../../core/use-cases/members/invite.ts'
import { createJoinLink, findLinkWarning } from '../../core/use-cases/members/join-link.ts'
import { withdrawInvitation } from '../../core/use-cases/members/manage.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { timestamp } from '../timestamp.ts'

const defaultHours = 72

const toResponse = ({ id, kind, email, roles, createdAt, createdBy, expiresAt }: Invitation) => ({
  id,
  kind,
  email,
  roles: [...roles],
  createdAt: timestamp(createdAt),
  createdBy,
  expiresAt: timestamp(expiresAt),
})

/** Owners of applications invite to those; recovering a member is for owners of the installation. */
const canManage = (caller: AdminCaller, { kind, roles }: Pick<Invitation, 'kind' | 'roles'>): boolean =>
  caller.kind !== 'member' || isOwner(caller.member) || (kind === 'join' && canGrant(caller.member, roles))

/** `baseUrl`: where the dashboard is. */
export const invitationHandlers = (place: Place) =>
  ({
    async invitationsList(_, { core, caller }) {
      const isOpen = ({ acceptedAt, expiresAt }: Invitation) => acceptedAt === undefined && expiresAt > core.now()
      const all = await core.store.members.listInvitations()
      return { invitations: all.filter((one) => isOpen(one) && canManage(caller, one)).map(toResponse) }
    },
    async invitationCreate({ body }, { core, caller }) {
      const { roles, expiresInHours: hours = defaultHours } = body
      if (!canManage(caller, { kind: 'join', roles })) throw forbidden('You can assign roles only for what you own')
      const { invitation, token } = await inviteMember(core, { roles, email: body.email, hours, by: caller.by })
      const url = createJoinLink(token, place.baseUrl)
      const { email } = invitation
      const delivery = email === undefined ? undefined : await sendInvitation(core, { invitation, email, url })
      return { ...toResponse(invitation), url, delivery, warning: await findLinkWarning(core, place) }
    },
    async invitationWithdraw({ params: { id } }, { core, caller }) {
      const invitation = await core.store.members.findInvitation(id)
      if (!invitation || !canManage(caller, invitation)) throw notFound('No open invitation has this ID')
      await withdrawInvitation(core, id)
      return undefined
    },
    async invitationLookUp({ body }, { core }) {
      const invitation = await findInvitation(core, body.token)
      const { kind, email, userId, expiresAt } = invitation
      const member = userId === undefined ? undefined : await core.store.members.find(userId)
      const roles = member ? [...member.roles] : await listValidRoles(core, invitation)
      return { kind, username: member?.username, email, roles, expiresAt: timestamp(expiresAt) }
    },
    invitationAccept: ({ body }, { core }) => acceptInvitation(core, body),
  }) satisfies HandlersOf<typeof invitationRoutes>
