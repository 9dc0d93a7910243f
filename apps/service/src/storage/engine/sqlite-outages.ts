import type { Diagnosis } from './outages.ts'
import { FileGone } from './sqlite-flush.ts'

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that say that the file can't be used for now. */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process holds a lock on it',
  6: 'another connection holds a lock on it',
  7: 'the memory is exhausted',
  8: 'it is read-only',
  // Also if there is no space for the file that SQLite shares between processes.
  10: 'the disk is full or reports an error',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  15: 'its locks do not work on this file system',
  26: 'it is damaged, or no database',
}

/** Node's own errors about a file that SQLite never opened. */
const fileReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'its folder does not exist and cannot be created',
  ENOTDIR: 'its folder is a file',
}

// The low byte is the primary result code.
const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const isBusy = (error: unknown) => primaryCode(error) === 5

/** Whether pages of the file don't fit together, which only a backup can mend. */
export const isDamage = (error: unknown) => [11, 26].includes(primaryCode(error))

export const diagnoseSqlite: Diagnosis = (error) =>
  (error instanceof FileGone ? 'its file was deleted or replaced while the service runs' : undefined) ??
  reasons[primaryCode(error)] ??
  fileReasons[(error as { code?: string }).code ?? '']
