import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'

/** When the process ends even if something is still on its way, in milliseconds after the delay that follows the first signal. */
const deadlineMs = 4_500

/**
 * Calls `stop` on a signal; it may take `delayMs` longer than usual. A signal that reaches the process over several ways,
 * as Ctrl+C does, counts once.
 */
export function stopOnSignal(stop: () => Promise<void>, log: FastifyBaseLogger, delayMs: number) {
  let isStopping = false
  const stopOnce = (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'Stopping')
    void endProcess(stop, log, deadlineMs + delayMs)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopOnce(`received ${signal}`))
  // scripts/run/chain.mjs watches the processes that started this one.
  const events: EventEmitter = process
  events.on('orphaned', () => stopOnce('the process that started it ended'))
}

/** Exit code 1 tells a supervisor that something was cut off. */
async function endProcess(stop: () => Promise<void>, log: FastifyBaseLogger, longestMs: number): Promise<never> {
  const startedAt = performance.now()
  const since = () => ({ durationMs: Math.round(performance.now() - startedAt) })
  setTimeout(() => {
    log.warn(since(), 'Stopped before everything had ended')
    process.exit(1)
  }, longestMs).unref()
  try {
    await stop()
  } catch (error) {
    log.error(error)
    process.exit(1)
  }
  log.info({ ...since(), uptimeSeconds: Math.round(process.uptime()) }, 'Stopped')
  process.exit(0)
}

/** Runs work whose signal aborts at the first Ctrl+C or SIGTERM, so that it ends in order; the second one ends the process. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, abort)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, abort)
  }
}
