import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { type ListedPasskey, requireName } from '../../model/passkeys/passkey.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import { createEvent } from '../events/create-event.ts'
import { commitEndOfAccess } from '../members/last-owner.ts'

type OwnPasskey = { holder: Pick<TokenHolder, 'application' | 'userId'>; passkeyId: string }

/** All passkeys of the token's holder, oldest first. */
export async function listPasskeys(
  { store }: Core,
  { application, userId }: OwnPasskey['holder'],
): Promise<ListedPasskey[]> {
  return userId === undefined ? [] : store.passkeys.listByUser(application.id, userId)
}

/**
 * Renames a passkey of the holder.
 * @throws AppError bad_request: the name is empty · not_found: no such passkey, or another user's
 */
export async function renamePasskey(core: Core, { holder, passkeyId }: OwnPasskey, newName: string): Promise<void> {
  const name = requireName(newName)
  const passkey = toPasskeyKey(holder, passkeyId)
  const { userId } = passkey
  const event = createEvent(core, holder.application, { type: 'fido2.passkey.renamed', userId, passkeyId })
  if (await core.store.commit([{ renamePasskey: { ...passkey, name } }, { append: event }])) throw unknownPasskey()
}

/**
 * Deletes a passkey of the holder; it and the tokens that it earned are rejected at once.
 * @throws AppError not_found: no such passkey, or another user's · last_owner
 */
export async function deletePasskey(core: Core, { holder, passkeyId }: OwnPasskey): Promise<void> {
  const passkey = toPasskeyKey(holder, passkeyId)
  const { userId } = passkey
  const event = createEvent(core, holder.application, { type: 'fido2.passkey.deleted', userId, passkeyId })
  const user = { appId: passkey.appId, userId, deleted: passkeyId }
  if (await commitEndOfAccess(core, user, [{ deletePasskey: passkey }, { append: event }])) throw unknownPasskey()
}

const unknownPasskey = () => notFound('This user has no such passkey')

function toPasskeyKey({ application, userId }: OwnPasskey['holder'], id: string) {
  if (userId === undefined) throw unknownPasskey()
  return { appId: application.id, userId, id }
}
