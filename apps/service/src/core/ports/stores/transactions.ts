import type { Transaction } from '../../model/transactions/transaction.ts'

/** Reads transactions; only completed ones are stored. */
export interface TransactionStore {
  find(appId: string, id: string): Promise<Transaction | undefined>
  /** In no order. */
  listByUser(of: { appId: string; userId: string; limit: number }): Promise<Transaction[]>
}
