/** The data that signs a user in: the username, the ID of the passkey, and the user handle, as base64url. */
type FilledUser = { username: string; credentialId: string; userHandle: string }

/** The user whose rows are copied. */
export const template = 'template@example.com'

/**
 * How many users, and whether their IDs are in the order in which they are added. Sorted ones fill faster and leave full pages;
 * scattered ones leave pages as sign-ups do.
 */
export type Fill = { users: number; order: 'sorted' | 'scattered' }

/** The most users, so that names have the same length and can be compared. */
export const mostUsers = 99_999_999

const idSpace = 2 ** 32

/** The user with that number, from 1, of a database that was filled in sorted order. */
export function findFilledUser(number: number, users: number): FilledUser {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const start = hex(number * Math.floor((idSpace - 1) / users), 8)
  const id = (kind: number) => `${start}-000${kind}-4000-8000-${hex(number, 12)}`
  const username = `user-${String(number).padStart(8, '0')}@example.com`
  return { username, credentialId: id(3).replaceAll('-', ''), userHandle: id(1) }
}

/** Draws a user of a database that was filled in sorted order. */
export const drawFilledUser = (users: number): FilledUser =>
  findFilledUser(1 + Math.floor(Math.random() * users), users)

/** How an engine writes a row of numbers, and a number as text of a fixed length. */
export type Dialect = {
  /** A table `numbers` with the column `number`. */
  numbers(from: number, to: number): string
  hex(value: string, digits: number): string
  decimal(value: string, digits: number): string
}

export const sqliteDialect: Dialect = {
  numbers: (from, to) =>
    `(with recursive counting (number) as (select ${from} union all select number + 1 from counting where number < ${to})
      select number from counting) as numbers`,
  hex: (value, digits) => `printf('%0${digits}x', ${value})`,
  decimal: (value, digits) => `printf('%0${digits}d', ${value})`,
}

export const postgresDialect: Dialect = {
  numbers: (from, to) => `generate_series(${from}::bigint, ${to}::bigint) as numbers (number)`,
  hex: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`,
  decimal: (value, digits) => `lpad((${value})::text, ${digits}, '0')`,
}

/** The tables with rows of a user, each after those that it refers to. */
export const filledTables = ['users', 'names', 'passkeys', 'devices'] as const
export type FilledTable = (typeof filledTables)[number]

/** The row of a table that is the template's. */
export const whereTemplate = (table: FilledTable): string =>
  table === 'users'
    ? `username_key = '${template}'`
    : `user_id = (select id from users where username_key = '${template}')`

type Copy = { table: FilledTable; original: string; columns: readonly string[]; from: number; to: number }

/** The ID of a user whose number an expression gives, in a database that was filled in sorted order. */
export const writeUserId = ({ hex }: Dialect, number: string, users: number): string =>
  `${hex(`(${number}) * ${Math.floor((idSpace - 1) / users)}`, 8)} || '-0001-4000-8000-' || ${hex(number, 12)}`

/** Writes the inserts of rows that are those of the template, from the table `original`, except for what identifies them. */
export function createCopier({ hex, decimal, numbers }: Dialect, { users, order }: Fill): (copy: Copy) => string {
  // The fractional parts of multiples of squares are in no order.
  const scattered = `((number * number) % ${idSpace} * 1640531527) % ${idSpace}`
  const start = hex(order === 'sorted' ? `number * ${Math.floor((idSpace - 1) / users)}` : scattered, 8)
  const id = (kind: number) => `${start} || '-000${kind}-4000-8000-' || ${hex('number', 12)}`
  const local = order === 'sorted' ? `'user-' || ${decimal('number', 8)}` : `${start} || ${hex('number', 5)}`
  const name = `${local} || '@example.com'`
  const changed: Readonly<Record<FilledTable, Readonly<Record<string, string>>>> = {
    users: { id: id(1), username: name, username_key: name },
    names: { user_id: id(1), name_key: name },
    passkeys: { user_id: id(1), id: id(2), credential_id: `replace(${id(3)}, '-', '')` },
    devices: { user_id: id(1), id: id(4) },
  }
  return ({ table, original, columns, from, to }) => {
    const values = columns.map((column) => changed[table][column] ?? `original.${column}`)
    return `insert into ${table} (${columns}) select ${values} from ${original} as original, ${numbers(from, to)}`
  }
}
