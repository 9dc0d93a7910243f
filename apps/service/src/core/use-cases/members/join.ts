import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Invitation, Join } from '../../model/members/invitation.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { Write } from '../../writes.ts'
import { createAuditEntry } from '../audit/audit.ts'
import { hasOwner, listValidRoles } from './invitations.ts'

/** The part of a registration that says whose passkey it is, and which invitation allows it. */
type Registration = { appId: string; user: { id: string; isNew: boolean }; join: Join }

type MemberRegistration = Omit<Registration, 'join'> & { join?: Join; passkey: Pick<Passkey, 'id' | 'name'> }

/**
 * The further writes of a registration at the installation's own application: what its invitation allows, and the audit
 * entry of another passkey of a member.
 * @throws AppError created by `reject`: as `listJoinWrites`
 */
export async function listMemberWrites(
  core: Core,
  { join, passkey, ...registration }: MemberRegistration,
  reject: Reject,
): Promise<Write[]> {
  if (registration.appId !== ownApplicationId) return []
  const joined = join ? await listJoinWrites(core, { ...registration, join }, reject) : []
  return registration.user.isNew ? joined : [...joined, ...(await recordPasskey(core, registration.user.id, passkey))]
}

async function recordPasskey(core: Core, userId: string, { id, name }: MemberRegistration['passkey']) {
  const member = await core.store.members.find(userId)
  if (!member) return []
  const actor = { kind: 'member', id: userId, name: member.name } as const
  const change = { action: 'passkey.added', target: id, after: { name } } as const
  return [{ addAuditEntry: createAuditEntry(core, actor, change) }]
}

/**
 * The further writes of a registration that an invitation allows: it spends the invitation, and makes a new user a
 * member.
 * @throws AppError created by `reject`: the invitation no longer works, or is for another user
 */
async function listJoinWrites(core: Core, registration: Registration, reject: Reject): Promise<Write[]> {
  const { user, join } = registration
  const invitation = await core.store.members.findInvitation(join.invitation)
  if (invitation?.createdAt !== join.createdAt) throw reject('the invitation was withdrawn')
  if (invitation.kind === 'setUp' && (await hasOwner(core))) throw reject('the installation has an owner')
  const accept: Write = { acceptInvitation: { id: invitation.id, createdAt: join.createdAt, at: core.now() } }
  if (invitation.kind === 'recover' && user.id === invitation.userId && !user.isNew) return [accept]
  if (invitation.kind === 'recover' || !user.isNew) throw reject('the invitation is for another user')
  const member = await toMember(core, registration, invitation)
  const actor = { kind: 'member', id: user.id, name: member.name } as const
  const after = { roles: member.roles, invitation: invitation.id }
  const audit = createAuditEntry(core, actor, { action: 'member.joined', target: user.id, after })
  return [accept, { addMember: member }, { addAuditEntry: audit }]
}

async function toMember(core: Core, { appId, user, join }: Registration, invitation: Invitation) {
  const roles = await listValidRoles(core, invitation)
  return { userId: user.id, appId, name: join.name, email: invitation.email, createdAt: core.now(), roles }
}
