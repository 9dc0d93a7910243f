import type { Core } from '../../core.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import { createDecoy, type Descriptor, toDescriptors } from './decoys.ts'

/** The user whose passkeys a ceremony requests; `decoy`: the username is unknown, or the user has no passkey. */
export type SignInTarget = { userId: string; epoch: string; allow: Descriptor[]; decoy: boolean }

/** Finds the user and their passkeys, or decoys that look the same. */
export async function resolveSignInTarget(core: Core, appId: string, name: NameKeys): Promise<SignInTarget> {
  const found = await core.store.users.findWithCredentials(appId, name)
  // Created in every case, so that known and unknown usernames take the same time. Derived from the address, because
  // all spellings of an unknown one must get the same decoys.
  const decoy = createDecoy(core, appId, name.addressKey)
  const epoch = sealEpoch(found?.tokenEpoch)
  if (!found || found.credentials.length === 0)
    return { userId: decoy.userId, epoch, allow: decoy.descriptors, decoy: true }
  return { userId: found.userId, epoch, allow: toDescriptors(found.credentials), decoy: false }
}
