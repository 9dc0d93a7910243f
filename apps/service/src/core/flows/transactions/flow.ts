import type { SignableTransaction } from '../../model/transactions/transaction.ts'
import type { Flow } from '../../ports/sessions.ts'

/**
 * A transaction between its two calls; the flow's id is the transaction's. The challenge is computed from the rest, so it
 * isn't kept.
 */
export type TransactionFlow = Flow &
  SignableTransaction & {
    purpose: 'transaction'
    epoch: string
    /** The passkeys that can be used (see model/passkeys/listed.ts); any, if absent. */
    listed?: string | undefined
    /** The payload describes a payment that the browser can show. */
    payment?: true
  }

/** A transaction whose user is known. */
export type BoundFlow = TransactionFlow & { userId: string }
