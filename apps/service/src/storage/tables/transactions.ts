import type { Transaction } from '../../core/model/transactions/transaction.ts'
import type { TransactionStore } from '../../core/ports/stores/transactions.ts'
import { named, number, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareInsert, prepareRead } from '../engine/database.ts'
import { deviceUpsert } from './device-steps.ts'
import { eventInsert } from './events.ts'
import { failureClearing } from './failures.ts'
import { usedDevices, usePasskey } from './passkey-use.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'

const transactions = table(
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
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    transactions: Stored<typeof transactions>
  }
}

export function sqlTransactions(db: Database): TransactionStore {
  const spend = sessionSpending(db)
  const use = usePasskey(db)
  const insert = prepareInsert(db, transactions)
  const upsertDevice = deviceUpsert(db)
  const { clearAll } = failureClearing(db)
  const insertEvent = eventInsert(db)
  const find = findTransaction(db)
  return {
    async add({ transaction, passkey, signCount, backedUp, userVerified, device, spending, events }) {
      const { appId, userId, id } = passkey
      const flags = { backedUp: Number(backedUp), userVerified: Number(userVerified) }
      const used = { appId, userId, id, signCount, ...flags, at: transaction.createdAt, deviceId: device?.id ?? null }
      const steps = [
        spend(appId, spending),
        insert(transaction),
        demanded(use(used)),
        clearAll({ appId, account: userId }),
        ...(device ? upsertDevice({ appId, userId, known: usedDevices(passkey) }, device) : []),
        ...events.map(insertEvent),
      ]
      return (await db.atomically(steps, refusals)) ?? 'stored'
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && transactions.load(row)
    },
  }
}

const refusals = {
  ...spentAs('session_spent'),
  // The transaction's id is its session's; the engines check a table's constraints in different orders.
  transactions_id: 'session_spent',
  transactions_nonce: 'nonce_used',
  transactions_owner: 'passkey_gone',
  devices_owner: 'passkey_gone',
  passkeys_missing: 'passkey_gone',
} as const

const findTransaction = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('transactions').select(transactions.columns).where('app_id', '=', appId).where('id', '=', id),
  )
