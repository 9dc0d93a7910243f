import { randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createDeviceRecords } from './ledger-devices.ts'
import { createSampleMovements, schema } from './ledger-schema.ts'

/** A customer; `id` is the user ID in the service. */
export type CustomerRecord = {
  id: string
  username: string
  name: string
  account: string
  pinHash: string
  /** Wrong PINs from unknown devices since the last correct one, or since a passkey was used. */
  pinAttempts: number
  /** 0 or 1. */
  emailProved: number
}

type NewCustomer = Pick<CustomerRecord, 'id' | 'username' | 'name' | 'pinHash'>

/** Money in cents, negative for debits; `at` in milliseconds since 1970. */
export type Movement = { at: number; name: string; reference: string; cents: number }

/** A payment: `payer` and `payee` are account numbers, `name` is the payee's name. */
export type Payment = { payer: string; payee: string; name: string; cents: number; reference: string }

export type Ledger = ReturnType<typeof openLedger>

/** The bank's database, in a file. Passkeys are stored by the service only. */
export function openLedger(file: string) {
  const db = new DatabaseSync(file)
  db.exec(schema)
  const row = <Row>(sql: string, values: object) => db.prepare(sql).get({ ...values }) as Row | undefined
  const change = (sql: string, values: object) => db.prepare(sql).run({ ...values })
  const move = (movement: Movement & { account: string }) =>
    change('INSERT INTO movements VALUES (NULL, :account, :at, :name, :reference, :cents)', movement)
  const computeBalance = (account: string): number =>
    row<{ cents: number }>('SELECT coalesce(sum(cents), 0) AS cents FROM movements WHERE account = :account', {
      account,
    })!.cents

  return {
    computeBalance,
    find: (id: string) => row<CustomerRecord>('SELECT * FROM customers WHERE id = :id', { id }),
    findByName: (username: string) =>
      row<CustomerRecord>('SELECT * FROM customers WHERE username = :username', { username }),
    listMovements: (account: string) =>
      db.prepare('SELECT * FROM movements WHERE account = ? ORDER BY at DESC, id DESC LIMIT 50').all(account),
    open(customer: NewCustomer): void {
      const account = String(randomInt(10_000_000, 100_000_000))
      // A previous customer with this username no longer exists: the service gives a username to one user only.
      change('REPLACE INTO customers VALUES (:id, :username, :name, :account, :pinHash, 0, 0)', {
        ...customer,
        account,
      })
      for (const movement of createSampleMovements(Date.now())) move({ ...movement, account })
    },
    noteProvedEmail: (id: string) => change('UPDATE customers SET emailProved = 1 WHERE id = :id', { id }),
    ...createDeviceRecords({ row, change }),
    /** False if the balance is too low; nothing is transferred then. */
    pay({ payer, payee, name, cents, reference }: Payment): boolean {
      if (computeBalance(payer) < cents) return false
      const at = Date.now()
      const findOwner = (account: string) =>
        row<CustomerRecord>('SELECT * FROM customers WHERE account = :account', { account })
      db.exec('BEGIN IMMEDIATE')
      move({ account: payer, at, name, reference, cents: -cents })
      // Accounts at other banks are paid in other ways.
      if (findOwner(payee)) move({ account: payee, at, name: findOwner(payer)!.name, reference, cents })
      db.exec('COMMIT')
      return true
    },
    close: () => db.close(),
  }
}
