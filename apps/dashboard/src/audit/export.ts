import type { Entry } from './queries.ts'

const columns = [
  'time',
  'actor',
  'actor kind',
  'actor ID',
  'action',
  'application',
  'target',
  'before',
  'after',
  'address',
]

/** Entries as a table in CSV (RFC 4180). */
export const toCsv = (entries: readonly Entry[]): string =>
  [columns, ...entries.map(toCells)].map((row) => `${row.map(quote).join(',')}\r\n`).join('')

const toCells = ({ at, actor, action, application, target, before, after, address }: Entry) => [
  at,
  actor.name,
  actor.kind,
  actor.id,
  action,
  application,
  target,
  before && JSON.stringify(before),
  after && JSON.stringify(after),
  address,
]

/** Entries in JSON, one a line. */
export const toJsonLines = (entries: readonly Entry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** Spreadsheets run a text that starts like this as a formula, and members choose some of our texts (OWASP, CSV Injection). */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

function quote(cell = ''): string {
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
