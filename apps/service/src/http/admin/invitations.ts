import type { invitationRoutes } from '@thumbturn/contract/admin/invitations.ts'
import type { Invitation } from '../../core/model/members/invitation.ts'
import { acceptInvitation, findInvitation, listValidRoles } from '../../core/model/members/invitations.ts'
import { inviteMember } from '../../core/model/members/invite.ts'
import { withdrawInvitation } from '../../core/model/members/manage.ts'
import type { HandlersOf } from '../call.ts'
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

/** `ownOrigin`: where the dashboard is. */
export const invitationHandlers = (ownOrigin: string) =>
  ({
    async invitationsList(_, { core }) {
      const isOpen = ({ acceptedAt, expiresAt }: Invitation) => acceptedAt === undefined && expiresAt > core.now()
      return { invitations: (await core.store.members.listInvitations()).filter(isOpen).map(toResponse) }
    },
    async invitationCreate({ body }, { core, caller: { by } }) {
      const { roles, email, expiresInHours: hours = defaultHours } = body
      const { invitation, token } = await inviteMember(core, { roles, email, hours, by })
      return { ...toResponse(invitation), url: `${ownOrigin}/dashboard/join#${token}` }
    },
    async invitationWithdraw({ params: { id } }, { core }) {
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
