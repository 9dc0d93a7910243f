import type { Transaction, TransactionAssertion } from '../../core/model/transactions/transaction.ts'
import type { TransactionStore } from '../../core/ports/stores/transactions.ts'
import { json, named, number, omittable, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert } from '../engine/database.ts'

export const transactions = table(
  'transactions',
  {
    id: text(),
    appId: text(),
    userId: text(),
    username: text(),
    passkeyId: text(),
    txType: text<Transaction['txType']>(),
    payload: text(),
    nonce: text(),
    serverNonce: named('l_nonce', text()),
    hash: named('tx_hash', text()),
    createdAt: number(),
    assertion: omittable(json<TransactionAssertion>()),
    confirmedBy: omittable(text<'payment'>()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    transactions: StoredRow<typeof transactions>
  }
}

export function transactionReads(db: Database): TransactionStore {
  const find = prepareFind(db, transactions, ['appId', 'id'])
  return { find: async (appId, id) => (await find({ appId, id }))[0] }
}

export const transactionWrites = (db: Database) => ({ addTransaction: prepareInsert(db, transactions) })
