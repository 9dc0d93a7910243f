/** A line of a file, by its number from 1. */
export type Line = { number: number; text: string }

/** The header of a file, and its other lines in parts that one call can take. */
export type ImportFile = { header: Line; parts: readonly (readonly Line[])[]; lines: number }

/** The limits of a call, with room for the header. */
const most = { lines: 1_000, bytes: 900_000 }

/** Splits a file; undefined if it is empty. */
export function splitFile(content: string): ImportFile | undefined {
  const all = content.split('\n').map((text, at) => ({ number: at + 1, text: text.trimEnd() }))
  const [header, ...lines] = all.filter(({ text }) => text !== '')
  return header && { header, parts: splitLines(lines), lines: lines.length }
}

function splitLines(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  let room = { lines: 0, bytes: 0 }
  for (const line of lines) {
    const bytes = new TextEncoder().encode(line.text).length + 1
    room = { lines: room.lines - 1, bytes: room.bytes - bytes }
    if (room.lines < 0 || room.bytes < 0) {
      parts.push([])
      room = { lines: most.lines - 1, bytes: most.bytes - bytes }
    }
    parts.at(-1)!.push(line)
  }
  return parts
}

/** The body of a call. */
export const toBody = (header: Line, part: readonly Line[]): string =>
  [header, ...part].map(({ text }) => `${text}\n`).join('')
