// How Node runs the service, in a checkout and in a release.

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
