import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { OperatorError, Outage } from '../core/errors.ts'

/** Longer than any line of a list: 64 digits, a colon, and a count. */
const longestLine = 128

const linePattern = /^([0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})(?::\d+)?\r?$/

/** A line of the list and its position in the file; undefined after the last one. */
type Line = { at: number; text: string; digits: string } | undefined

/** How many evenly spaced lines are checked when the list is opened. */
const sampled = 1_000

/**
 * A list of breached passwords as published: one hex SHA-1 (or SHA-256) per line, optionally with `:count`, sorted by
 * hash. It can have any size: a lookup reads about forty lines.
 */
export type BreachedPasswords = {
  /** @throws Outage if the list can't be read anymore, or has been damaged */
  has(password: string): Promise<boolean>
}

/**
 * Opens a list and checks its format. It's reopened for each lookup, so that it can be replaced.
 * @throws OperatorError naming the setting BREACHED_PASSWORDS: it can't be read, a line is not a hash, or the lines aren't
 * sorted
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  const algorithm = await withFile(path, examine).catch((error: Error) => {
    throw new OperatorError('invalid_settings', `BREACHED_PASSWORDS (${path}): ${error.message}`)
  })
  return {
    async has(password) {
      const wanted = createHash(algorithm).update(password).digest('hex').toUpperCase()
      return withFile(path, (file, size) => search(file, size, wanted)).catch((cause: Error) => {
        throw new Outage('New passwords can’t be checked: try again after the time in Retry-After', { cause })
      })
    },
  }
}

async function withFile<T>(path: string, act: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await act(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** The hash algorithm of the lines. */
async function examine(file: FileHandle, size: number): Promise<'sha1' | 'sha256'> {
  let before = ''
  for (let part = 0; part < sampled; part++) {
    const line = await lineFrom(file, Math.floor((size * part) / sampled))
    if (!line) continue
    if (before !== '' && line.digits.length !== before.length) throw new Error('its hashes differ in length')
    if (line.digits < before) throw new Error(`it is not sorted by hash: see byte ${line.at}`)
    before = line.digits
  }
  if (before === '') throw new Error('it is empty')
  return before.length === 40 ? 'sha1' : 'sha256'
}

/** The first line that starts at or after that position. */
async function lineFrom(file: FileHandle, place: number): Promise<Line> {
  // Starts one byte earlier: a line starts here only after the end of another.
  const from = Math.max(0, place - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * longestLine), 0, 2 * longestLine, from)
  const seen = buffer.toString('latin1', 0, bytesRead)
  const start = place === 0 ? 0 : seen.indexOf('\n') + 1
  const isAtEnd = bytesRead < buffer.length
  if (isAtEnd && (seen.length === start || (place > 0 && start === 0))) return undefined
  const [text = ''] = seen.slice(start).split('\n', 1)
  const [, digits] = (place > 0 && start === 0 ? undefined : linePattern.exec(text)) ?? []
  if (digits === undefined) throw new Error(`no hash of 40 or 64 hex digits at byte ${from + start}`)
  return { at: from + start, text, digits: digits.toUpperCase() }
}

/** Binary search among the lines that start in [from, to). */
async function search(file: FileHandle, size: number, wanted: string): Promise<boolean> {
  let [from, to] = [0, size]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const line = await lineFrom(file, middle)
    if (line?.digits === wanted) return true
    if (line && line.digits < wanted) from = line.at + line.text.length + 1
    else to = middle
  }
  return false
}
