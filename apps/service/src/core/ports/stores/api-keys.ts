import type { ApiKey } from '../../model/applications/api-key.ts'

/** Reads API keys. */
export interface ApiKeyStore {
  find(id: string): Promise<ApiKey | undefined>
  /** A thousand at most, newest first: those in use, and of the revoked ones the newest. */
  list(appId: string): Promise<ApiKey[]>
  /** Those that are neither revoked nor expired at that time. */
  countInUse(appId: string, now: number): Promise<number>
}
