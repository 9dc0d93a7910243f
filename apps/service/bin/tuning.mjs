// How Node runs the service: in a checkout, in a release, and as the npm package, which has a copy of this file.
// The default export has no names that an old Node could miss: it must get as far as the check of its version.
import os from 'node:os'

/**
 * A request leaves a few kilobytes of garbage, so a small young generation works as well as a large one. One thread is
 * enough for V8's own work. V8's middle optimizing compiler takes 20 MB during warm-up, which glibc never returns, for code
 * that the top compiler replaces.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--v8-pool-size=1', '--no-maglev']

/**
 * Far more than the service's live data needs. Without a limit, V8 lets garbage pile up on a machine with much memory. An
 * operator with tens of thousands of applications sets --max-old-space-size in NODE_OPTIONS.
 */
export const heapLimit = '--max-old-space-size=256'

/** Otherwise glibc keeps a heap of some 10 MB for every thread. It reads MALLOC_ARENA_MAX only when a program starts. */
export const mallocArenas = '2'

/** The environment with what must be set before Node starts. */
export const tuneEnvironment = (environment) => ({
  ...environment,
  MALLOC_ARENA_MAX: environment.MALLOC_ARENA_MAX ?? mallocArenas,
  // The thread pool computes signatures. With more threads than processors, they and the event loop wait for each other.
  // One additional thread waits for the disk.
  UV_THREADPOOL_SIZE: environment.UV_THREADPOOL_SIZE ?? String(Math.max(2, Math.min(4, os.availableParallelism())) + 1),
})

/** The flags of a process that serves; a limit that the operator set remains. */
export const listServingFlags = ({ NODE_OPTIONS = '' }) =>
  /max[-_](old[-_]space|heap)[-_]size/.test(NODE_OPTIONS) ? nodeFlags : [...nodeFlags, heapLimit]
