import type { Credential } from '../../model/credentials/credential.ts'

/** Reads credentials other than passkeys. */
export interface CredentialStore {
  /** Oldest first, revoked ones included. */
  listByUser(appId: string, userId: string): Promise<Credential[]>
  find(appId: string, id: string): Promise<Credential | undefined>
}
