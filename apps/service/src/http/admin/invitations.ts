import type { invitationRoutes } from '@thumbturn/contract/admin/invitations.ts'
import { acceptInvitation, findInvitation, listValidRoles } from '../../core/model/members/invitations.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

export const invitations = {
  async invitationLookUp({ body }, { core }) {
    const invitation = await findInvitation(core, body.token)
    const { kind, email, userId, expiresAt } = invitation
    const member = userId === undefined ? undefined : await core.store.members.find(userId)
    const roles = member ? [...member.roles] : await listValidRoles(core, invitation)
    return { kind, username: member?.username, email, roles, expiresAt: timestamp(expiresAt) }
  },
  invitationAccept: ({ body }, { core }) => acceptInvitation(core, body),
} satisfies HandlersOf<typeof invitationRoutes>
