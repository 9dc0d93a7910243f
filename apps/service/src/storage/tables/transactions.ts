import type { Transaction, TransactionAssertion } from '../../core/model/transactions/transaction.ts'
import type { TransactionStore } from '../../core/ports/stores/transactions.ts'
import { json, named, number, omittable, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareRead } from '../engine/database.ts'

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
  const list = listOfUser(db)
  return {
    find: async (appId, id) => (await find({ appId, id }))[0],
    listByUser: async (of) => (await list(of)).map(transactions.load),
  }
}

const listOfUser = (db: Database) =>
  prepareRead(db, ({ appId, userId, limit }: { appId: string; userId: string; limit: number }) =>
    db.query
      .selectFrom('transactions')
      .select(transactions.columns)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .limit(limit),
  )

export const transactionWrites = (db: Database) => ({ addTransaction: prepareInsert(db, transactions) })
