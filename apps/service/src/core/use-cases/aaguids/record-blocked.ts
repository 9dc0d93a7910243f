import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { createEvent } from '../events/create-event.ts'
import { describeStatement } from './describe-model.ts'

/** A ceremony that passed every check, but whose authenticator model is blocked or not certified. */
export type BlockedCeremony = {
  type: 'fido2.passkey.reg.aaguid.blocked' | 'fido2.passkey.auth.aaguid.blocked'
  application: Application
  flow: Parameters<typeof toSpentSession>[0]
  aaguid: string
  /** The rule that blocks the model. */
  by: string
  userId?: string | undefined
  passkeyId?: string
}

/** Writes the event and spends the session with it, so that repeating the response writes nothing more. */
export async function recordBlocked(core: Core, blocked: BlockedCeremony): Promise<void> {
  const { type, application, flow, aaguid, by, userId, passkeyId } = blocked
  const detail = { aaguid, by, ...describeStatement(core, aaguid) }
  const event = createEvent(core, application, { type, userId, passkeyId, detail })
  await core.store.commit([{ spend: { appId: application.id, ...toSpentSession(flow) } }, { append: event }])
}
