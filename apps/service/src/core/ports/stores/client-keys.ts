import type { ClientKey } from '../../model/clients/client-key.ts'

/** Reads the keys with which customers' backends sign service tokens. */
export interface ClientKeyStore {
  /** Newest first, revoked ones included. */
  list(appId: string): Promise<ClientKey[]>
}
