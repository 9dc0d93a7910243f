import type { BlacklistItem } from '../../model/aaguids/blacklist.ts'

/** Reads blocked authenticator models. */
export interface BlacklistStore {
  find(appId: string, aaguid: string): Promise<BlacklistItem | undefined>
  /** By AAGUID. */
  list(appId: string): Promise<BlacklistItem[]>
}
