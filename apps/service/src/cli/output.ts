/** How a command answers: text for people, or one JSON value where `--json` was asked for. */
export type Output = { json: boolean; write(text: string): void }

/** Shows a result in the form that was asked for. */
export function show({ json, write }: Output, value: unknown, inWords: () => string): void {
  write(json ? `${JSON.stringify(value, undefined, 2)}\n` : `${inWords()}\n`)
}

/** Rows under headings, columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
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
