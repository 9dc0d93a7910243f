/** How a command answers: text for people, or one JSON value where `--json` was asked for. */
export type Output = { json: boolean; write(text: string): void }

/** Shows a result in the form that was asked for. */
export function show({ json, write }: Output, value: unknown, inWords: () => string): void {
  // JSON itself escapes only the oldest of them.
  write(json ? `${visibly(JSON.stringify(value, undefined, 2))}\n` : `${inWords()}\n`)
}

// Strangers choose names: what moves the cursor, hides or reorders text must not reach the terminal.
const steering = /(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const visibly = (text: string) =>
  text.replaceAll(steering, (found) =>
    Array.from(
      { length: found.length },
      (_, unit) => `\\u${found.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** Rows under headings, columns as wide as their widest cell; a row is one line, whatever its cells hold. */
export function table(headings: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map((cell) => visibly(cell).replaceAll('\n', '\\n')))
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** A point in time as people and programs both read it. */
export const moment = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString())
