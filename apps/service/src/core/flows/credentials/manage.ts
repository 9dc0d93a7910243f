import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Credential } from '../../model/credentials/credential.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import { type Backend, createBackendEvent } from '../../use-cases/applications/backend.ts'
import { commitEndOfAccess } from '../../use-cases/members/last-owner.ts'
import type { Write } from '../../writes.ts'

type CredentialRequest = { backend: Backend; user: User; id: string }

const notFound = () => new AppError('not_found', 'Credential not found', { reason: 'credential_unknown' })

/** Lists a passkey like any other credential. */
const toCredential = ({ id, appId, userId, name, createdAt, lastUsedAt = createdAt }: Passkey): Credential => ({
  id,
  appId,
  userId,
  type: 'fido2',
  status: 'active',
  name,
  secret: '',
  lastStep: 0,
  createdAt,
  updatedAt: lastUsedAt,
})

/** All credentials of a user, revoked ones included, oldest first. */
export async function listCredentials({ store }: Core, { appId, id }: User): Promise<Credential[]> {
  const [passkeys, others] = await Promise.all([
    store.passkeys.listByUser(appId, id),
    store.credentials.listByUser(appId, id),
  ])
  return [...passkeys.map(toCredential), ...others].sort((one, other) => one.createdAt - other.createdAt)
}

async function requireCredential(core: Core, { user, id }: CredentialRequest): Promise<Credential> {
  const found = (await listCredentials(core, user)).find((one) => one.id === id && one.status !== 'revoked')
  if (!found) throw notFound()
  return found
}

/**
 * Renames a credential of the user.
 * @throws AppError not_found: the user has no such credential in use
 */
export async function renameCredential(core: Core, request: CredentialRequest, name: string): Promise<Credential> {
  const credential = await requireCredential(core, request)
  const at = core.now()
  const { type, id: passkeyId, userId } = credential
  const event = createBackendEvent(core, request.backend, { type: 'fido2.passkey.renamed', userId, passkeyId })
  const writes: Write[] =
    type === 'fido2'
      ? [{ renamePasskey: { ...credential, name } }, { append: event }]
      : [{ renameCredential: { ...credential, name, at } }]
  if (await core.store.commit(writes)) throw notFound()
  return { ...credential, name, updatedAt: at }
}

/**
 * Revokes a credential of the user. Its secret or key is deleted; its type and name stay in the list.
 * @throws AppError not_found: the user has no such credential in use · last_owner
 */
export async function revokeCredential(core: Core, request: CredentialRequest): Promise<Credential> {
  const credential = await requireCredential(core, request)
  const { appId, userId, id, type } = credential
  const at = core.now()
  const revoked: Credential = { ...credential, status: 'revoked', secret: '', updatedAt: at }
  const event = createBackendEvent(core, request.backend, {
    type: 'fido2.credential.revoked',
    userId,
    detail: { type },
  })
  const passkey = type === 'fido2' ? await core.store.passkeys.find(appId, id) : undefined
  const revocation: Write[] = passkey
    ? [{ deletePasskey: passkey }, { addCredential: revoked }]
    : [{ revokeCredential: { appId, userId, id, at } }]
  const writes: Write[] = [{ signOutUser: { appId, userId } }, ...revocation, { append: event }]
  if (await commitEndOfAccess(core, { appId, userId, deleted: id }, writes)) throw notFound()
  return revoked
}
