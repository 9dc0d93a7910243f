import type { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** When the process ends even if something is still on its way, in milliseconds after the delay that follows the first signal. */
const deadlineMs = 4_500

/** How long the end waits for the log to be written, in milliseconds. */
const logMs = 1_000

/** Where the end is logged, how to wait until those lines are written, and how much longer than usual it may take. */
type Ending = { log: FastifyBaseLogger; flushLog(): Promise<void>; delayMs: number }

/** Calls `stop` on a signal. A signal that reaches the process over several ways, as Ctrl+C does, counts once. */
export function stopOnSignal(stop: () => Promise<void>, ending: Ending) {
  let isStopping = false
  const stopOnce = (reason: string) => {
    if (isStopping) return
    isStopping = true
    ending.log.info({ reason }, 'Stopping')
    void endProcess(stop, ending)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopOnce(`received ${signal}`))
  // scripts/run/chain.mjs watches the processes that started this one.
  const events: EventEmitter = process
  events.on('orphaned', () => stopOnce('the process that started it ended'))
}

/** Exit code 1 tells a supervisor that something was cut off. */
async function endProcess(stop: () => Promise<void>, { log, flushLog, delayMs }: Ending): Promise<never> {
  const startedAt = performance.now()
  const since = () => ({ durationMs: Math.round(performance.now() - startedAt) })
  let code = 1
  try {
    const isLate = pause(deadlineMs + delayMs, true, { ref: false })
    if (await Promise.race([stop(), isLate])) log.warn(since(), 'Stopped before everything had ended')
    else {
      log.info({ ...since(), uptimeSeconds: Math.round(process.uptime()) }, 'Stopped')
      code = 0
    }
  } catch (error) {
    log.error(error)
  }
  const isWritten = await Promise.race([flushLog().then(() => true), pause(logMs, false, { ref: false })])
  // An exit would wait for the thread that writes the log, which waits for its reader.
  if (!isWritten) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}

/** Signals within this time, in milliseconds, count as one: Ctrl+C also reaches a command through the process that started it. */
const sameSignalMs = 500

/** Runs work whose signal aborts at the first Ctrl+C or SIGTERM, so that it ends in order; the second one ends the process. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const signals = ['SIGINT', 'SIGTERM'] as const
  let since: number | undefined
  const unlisten = () => {
    for (const signal of signals) process.off(signal, interrupt)
  }
  function interrupt(signal: NodeJS.Signals) {
    since ??= performance.now()
    if (!stop.signal.aborted) return stop.abort()
    if (performance.now() - since < sameSignalMs) return
    unlisten()
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, interrupt)
  try {
    return await work(stop.signal)
  } finally {
    // The signal that ended the work can still arrive again.
    if (!stop.signal.aborted) unlisten()
  }
}
