import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { AccessCode } from '../../model/access-codes/access-code.ts'
import { rejectOtherFactors } from '../../model/applications/security-profile.ts'
import type { Credential, CredentialType, CredentialUse } from '../../model/credentials/credential.ts'
import type { NewUser, User } from '../../model/users/user.ts'
import { toP256Pem } from '../../p256.ts'
import { type Backend, createBackendEvent } from '../../use-cases/applications/backend.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { queueLogoutsOfUser } from '../../use-cases/logout-notices/queue.ts'
import { append, type Conflict, type Write } from '../../writes.ts'
import { preparePassword, requireGoodPassword } from './password-policy.ts'
import { deriveTotpSecret, toBase32, toOtpauthUri } from './totp.ts'
import { type CredentialProof, hashRecoveryCode } from './verify.ts'

const defaultNames: Record<CredentialType, string> = {
  fido2: 'Passkey',
  password: 'Password',
  publickey: 'Public key',
  recovery_code: 'Recovery code',
  phone_otp: 'Phone',
  email_otp: 'Email',
  totp: 'Authenticator app',
}

/**
 * The user who gets the credential; `replaced` and `allowedByCode` are used up with it. `signsOut`: everything issued
 * to the user is revoked too.
 */
export type CredentialOwner = {
  backend: Backend
  user: User
  newUser?: NewUser | undefined
  replaced?: CredentialProof
  allowedByCode?: AccessCode
  signsOut?: boolean
}
type CredentialFields = Pick<Credential, 'type' | 'status' | 'secret'> & { id?: string; name?: string }

/** Stores a credential for a user. */
async function storeCredential(core: Core, owner: CredentialOwner, kind: CredentialFields): Promise<Credential> {
  const { credential, writes } = prepareCredential(core, owner, kind)
  const { appId, id: userId } = owner.user
  const notices = owner.signsOut ? await queueLogoutsOfUser(core, { appId, userId }) : []
  const conflict = await core.store.commit([...notices, ...writes])
  if (conflict) throw credentialNotCreated(conflict)
  return credential
}

/** A credential that isn't stored yet, and what stores it in one batch. */
export function prepareCredential(
  core: Core,
  { backend, user, newUser, replaced, allowedByCode, signsOut = false }: CredentialOwner,
  kind: CredentialFields,
): { credential: Credential; writes: readonly Write[] } {
  rejectOtherFactors(backend.application)
  const at = core.now()
  const { appId, id: userId } = user
  const credential: Credential = {
    id: core.random.uuid(),
    appId,
    userId,
    name: defaultNames[kind.type],
    lastStep: 0,
    createdAt: at,
    updatedAt: at,
    ...kind,
  }
  const added = createBackendEvent(core, backend, {
    type: 'fido2.credential.added',
    userId,
    detail: { type: kind.type },
  })
  const { tokenEpoch } = user
  const known: Write = signsOut
    ? { signOutUser: { appId, userId, tokenEpoch } }
    : { holdUser: { appId, userId, tokenEpoch } }
  const writes: Write[] = [
    newUser ? { addUser: newUser } : known,
    ...(replaced ? listReplacement(replaced.use) : []),
    ...(allowedByCode ? listUseOfCode(core, backend, { code: allowedByCode, at }) : []),
    // One statement touches a row once: the credential that was used up above isn't deleted again.
    ...(replaced?.use.credential.type === kind.type ? [] : [{ replaceCredentials: credential }]),
    { addCredential: credential },
    { unlock: { appId, account: userId, method: kind.type } },
    { append: added },
  ]
  return { credential, writes }
}

/** Another request was faster. */
export const credentialNotCreated = (conflict: Conflict) =>
  new AppError('bad_request', 'The credential was not created', { cause: conflict, reason: 'credential_not_created' })

const listReplacement = ({ credential, events }: CredentialUse): Write[] => [
  { deleteCredential: credential },
  { unlock: { appId: credential.appId, account: credential.userId, method: credential.type } },
  ...append(events),
]

function listUseOfCode(core: Core, backend: Backend, { code, at }: { code: AccessCode; at: number }): Write[] {
  const { appId, userId, id } = code
  return [{ spendAccessCode: { appId, userId, id, at } }, { append: createUsedEvent(core, backend, code) }]
}

function createUsedEvent(core: Core, { application }: Backend, { userId, type, purpose }: AccessCode) {
  return createEvent(core, application, { type: 'fido2.access_code.used', userId, detail: { type, purpose } })
}

/** A password that a user chose, typed twice. */
export type NewPassword = { password: string; confirmation: string }

/**
 * Sets a user's password. If `replaced` or `allowedByCode` allowed it, that is used up in the same batch.
 * @throws AppError bad_request: the password is too weak, or another request was faster
 */
export async function createPassword(
  core: Core,
  owner: CredentialOwner,
  newPassword: NewPassword,
): Promise<Credential> {
  await requireGoodPassword(core, owner.backend.application, { ...newPassword, username: owner.user.username })
  const secret = await core.passwords.hash(preparePassword(newPassword.password))
  return storeCredential(core, owner, { type: 'password', status: 'active', secret })
}

/**
 * Replaces a user's password without the old one, and revokes everything issued to the user so far.
 * @throws AppError like createPassword
 */
export async function resetPassword(
  core: Core,
  owner: CredentialOwner,
  newPassword: NewPassword,
): Promise<{ user: User; credential: Credential }> {
  const credential = await createPassword(core, { ...owner, signsOut: true }, newPassword)
  return { credential, user: { ...owner.user, tokenEpoch: owner.user.tokenEpoch + 1 } }
}

/**
 * Sets the user's own public key, replacing any previous one.
 * @throws AppError bad_request: not a P-256 public key
 */
export async function createPublicKey(
  core: Core,
  owner: CredentialOwner,
  { text, name }: { text: string; name?: string },
) {
  return storeCredential(core, owner, {
    type: 'publickey',
    status: 'active',
    secret: toP256Pem(text),
    ...(name && { name }),
  })
}

/**
 * Creates a recovery code of 80 random bits in groups of four, replacing any previous one. It's shown once and stored
 * as a keyed hash.
 */
export async function createRecoveryCode(
  core: Core,
  owner: CredentialOwner,
): Promise<{ code: string; createdAt: number }> {
  const text = toBase32(Buffer.from(core.random.text(10), 'base64url'))
  const secret = hashRecoveryCode(core, owner.user.id, text)
  const { createdAt } = await storeCredential(core, owner, { type: 'recovery_code', status: 'active', secret })
  return { code: text.match(/.{4}/g)!.join('-'), createdAt }
}

/** Creates the secret for an authenticator app. It's in use only after the user entered a code of the app. */
export async function startTotp(
  core: Core,
  owner: CredentialOwner,
): Promise<{ id: string; secret: string; uri: string }> {
  const { application } = owner.backend
  const { id } = await storeCredential(core, owner, { type: 'totp', status: 'pending', secret: '' })
  const secret = deriveTotpSecret(core, { appId: application.id, id })
  const uri = toOtpauthUri({ issuer: application.name, username: owner.user.username, secret })
  return { id, secret: toBase32(secret), uri }
}
