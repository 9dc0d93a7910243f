import { DatabaseSync } from 'node:sqlite'
import type { PaymentText } from './payload.ts'

/** An account: how a user signs in without a passkey. */
export type Account = { email: string; name: string; passwordHash: string }

/** A confirmed payment; `userId` is the user ID in the service, `at` in milliseconds since 1970. */
export type PaidRecord = Pick<PaymentText, 'merchant' | 'order' | 'amount' | 'currency'> & {
  id: string
  userId: string
  at: number
}

export type Book = ReturnType<typeof openBook>

const schema = `
  CREATE TABLE IF NOT EXISTS accounts (
    email TEXT PRIMARY KEY COLLATE NOCASE, name TEXT NOT NULL, passwordHash TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS payments (
    id TEXT PRIMARY KEY, userId TEXT NOT NULL, merchant TEXT NOT NULL, "order" TEXT NOT NULL, amount TEXT NOT NULL,
    currency TEXT NOT NULL, at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS payments_by_user ON payments (userId, at);
`

/** The wallet's database, in a file. Passkeys are stored by the service only. */
export function openBook(file: string) {
  const db = new DatabaseSync(file)
  db.exec(schema)
  return {
    /** False if the address has an account. */
    open: (account: Account): boolean =>
      db.prepare('INSERT OR IGNORE INTO accounts VALUES (:email, :name, :passwordHash)').run({ ...account }).changes ===
      1,
    find: (email: string) => db.prepare('SELECT * FROM accounts WHERE email = ?').get(email) as Account | undefined,
    /** False if the payment was confirmed before. */
    note: (paid: PaidRecord): boolean =>
      db
        .prepare('INSERT OR IGNORE INTO payments VALUES (:id, :userId, :merchant, :order, :amount, :currency, :at)')
        .run({ ...paid }).changes === 1,
    listPayments: (userId: string) =>
      db
        .prepare(
          'SELECT id, merchant, "order", amount, currency, at FROM payments WHERE userId = ? ORDER BY at DESC LIMIT 20',
        )
        .all(userId),
    close: () => db.close(),
  }
}
