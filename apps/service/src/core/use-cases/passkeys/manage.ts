import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { type Passkey, requireName } from '../../model/passkeys/passkey.ts'
import type { Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordChange } from '../audit/audit.ts'
import { commitEndOfAccess } from '../members/last-owner.ts'

type ManagedPasskey = { backend: Backend; passkeyId: string; signsOut?: boolean }

const unknownPasskey = () => notFound('This application has no such passkey')

/**
 * Any passkey of the application.
 * @throws AppError not_found: no such passkey, or another application's
 */
export async function findPasskey({ store }: Core, { backend, passkeyId }: ManagedPasskey): Promise<Passkey> {
  const passkey = await store.passkeys.find(backend.application.id, passkeyId)
  if (!passkey) throw unknownPasskey()
  return passkey
}

/**
 * Renames any passkey of the application.
 * @throws AppError bad_request: the name is empty · not_found
 */
export async function renameAnyPasskey(core: Core, target: ManagedPasskey, newName: string): Promise<void> {
  const name = requireName(newName)
  const passkey = await findPasskey(core, target)
  const { userId, id: passkeyId } = passkey
  const event = createBackendEvent(core, target.backend, { type: 'fido2.passkey.renamed', userId, passkeyId })
  const change = { application: passkey.appId, target: passkeyId, before: { name: passkey.name }, after: { name } }
  const audit = recordChange(core, { action: 'passkey.renamed', ...change })
  if (await core.store.commit([{ renamePasskey: { ...passkey, name } }, { append: event }, ...audit]))
    throw unknownPasskey()
}

/**
 * Deletes any passkey of the application; it and the tokens that it earned are rejected at once. `signsOut`: so is
 * everything else issued to the user.
 * @throws AppError not_found · last_owner
 */
export async function deleteAnyPasskey(core: Core, target: ManagedPasskey): Promise<void> {
  const passkey = await findPasskey(core, target)
  const { userId, id: passkeyId } = passkey
  const event = createBackendEvent(core, target.backend, { type: 'fido2.passkey.deleted', userId, passkeyId })
  const user = { appId: passkey.appId, userId }
  const signOut = target.signsOut ? [{ signOutUser: user }] : []
  const change = { application: passkey.appId, target: passkeyId, before: { name: passkey.name, userId } }
  const audit = recordChange(core, { action: 'passkey.deleted', ...change })
  const writes: Write[] = [...signOut, { deletePasskey: passkey }, { append: event }, ...audit]
  if (await commitEndOfAccess(core, { ...user, deleted: passkeyId }, writes)) throw unknownPasskey()
}
