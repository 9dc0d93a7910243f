import type { ClientKey } from '../../model/clients/client-key.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { SpentSession } from '../../spent-session.ts'

/** Where the keys of customers' backends are kept, and which of their tokens were used. */
export interface ClientKeyStore {
  add(key: ClientKey, event: EventRecord): Promise<void>
  /** Newest first, revoked ones included. */
  list(appId: string): Promise<ClientKey[]>
  /** False, and nothing is written, when that application has no such key in use. */
  revoke(key: { appId: string; id: string; at: number }, event: EventRecord): Promise<boolean>
  /** Spends the nonce of a token; false when it was spent before. */
  spendNonce(appId: string, nonce: SpentSession): Promise<boolean>
}
