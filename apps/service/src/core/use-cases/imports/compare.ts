import type { Core } from '../../core.ts'
import { LineError } from '../../model/imports/line.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import type { ResolvedUser } from '../names/resolve.ts'
import { type Candidate, listContactKeys } from './candidate.ts'

/**
 * The user of the line, if they exist with the passkeys of the line; undefined if nothing of the line exists.
 * @throws LineError something of the line belongs to another user, or the user has other passkeys
 */
export async function compareWithStored(core: Core, candidate: Candidate): Promise<User | undefined> {
  const { user } = candidate
  const found = await core.store.users.findWithPasskeys(user.appId, user)
  if (found) return requireSame(found, candidate)
  await rejectTakenIds(core, candidate)
  await rejectTakenPasskeys(core, candidate)
  await rejectTakenContacts(core, candidate)
  return undefined
}

/** Fields that change when users sign in or rename things aren't compared. */
function requireSame({ user, passkeys }: ResolvedUser, { user: wanted, passkeys: listed, record }: Candidate): User {
  const taken = (why: string) => new LineError('username_taken', why)
  if (user.usernameKey !== wanted.usernameKey) throw taken(`the username is a name of the user ${user.id}`)
  if (record.id !== undefined && record.id !== user.id) throw taken(`the user exists with another id, ${user.id}`)
  for (const passkey of listed) {
    const stored = passkeys.find(({ credentialId }) => credentialId === passkey.credentialId)
    if (!stored) throw taken(`the user exists without the passkey ${passkey.credentialId.slice(0, 43)}`)
    if (!hasSameKey(stored, passkey))
      throw taken(`the user exists, and the passkey ${passkey.credentialId.slice(0, 43)} has another key`)
  }
  return user
}

const hasSameKey = (one: Passkey, other: Passkey) =>
  one.algorithm === other.algorithm && Buffer.compare(one.publicKeySpki, other.publicKeySpki) === 0

async function rejectTakenIds({ store }: Core, { user: { appId }, record }: Candidate) {
  if (record.id !== undefined && (await store.users.find(appId, record.id)))
    throw new LineError('id_taken', `another user has the id ${record.id}`)
  for (const { id } of record.passkeys)
    if (id !== undefined && (await store.passkeys.find(appId, id)))
      throw new LineError('id_taken', `another passkey has the id ${id}`)
}

async function rejectTakenPasskeys({ store }: Core, { passkeys }: Candidate) {
  for (const { rpId, credentialId } of passkeys)
    if (await store.passkeys.isRegistered(rpId, credentialId))
      throw new LineError('credential_taken', `the passkey ${credentialId.slice(0, 43)} belongs to another user`)
}

async function rejectTakenContacts({ store }: Core, candidate: Candidate) {
  for (const key of listContactKeys(candidate)) {
    const owner = await store.users.findWithCredentials(candidate.user.appId, { usernameKey: key, addressKey: key })
    if (owner) throw new LineError('contact_taken', `the contact ${key} is a name of the user ${owner.userId}`)
  }
}
