import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents, for their owner only. Node's own `recursive` never returns if the kernel
 * reports that the parent of an existing folder is missing, as it does in /proc.
 * @throws Node's error
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process can create it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the data folder unless it exists. Git ignores what is in it: by default it lies in the folder where the service is
 * started, which may be a project, and it contains the master key.
 * @throws Node's error
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
}
