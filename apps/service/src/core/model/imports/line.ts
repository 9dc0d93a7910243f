import { describeFlaw, isLine } from '@thumbturn/contract/vocabulary/user-record-checks.ts'
import { FileEnd, type ImportRejection, PageEnd, UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import { isTooDeep } from '../../json-depth.ts'

/** A line of a file, from 1. `flaw`: why it has no text. */
export type ImportLine = { number: number; text: string; flaw?: string }

/** The outcome of a line; `userId` is that of the user who is there now. */
export type LineResult =
  | { line: number; outcome: 'imported' | 'unchanged'; userId: string }
  | { line: number; outcome: 'rejected'; code: ImportRejection; msg: string }

/** Why a line was rejected. */
export class LineError extends Error {
  override name = 'LineError'
  readonly code: ImportRejection

  constructor(code: ImportRejection, message: string) {
    super(message)
    this.code = code
  }
}

/** The content of a line: a user, or that a file or page ends there. */
export type LineContent =
  | { kind: 'user'; record: UserRecord }
  | { kind: 'end'; users: number | undefined }
  | { kind: 'next' }

/** @throws LineError invalid_json, invalid_record */
export function readLine({ text, flaw }: ImportLine): LineContent {
  if (flaw !== undefined) throw new LineError('invalid_json', flaw)
  const value = parseJson(text)
  if (isLine(UserRecord, value)) return { kind: 'user', record: value }
  if (isLine(FileEnd, value)) return { kind: 'end', users: value.users }
  if (isLine(PageEnd, value)) return { kind: 'next' }
  throw new LineError('invalid_record', describeFlaw(UserRecord, value))
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new LineError('invalid_json', 'the JSON of the line is nested too deeply')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LineError('invalid_json', `the line is not JSON: ${(error as Error).message}`)
  }
}
