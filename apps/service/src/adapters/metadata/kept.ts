import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The last good list, stored next to the other data of the installation. */
export type KeptCopy = {
  /** Undefined if there is none yet. */
  read(): Promise<string | undefined>
  /** Replaces it atomically, even if the power fails. */
  write(jws: string): Promise<void>
}

export function createKeptCopy(folder: string): KeptCopy {
  const file = join(folder, 'metadata.jwt')
  return {
    read: () =>
      readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    async write(jws) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${file}.${process.pid}`
      try {
        await writeToDisk(unfinished, jws)
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}

async function writeToDisk(file: string, text: string) {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
