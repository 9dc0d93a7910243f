import type { ApiKey } from '../../model/applications/api-key.ts'
import type { EventRecord } from '../../model/events/event.ts'

/** Where API keys are kept. */
export interface ApiKeyStore {
  add(key: ApiKey, event: EventRecord): Promise<void>
  find(id: string): Promise<ApiKey | undefined>
  /** Newest first, revoked ones included. */
  list(appId: string): Promise<ApiKey[]>
  /** False, and nothing is written, when that application has no such key in use. */
  revoke(key: { appId: string; id: string; at: number }, event: EventRecord): Promise<boolean>
}
