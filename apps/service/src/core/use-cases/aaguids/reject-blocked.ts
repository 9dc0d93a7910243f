import type { Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import { explain, type Reject } from '../../errors.ts'
import { findBlock } from '../../model/aaguids/blacklist.ts'
import type { Application } from '../../model/applications/application.ts'
import { explanations } from '../../model/passkeys/explanations.ts'
import type { UsedPasskey } from '../../model/passkeys/passkey.ts'
import { type BlockedCeremony, recordBlocked } from './record-blocked.ts'

/**
 * Rejects a passkey of a blocked authenticator model.
 * @throws AppError created by `reject`
 */
export function rejectBlocked(
  core: Core,
  used: { application: Application; flow: BlockedCeremony['flow']; passkey: UsedPasskey; blocked: boolean },
  reject: Reject,
): Eventual<void> {
  const { application, flow, blocked } = used
  const { aaguid, userId, id: passkeyId } = used.passkey
  const ceremony = { type: 'fido2.passkey.auth.aaguid.blocked' as const, application, flow, aaguid, userId, passkeyId }
  return rejectBlockedModel(core, { ...ceremony, isListed: blocked }, reject)
}

/**
 * Rejects a blocked authenticator model. Called after all checks, so that only the holder of the authenticator can cause the
 * event. `isListed`: it's on the application's blacklist for this ceremony.
 * @throws AppError created by `reject`
 */
export function rejectBlockedModel(
  core: Core,
  { isListed, ...ceremony }: Omit<BlockedCeremony, 'by'> & { isListed: boolean },
  reject: Reject,
): Eventual<void> {
  const by = findBlock(ceremony.application, ceremony.aaguid, isListed)
  return by === undefined ? undefined : recordAndReject(core, { ...ceremony, by }, reject)
}

async function recordAndReject(core: Core, ceremony: BlockedCeremony, reject: Reject): Promise<never> {
  await recordBlocked(core, ceremony)
  throw explain(reject(`the ${ceremony.by} blocks the authenticator model ${ceremony.aaguid}`), explanations.model)
}
