import type { Core } from '../../core.ts'
import { AppError, forbidden, notFound } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { isPending } from '../../model/members/roles.ts'
import type { OpenedSession } from '../../model/members/session.ts'
import { type ListedPasskey, requireName } from '../../model/passkeys/passkey.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { describeRequired, findRequiredProvider } from './enforced-sso.ts'
import { commitWithMembers } from './last-owner.ts'

type MemberPasskey = { userId: string; passkeyId: string }

const unknownPasskey = () => notFound('The member has no such passkey')

/** The passkeys of a member, oldest first. */
export const listMemberPasskeys = ({ store }: Core, userId: string): Promise<ListedPasskey[]> =>
  store.passkeys.listByUser(ownApplicationId, userId)

/**
 * A grant with which the member of the session registers another passkey. It stops working with the passkey that the
 * session last used.
 * @throws AppError forbidden: the member has no role, or has to sign in with a provider · not_found: the installation has no application of its own
 */
export async function grantMemberPasskey(
  core: Core,
  { session, member }: OpenedSession,
): Promise<{ token: string; username: string }> {
  if (isPending(member)) throw forbidden('You have no role yet: an owner has to give you one')
  const provider = await findRequiredProvider(core, member)
  if (provider) throw forbidden(describeRequired(provider))
  const own = core.applications.find(ownApplicationId)
  if (!own) throw notFound('The installation has no application of its own')
  const { userId: sub, username } = member
  const { passkeyId: credID, tokenEpoch } = session
  const claims = { sub, username, credID, scopes: ['reg:write'], ...toEpochClaim({ tokenEpoch }) } as const
  const token = await core.tokens.sign(own, { tokenType: 'grant', ...claims }, own.settings.grantTokenSeconds)
  return { token, username }
}

/**
 * Renames a passkey of a member.
 * @throws AppError bad_request: the name is empty · not_found
 */
export async function renameMemberPasskey(core: Core, target: MemberPasskey, newName: string): Promise<void> {
  const name = requireName(newName)
  const { name: formerName } = await requirePasskey(core, target)
  const { userId, passkeyId: id } = target
  const values = { before: { name: formerName }, after: { name } }
  const conflict = await core.store.commit([
    { renamePasskey: { appId: ownApplicationId, userId, id, name } },
    ...recordEvent(core, 'fido2.passkey.renamed', target),
    ...recordChange(core, { action: 'passkey.renamed', target: id, ...values }),
  ])
  if (conflict) throw unknownPasskey()
}

/**
 * Removes a passkey of a member, which ends the sessions that last used it.
 * @throws AppError not_found · last_passkey: the member has no other
 */
export async function removeMemberPasskey(core: Core, target: MemberPasskey): Promise<void> {
  const { userId, passkeyId: id } = target
  const conflict = await commitWithMembers(core, async () => {
    const { name } = await requirePasskey(core, target)
    if ((await listMemberPasskeys(core, userId)).length === 1)
      throw new AppError('last_passkey', 'This is the only passkey of the member: add another one first')
    const before = { name, userId }
    return [
      { deletePasskey: { appId: ownApplicationId, userId, id } },
      ...recordEvent(core, 'fido2.passkey.deleted', target),
      ...recordChange(core, { action: 'passkey.deleted', target: id, before }),
    ]
  })
  if (conflict) throw unknownPasskey()
}

async function requirePasskey(core: Core, { userId, passkeyId }: MemberPasskey): Promise<ListedPasskey> {
  const found = (await listMemberPasskeys(core, userId)).find(({ id }) => id === passkeyId)
  if (!found) throw unknownPasskey()
  return found
}

function recordEvent(
  core: Core,
  type: 'fido2.passkey.renamed' | 'fido2.passkey.deleted',
  subject: MemberPasskey,
): Write[] {
  const own = core.applications.find(ownApplicationId)
  return own === undefined ? [] : [{ append: createEvent(core, own, { type, ...subject }) }]
}
