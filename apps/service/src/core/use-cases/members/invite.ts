import { everyApplication, type RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import { recordChange } from '../audit/audit.ts'
import { parseMailbox } from '../contacts/contact-address.ts'
import { countCall } from '../limits/count.ts'
import { toInvitation } from './invitations.ts'

export type NewInvitation = {
  roles: readonly RoleAssignment[]
  email?: string | undefined
  hours: number
  by: string
}

/** Of one member or key. */
const mostOpen = 100

/**
 * Invites a member; the token of the link is in no other place. `email` is where the caller sends it.
 * @throws AppError bad_request: a role on an unknown application, two on one, no email address, or too many open invitations ·
 * too_many_requests
 */
export async function inviteMember(
  core: Core,
  { roles, email: given, ...request }: NewInvitation,
): Promise<{ invitation: Invitation; token: string }> {
  await checkRoles(core, roles)
  if ((await core.store.members.countOpenInvitations(request.by, core.now())) >= mostOpen)
    throw badRequest(`You have ${mostOpen} open invitations: withdraw one first`)
  const email = given === undefined ? undefined : parseRecipient(given)
  if (email !== undefined)
    await countCall(core, 'send', { scopes: ['user'], appId: ownApplicationId, user: core.actor?.id })
  const parts = { id: core.random.uuid().replaceAll('-', '').slice(0, 16), secret: core.random.text(32) }
  const made = toInvitation(core, parts, { kind: 'join', roles, email, ...request })
  const after = { roles, email }
  const audit = recordChange(core, { action: 'invitation.created', target: parts.id, after })
  await core.store.commit([{ addInvitation: made.invitation }, ...audit])
  return made
}

function parseRecipient(text: string): string {
  const address = parseMailbox(text)?.address
  if (address === undefined) throw badRequest('email must be a single email address')
  return address
}

/** @throws AppError bad_request: there are none, or one is on an unknown application, or two on one */
export async function checkRoles({ applications }: Core, roles: readonly RoleAssignment[]): Promise<void> {
  if (roles.length === 0) throw badRequest('A member needs at least one role')
  const names = roles.map(({ application }) => application)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw badRequest(`There are two roles on ${repeated}: send one`)
  for (const name of names) {
    if (name === everyApplication) continue
    const found = name === ownApplicationId ? undefined : await applications.findFresh(name)
    if (!found) throw badRequest(`A role names the application ${name}, which does not exist`)
  }
}
