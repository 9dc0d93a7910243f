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

/** Spreadsheets run a text that starts with one of these as a formula, and clients choose some of our texts. */
const formula = /^[=+\-@\t\r]/

function quote(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
