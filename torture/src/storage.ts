import { existsSync, statfsSync } from 'node:fs'

const memoryFolder = '/dev/shm'
/** Several times the size of the databases of two runs; containers often have much less. */
const leastFreeBytes = 2 * 2 ** 30

/** Where databases of runs are, as records name it. */
export type Storage = 'disk' | 'memory'

/** Lets this process, and those that it starts, keep temporary files in memory, where a flush takes no time. */
export function keepFilesInMemory(): Storage {
  if (!existsSync(memoryFolder)) return 'disk'
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize < leastFreeBytes) return 'disk'
  process.env.TMPDIR = memoryFolder
  return 'memory'
}
