import type { Core } from '../core.ts'
import type { EventRecord } from '../events/event.ts'

/** A ceremony that passed every check and is refused for its authenticator model. */
export type Blocked = {
  type: 'fido2.passkey.reg.aaguid.blocked' | 'fido2.passkey.auth.aaguid.blocked'
  flow: { id: string; appId: string; expiresAt: number }
  aaguid: string
  /** What blocks the model. */
  by: string
} & Pick<EventRecord, 'userId' | 'passkeyId'>

/** Writes the event and spends the session with it, so that sending the same answer again writes nothing more. */
export async function recordBlocked({ store, random, now }: Core, blocked: Blocked): Promise<void> {
  const { type, flow, aaguid, by, userId, passkeyId } = blocked
  const { id, appId, expiresAt } = flow
  await store.events.appendSpending(
    { id: random.timeId(), appId, type, at: now(), userId, passkeyId, detail: { aaguid, by } },
    { id, expiresAt },
  )
}
