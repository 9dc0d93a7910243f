import type { ImportLine } from '../core/model/imports/line.ts'

/** A line with its bytes as they were read, without the line break. */
export type FileLine = ImportLine & { bytes: Buffer }

/** Longer than the line of a user with a thousand passkeys needs to be. */
const mostBytes = 1024 * 1024
const lineFeed = 0x0a

/** The lines of a stream, one at a time: of longer ones than a megabyte, nothing is kept. Empty lines only count. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const keep = (part: Buffer) => {
    length += part.length
    if (length <= mostBytes) parts.push(part)
    else parts = []
  }
  const takeLine = () => {
    const line = toLine(++number, length > mostBytes ? undefined : Buffer.concat(parts))
    parts = []
    length = 0
    return line
  }
  for await (const chunk of source) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      const line = takeLine()
      if (!isBlank(line)) yield line
    }
    keep(chunk.subarray(start))
  }
  if (length > 0) {
    const line = takeLine()
    if (!isBlank(line)) yield line
  }
}

const isBlank = ({ text, flaw }: FileLine) => flaw === undefined && text.trim() === ''

function toLine(number: number, bytes: Buffer | undefined): FileLine {
  if (!bytes) return { number, text: '', bytes: Buffer.alloc(0), flaw: 'the line is longer than a megabyte' }
  try {
    return { number, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes }
  } catch {
    return { number, text: '', bytes, flaw: 'the line is not UTF-8' }
  }
}
