/** One line of a purchase; amounts are in the minor unit of the purchase's currency. */
export type Item = { name: string; quantity: number; unitAmount: number }

/** What an agent asks for. `payer` is a username of the wallet; `currency` a code of ISO 4217. */
export type PurchaseRequest = { merchant: string; payer: string; currency: string; items: readonly Item[] }

/**
 * Waiting for the person; confirmed by their passkey; completed, which is ordered. The last three are ends: nothing
 * follows them.
 */
export type State = 'waiting' | 'confirmed' | 'completed' | 'declined' | 'expired'

/** What proves that the payer confirmed: the claims of a verified token, without the token. */
export type Proof = { userId: string; username: string; credentialId: string; txHash: string; lNonce: string }

/** A purchase as it was asked for. Nothing in it changes afterwards. Times are milliseconds since 1970. */
export type Purchase = Readonly<PurchaseRequest> & {
  /** Unguessable: whoever has it may look at the purchase and decline it. Nonces of its transactions begin with it. */
  readonly id: string
  /** The agent that asked; nobody else learns of it. */
  readonly caller: string
  /** In the minor unit. */
  readonly total: number
  /** What the passkey signs. */
  readonly text: string
  readonly createdAt: number
  readonly expiresAt: number
}
