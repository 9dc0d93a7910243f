/** The output of a command: readable text, or one JSON value with `--json`. */
export type Output = { json: boolean; write(text: string): void }

/** Shows a result in the form that was asked for. */
export function show({ json, write }: Output, value: unknown, inWords: () => string): void {
  write(json ? inJson(value) : `${inWords()}\n`)
}

/** JSON itself escapes only the oldest control characters. */
export const inJson = (value: unknown) => `${escapeControls(JSON.stringify(value, undefined, 2))}\n`

// Users choose names: what moves the cursor, hides or reorders text must not reach the terminal.
const controls = /(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const escapeControls = (text: string) =>
  text.replaceAll(controls, (found) =>
    Array.from(
      { length: found.length },
      (_, unit) => `\\u${found.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** Longer lines are hard to read, however wide the terminal is. */
export const widestPage = 100
const narrowestPage = 40
/** How many columns the output takes at most, unless a single word is longer: as many as the terminal has, if it says so. */
export const findPageWidth = (): number =>
  Math.max(narrowestPage, Math.min(widestPage, process.stdout.columns || widestPage))

const gap = '  '
/** Longer words are broken; the longest id, a `kid`, has 43 characters. */
const longestWord = 44
const narrowestColumn = 8

/**
 * Rows under headings. Cells that don't fit into the page are wrapped, at spaces where possible. On a narrow terminal that would
 * break ids, which are there to be copied, each row becomes a list.
 */
export function table(
  headings: readonly string[],
  given: readonly (readonly string[])[],
  pageWidth = findPageWidth(),
): string {
  const rows = given.map((row) => row.map(printable))
  const isNarrow = pageWidth < widestPage && findLeastWidth(headings, rows) > pageWidth
  if (isNarrow) return rows.map((row) => labeled(nameCells(headings, row), pageWidth)).join('\n\n')
  const widths = fitColumns(headings, rows, pageWidth)
  const rule = widths.map((width) => '-'.repeat(width))
  return [headings, rule, ...rows].flatMap((row) => layOut(row, widths)).join('\n')
}

const nameCells = (headings: readonly string[], row: readonly string[]) =>
  headings.map((heading, column) => [heading, row[column] ?? ''] as const)

/** Labels, each followed by its value. */
export function labeled(
  entries: readonly (readonly [label: string, value: string])[],
  pageWidth = findPageWidth(),
): string {
  const labelWidth = Math.max(...entries.map(([label]) => label.length))
  const widths = [labelWidth, pageWidth - labelWidth - gap.length]
  return entries.flatMap(([label, value]) => layOut([label, printable(value)], widths)).join('\n')
}

/** Words on as many lines as they need, all but the first indented. */
export const wrapIndented = (text: string, indent: string): string =>
  wrap(printable(text), findPageWidth() - indent.length).join(`\n${indent}`)

const printable = (text: string) => escapeControls(text).replaceAll('\n', '\\n')

/** The lines of one row. */
function layOut(cells: readonly string[], widths: readonly number[]): string[] {
  const wrapped = cells.map((cell, column) => wrap(cell, widths[column]!))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column]!))
      .join(gap)
      .trimEnd(),
  )
}

/** Widths that fit into the page: columns with much text give way first, ids and times last. */
function fitColumns(headings: readonly string[], rows: readonly (readonly string[])[], pageWidth: number): number[] {
  const widths = listColumns(headings, rows).map((cells) => Math.max(...cells.map((cell) => cell.length)))
  const least = findLeastWidths(headings, rows)
  const room = pageWidth - gap.length * (widths.length - 1)
  shrink(widths, { room, least })
  shrink(widths, { room, least: widths.map(() => narrowestColumn) })
  return widths
}

const listColumns = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  headings.map((heading, column) => [heading, ...rows.map((row) => row[column] ?? '')])

/** Widths at which no word is broken, except for the longest. */
const findLeastWidths = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  listColumns(headings, rows).map((cells) => Math.min(longestWord, Math.max(...cells.map(longestWordIn))))

const findLeastWidth = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  findLeastWidths(headings, rows).reduce((sum, width) => sum + width, gap.length * (headings.length - 1))

const longestWordIn = (text: string) => Math.max(...text.split(' ').map((word) => word.length))

/** Takes from the column that has most to spare until all fit, or none has. */
function shrink(widths: number[], { room, least }: { room: number; least: readonly number[] }) {
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - room; excess > 0; excess--) {
    const spare = widths.map((width, column) => width - least[column]!)
    const most = Math.max(...spare)
    if (most <= 0) return
    widths[spare.indexOf(most)]! -= 1
  }
}

function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text]
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((whole) => breakWord(whole, width))) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const breakWord = (word: string, width: number) =>
  Array.from({ length: Math.max(1, Math.ceil(word.length / width)) }, (_, part) =>
    word.slice(part * width, (part + 1) * width),
  )

/** A point in time, to the second. */
export const moment = (at: number | undefined) =>
  at === undefined ? '' : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/** A number with its noun, in the plural unless it is one. */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
