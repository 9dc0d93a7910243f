import type { Core } from '../../core.ts'
import { sealedEpoch } from '../../token-epoch.ts'
import type { NameKeys } from '../users/name-keys.ts'
import { createDecoy, type Descriptor, toDescriptor } from './decoys.ts'

/** Whose passkeys a ceremony asks for; `decoy`: nobody has that name, or its user has no passkey. */
export type SignInTarget = { userId: string; epoch: string; allow: Descriptor[]; decoy: boolean }

/** The user of that name and their passkeys, or decoys that look like them and belong to nobody. */
export async function resolveSignInTarget(core: Core, appId: string, name: NameKeys): Promise<SignInTarget> {
  const found = await core.store.users.findWithCredentials(appId, name)
  // Made in every case, so that a known name costs the same time as an unknown one. Of the address, because the spellings
  // of an unknown one must agree as those of a known one do.
  const decoy = createDecoy(core, appId, name.addressKey)
  const epoch = sealedEpoch(found?.tokenEpoch)
  if (!found || found.credentials.length === 0)
    return { userId: decoy.userId, epoch, allow: decoy.descriptors, decoy: true }
  return { userId: found.userId, epoch, allow: found.credentials.map(toDescriptor), decoy: false }
}
