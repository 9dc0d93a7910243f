/** The tables of the bank; times in milliseconds since 1970, money in cents. */
export const schema = `
  CREATE TABLE IF NOT EXISTS customers (
    id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL, account TEXT NOT NULL UNIQUE,
    pinHash TEXT NOT NULL, pinAttempts INTEGER NOT NULL DEFAULT 0, emailProved INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS devices (
    id INTEGER PRIMARY KEY, device TEXT NOT NULL UNIQUE, customer TEXT NOT NULL, pinAttempts INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS devices_by_customer ON devices (customer);
  CREATE TABLE IF NOT EXISTS movements (
    id INTEGER PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL, name TEXT NOT NULL, reference TEXT NOT NULL,
    cents INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS movements_by_account ON movements (account, at);
`

const day = 86_400_000

/** Movements of a new account, so that there is something to see and to spend. */
export const createSampleMovements = (now: number) => [
  { at: now - 27 * day, name: 'Saltmarsh Bank', reference: 'Opening gift', cents: 10_000 },
  { at: now - 20 * day, name: 'Brackwater Studio', reference: 'Salary', cents: 284_000 },
  { at: now - 19 * day, name: 'Pier Lane Homes', reference: 'Rent', cents: -92_500 },
  { at: now - 12 * day, name: 'Heron Foods', reference: 'Card payment', cents: -6_435 },
  { at: now - 6 * day, name: 'Tideline Energy', reference: 'Electricity', cents: -7_820 },
  { at: now - 2 * day, name: 'Reed & Rye Bakery', reference: 'Card payment', cents: -1_240 },
]
