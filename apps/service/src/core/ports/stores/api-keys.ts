import type { ApiKey } from '../../model/applications/api-key.ts'

/** Reads API keys. */
export interface ApiKeyStore {
  find(id: string): Promise<ApiKey | undefined>
  /** Newest first, revoked ones included. */
  list(appId: string): Promise<ApiKey[]>
}
