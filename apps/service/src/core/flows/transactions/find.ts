import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Transaction } from '../../model/transactions/transaction.ts'

/**
 * A completed transaction of that application.
 * @throws AppError not_found: no such transaction, or another application's
 */
export async function findTransaction({ store }: Core, application: Application, id: string): Promise<Transaction> {
  const transaction = await store.transactions.find(application.id, id)
  if (!transaction) throw notFound('There is no such transaction')
  return transaction
}
