import { randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { schema, usualMovements } from './ledger-schema.ts'

/** A customer; `id` is the user's in the service. */
export type CustomerRecord = {
  id: string
  username: string
  name: string
  account: string
  pinHash: string
  /** Wrong ones of unknown devices since the last right one of one, or since a passkey was used. */
  pinTries: number
  /** 0 or 1. */
  emailProved: number
}

/** Devices that are remembered of a customer; with the strangers' five tries that bounds how many PINs can be tried. */
const MOST_DEVICES = 10

type NewCustomer = Pick<CustomerRecord, 'id' | 'username' | 'name' | 'pinHash'>

/** Money in cents, negative where it leaves the account; `at` in milliseconds since 1970. */
export type Movement = { at: number; name: string; reference: string; cents: number }

/** Money for somebody: `payer` and `payee` are account numbers, `name` is whose the payee's is. */
export type Payment = { payer: string; payee: string; name: string; cents: number; reference: string }

export type Ledger = ReturnType<typeof openLedger>

/** The bank's own books, in a file. Passkeys are not in it: they are the service's business. */
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
      // Whoever had the name before is no user any more: the service gives a name to one user only.
      change('REPLACE INTO customers VALUES (:id, :username, :name, :account, :pinHash, 0, 0)', {
        ...customer,
        account,
      })
      for (const movement of usualMovements(Date.now())) move({ ...movement, account })
    },
    noteProvedEmail: (id: string) => change('UPDATE customers SET emailProved = 1 WHERE id = :id', { id }),
    hasDevice: (customer: string, device = '') =>
      row('SELECT 1 FROM devices WHERE device = :device AND customer = :customer', { device, customer }) !== undefined,
    /** The oldest make way. */
    addDevice(customer: string, device: string): void {
      change('INSERT INTO devices (device, customer) VALUES (:device, :customer)', { device, customer })
      const newest = 'SELECT id FROM devices WHERE customer = :customer ORDER BY id DESC LIMIT :most'
      const most = MOST_DEVICES
      change(`DELETE FROM devices WHERE customer = :customer AND id NOT IN (${newest})`, { customer, most })
    },
    /** Counts a try of a known device, or of all unknown ones together; answers how many that are now. */
    countPinTry: (id: string, device?: string): number =>
      row<{ pinTries: number }>(
        device
          ? 'UPDATE devices SET pinTries = pinTries + 1 WHERE customer = :id AND device = :device RETURNING pinTries'
          : 'UPDATE customers SET pinTries = pinTries + 1 WHERE id = :id RETURNING pinTries',
        device ? { id, device } : { id },
      )!.pinTries,
    forgivePinTries: (id: string, device?: string) =>
      device
        ? change('UPDATE devices SET pinTries = 0 WHERE customer = :id AND device = :device', { id, device })
        : change('UPDATE customers SET pinTries = 0 WHERE id = :id', { id }),
    /** Whether there are wrong ones of any device. */
    hasPinTries: (id: string) =>
      row(
        `SELECT 1 FROM customers WHERE id = :id AND pinTries > 0
         UNION SELECT 1 FROM devices WHERE customer = :id AND pinTries > 0`,
        { id },
      ) !== undefined,
    /** For every device, known or not. */
    unlockPin(id: string): void {
      change('UPDATE customers SET pinTries = 0 WHERE id = :id', { id })
      change('UPDATE devices SET pinTries = 0 WHERE customer = :id', { id })
    },

    /** False, and nothing moves, where the account does not cover it. */
    pay({ payer, payee, name, cents, reference }: Payment): boolean {
      if (computeBalance(payer) < cents) return false
      const at = Date.now()
      const findOwner = (account: string) =>
        row<CustomerRecord>('SELECT * FROM customers WHERE account = :account', { account })
      db.exec('BEGIN IMMEDIATE')
      move({ account: payer, at, name, reference, cents: -cents })
      // An account of another bank gets it by other ways.
      if (findOwner(payee)) move({ account: payee, at, name: findOwner(payer)!.name, reference, cents })
      db.exec('COMMIT')
      return true
    },
    close: () => db.close(),
  }
}
