import type { EventRecord } from '../events/event.ts'
import type { Spending } from '../passkeys/passkey.ts'

/** A public key with which a customer's backend signs its service tokens. */
export type ClientKey = {
  id: string
  appId: string
  name: string
  /** P-256, PEM (SubjectPublicKeyInfo). */
  publicKey: string
  createdAt: number
  revokedAt: number | undefined
}

/** Where the keys of customers' backends are kept, and which of their tokens were used. */
export interface ClientKeyStore {
  add(key: ClientKey, event: EventRecord): Promise<void>
  /** Newest first, revoked ones included. */
  list(appId: string): Promise<ClientKey[]>
  /** False, and nothing is written, when that application has no such key in use. */
  revoke(key: { appId: string; id: string; at: number }, event: EventRecord): Promise<boolean>
  /** Spends the nonce of a token; false when it was spent before. */
  spendNonce(appId: string, nonce: Spending): Promise<boolean>
}
