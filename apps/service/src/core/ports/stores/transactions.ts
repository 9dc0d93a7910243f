import type { ConfirmedTransaction, Transaction } from '../../model/transactions/transaction.ts'

/** Where transactions are kept; only completed ones are. */
export interface TransactionStore {
  /** One atomic batch: all of it or nothing. Anything but 'stored' has written nothing. */
  add(confirmed: ConfirmedTransaction): Promise<'stored' | 'session_spent' | 'nonce_used' | 'passkey_gone'>
  find(appId: string, id: string): Promise<Transaction | undefined>
}
