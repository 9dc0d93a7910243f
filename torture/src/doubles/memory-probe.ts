// Loaded before the service: on SIGWINCH, it collects garbage and writes what is still in use to a file.
import { renameSync, writeFileSync } from 'node:fs'

const file = process.env.TORTURE_MEMORY!

process.on('SIGWINCH', () => {
  // Twice: the first collection runs finalizers, whose objects only the second one frees.
  globalThis.gc!()
  globalThis.gc!()
  const { heapUsed, external, rss } = process.memoryUsage()
  writeFileSync(`${file}.new`, JSON.stringify({ usedBytes: heapUsed + external, residentBytes: rss }))
  renameSync(`${file}.new`, file)
})
