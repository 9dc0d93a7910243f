import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and its missing parents, for their owner only. Node's own `recursive` never returns where the kernel
 * says that the parent of an existing folder is missing, as it does in /proc.
 * @throws Node's error
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process that starts too can be faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
