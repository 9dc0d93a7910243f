import { CustomResponse } from '../custom-response.ts'

type Cell = string | number | undefined

/** A table as CSV (RFC 4180), for download under that name. The first row has the names of the columns. */
export function createCsv(name: string, rows: readonly (readonly Cell[])[]): CustomResponse {
  const text = rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')
  return new CustomResponse(text, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  })
}

/**
 * Spreadsheets run a text that starts with one of these as a formula, also in full width and after white space, and clients
 * choose some of our texts (OWASP, CSV Injection).
 */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

// In some languages, spreadsheets separate cells by semicolons.
const separators = /[",;\t\r\n]/

function quote(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return separators.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
