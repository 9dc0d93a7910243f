import type { Core } from '../../core.ts'
import { explain, type Reject } from '../../errors.ts'
import { findBlock } from '../../model/aaguids/blacklist.ts'
import type { Application } from '../../model/applications/application.ts'
import { explanations } from '../../model/passkeys/explanations.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { type BlockedCeremony, recordBlocked } from './record-blocked.ts'

/**
 * Rejects a blocked authenticator model. Called after all checks, so that only the holder of the passkey can cause the
 * event.
 * @throws AppError created by `reject`
 */
export async function rejectBlocked(
  core: Core,
  used: { application: Application; flow: BlockedCeremony['flow']; passkey: Passkey; blocked: boolean },
  reject: Reject,
): Promise<void> {
  const { aaguid, userId, id: passkeyId } = used.passkey
  const by = findBlock(used.application, aaguid, used.blocked)
  if (by === undefined) return
  const { application, flow } = used
  const type = 'fido2.passkey.auth.aaguid.blocked'
  await recordBlocked(core, { type, application, flow, aaguid, by, userId, passkeyId })
  throw explain(reject(`the ${by} blocks the authenticator model ${aaguid}`), explanations.model)
}
