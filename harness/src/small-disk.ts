import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A separate file system that a test can fill, empty again, or make read-only. */
export type SmallDisk = { folder: string; fill(): void; empty(): void; makeReadOnly(): void }

/** Mounts a four-megabyte tmpfs. If this process can't mount anything, skips the test and returns undefined. */
export function smallDisk(t: TestContext): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-disk-'))
  const mount = (...options: string[]) => execFileSync('mount', [...options, folder], { stdio: 'pipe' })
  try {
    mount('-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs')
  } catch {
    rmSync(folder, { recursive: true })
    t.skip('only root with the right to mount can make a small disk')
    return undefined
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
    },
    empty: () => truncateSync(filler),
    makeReadOnly: () => void mount('-o', 'remount,ro'),
  }
}
