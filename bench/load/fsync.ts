import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { findMedian } from '@thumbturn/testkit/statistics.ts'

/** The time of a small durable write in a folder: the median of 100 appends of 4 KiB with fsync, in microseconds. */
export function fsyncMicroseconds(folder: string): number {
  const own = mkdtempSync(join(folder, 'bench-fsync-'))
  const file = openSync(join(own, 'appended'), 'a')
  const times = Array.from({ length: 100 }, () => {
    const start = performance.now()
    writeSync(file, Buffer.alloc(4096))
    fsyncSync(file)
    return (performance.now() - start) * 1000
  })
  closeSync(file)
  rmSync(own, { recursive: true })
  return findMedian(times)
}

/**
 * Compiles a library that makes each fsync of a program take longer by a delay, for its environment; needs a C
 * compiler.
 */
export function slowFsync(milliseconds: number, folder: string): { env: Record<string, string>; remove: () => void } {
  if (milliseconds === 0) return { env: {}, remove: () => {} }
  const own = mkdtempSync(join(folder, 'bench-slow-'))
  const library = join(own, 'slow-fsync.so')
  const source = new URL('slow-fsync.c', import.meta.url).pathname
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  const env = { LD_PRELOAD: library, SLOW_FSYNC_US: `${Math.round(milliseconds * 1000)}` }
  return { env, remove: () => rmSync(own, { recursive: true, force: true }) }
}
