/** Statements with named parameters. */
type Queries = {
  row<Row>(sql: string, values: object): Row | undefined
  change(sql: string, values: object): void
}

/**
 * Maximum known devices of a customer. With the limit for unknown devices, this bounds the total number of attempts.
 */
const MAX_DEVICES = 10

/** The known devices of customers, and the PIN attempts of each device. */
export const createDeviceRecords = ({ row, change }: Queries) => ({
  hasDevice: (customer: string, device = '') =>
    row('SELECT 1 FROM devices WHERE device = :device AND customer = :customer', { device, customer }) !== undefined,
  /** The oldest devices are removed. */
  addDevice(customer: string, device: string): void {
    change('INSERT INTO devices (device, customer) VALUES (:device, :customer)', { device, customer })
    change(
      `DELETE FROM devices WHERE customer = :customer
       AND id NOT IN (SELECT id FROM devices WHERE customer = :customer ORDER BY id DESC LIMIT :most)`,
      { customer, most: MAX_DEVICES },
    )
  },
  /** Counts an attempt of a known device, or of all unknown devices together. Returns the number of attempts. */
  countPinAttempt: (id: string, device?: string): number =>
    row<{ pinAttempts: number }>(
      device
        ? 'UPDATE devices SET pinAttempts = pinAttempts + 1 WHERE customer = :id AND device = :device RETURNING pinAttempts'
        : 'UPDATE customers SET pinAttempts = pinAttempts + 1 WHERE id = :id RETURNING pinAttempts',
      device ? { id, device } : { id },
    )!.pinAttempts,
  forgivePinAttempts: (id: string, device?: string) =>
    device
      ? change('UPDATE devices SET pinAttempts = 0 WHERE customer = :id AND device = :device', { id, device })
      : change('UPDATE customers SET pinAttempts = 0 WHERE id = :id', { id }),
  /** Whether any device has wrong attempts. */
  hasPinAttempts: (id: string) =>
    row(
      `SELECT 1 FROM customers WHERE id = :id AND pinAttempts > 0
       UNION SELECT 1 FROM devices WHERE customer = :id AND pinAttempts > 0`,
      { id },
    ) !== undefined,
  /** Resets all devices, known and unknown. */
  unlockPin(id: string): void {
    change('UPDATE customers SET pinAttempts = 0 WHERE id = :id', { id })
    change('UPDATE devices SET pinAttempts = 0 WHERE customer = :id', { id })
  },
})
