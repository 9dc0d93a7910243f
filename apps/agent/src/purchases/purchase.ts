/** An item of a purchase; amounts in the minor unit of the purchase's currency. */
export type Item = { name: string; quantity: number; unitAmount: number }

/** A purchase requested by an agent. `payer` is a username at the wallet, `currency` an ISO 4217 code. */
export type PurchaseRequest = { merchant: string; payer: string; currency: string; items: readonly Item[] }

/**
 * Waiting for the user; confirmed with their passkey; completed (the order is placed). The last three are final.
 */
export type State = 'waiting' | 'confirmed' | 'completed' | 'declined' | 'expired'

/** Proof of the payer's confirmation: the claims of a verified token, without the token. */
export type Proof = { userId: string; username: string; credentialId: string; txHash: string; lNonce: string }

/** A purchase as requested. Immutable. Times in milliseconds since 1970. */
export type Purchase = Readonly<PurchaseRequest> & {
  /** Unguessable: anyone with the ID can view and decline the purchase. Nonces of its transactions start with it. */
  readonly id: string
  /** The agent that started the purchase; no other agent can see it. */
  readonly caller: string
  /** In the minor unit. */
  readonly total: number
  /** The text that the passkey signs. */
  readonly text: string
  readonly createdAt: number
  readonly expiresAt: number
}
