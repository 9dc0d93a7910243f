import { type Diagnosis, UnusableDatabase } from './outages.ts'
import { FileReplacedError } from './sqlite-flush.ts'

type Entry = readonly [reason: string, advice?: string]

const usualAdvice = 'Make its folder writable with space to spare, or choose another DATA_DIR or DATABASE_URL.'
/** A new file instead of a damaged one would look like an installation that never had a user. */
export const damageAdvice =
  'Stop every node, copy the file and those next to it, check the disk, and restore the newest backup into an empty folder.'
const lockAdvice = 'Try again once the other program, such as a shell or a tool that copies the file, has ended.'
const ownerAdvice =
  'Run the program as the user that owns the file and its folder, such as with `sudo -u thumbturn`, or give both to that user.'
const fileAdvice = 'DATABASE_URL must name a file: `sqlite:<folder>/thumbturn.db`.'
const spaceAdvice = 'Free some space on its disk.'
const localAdvice = 'Move it to a local disk, or use PostgreSQL: on network file systems, locks are not reliable.'

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that say that the file can't be used for now. */
const results: Readonly<Record<number, Entry>> = {
  5: ['another process holds a lock on it', lockAdvice],
  6: ['another connection holds a lock on it', lockAdvice],
  7: ['the memory is exhausted', 'Free some memory.'],
  8: ['it is read-only'],
  // Also if there is no space for the file that SQLite shares between processes.
  10: ['the disk is full or reports an error'],
  11: ['it is damaged', damageAdvice],
  13: ['the disk is full', spaceAdvice],
  14: ['it cannot be opened'],
  15: ['its locks do not work on this file system', localAdvice],
  26: ['it is damaged, or no database', damageAdvice],
}

/** Node's own errors about a file that SQLite never opened, or has closed. */
const fileErrors: Readonly<Record<string, Entry>> = {
  EACCES: ['permission denied', ownerAdvice],
  EPERM: ['permission denied', ownerAdvice],
  EROFS: ['the file system is read-only'],
  ENOSPC: ['the disk is full', spaceAdvice],
  EDQUOT: ['the quota of its disk is used up', spaceAdvice],
  EIO: ['the disk reports an error'],
  EISDIR: ['it is a folder', fileAdvice],
  ENAMETOOLONG: ['its name is too long', fileAdvice],
  ELOOP: ['its links lead in a circle', fileAdvice],
  ENOENT: ['its folder does not exist and cannot be created'],
  ENOTDIR: ['its folder is a file'],
  ERR_INVALID_STATE: ['it was closed', 'Start the service again.'],
}

// The low byte is the primary result code.
const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff

export const isBusy = (error: unknown) => primaryCode(error) === 5

/** Whether pages of the file don't fit together, which only a backup can mend. */
export const isDamage = (error: unknown) => [11, 26].includes(primaryCode(error))

export const explainSqlite: Diagnosis = (error) => {
  if (error instanceof UnusableDatabase) return error.explanation
  if (error instanceof FileReplacedError)
    return { reason: 'its file was deleted or replaced while the service runs', advice: 'Restart the service.' }
  const [reason, advice = usualAdvice] =
    results[primaryCode(error)] ?? fileErrors[(error as { code?: string }).code ?? ''] ?? []
  return reason === undefined ? undefined : { reason, advice }
}
