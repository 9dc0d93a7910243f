import type { EventEmitter } from 'node:events'

/** When the process ends even if something is still on its way, in milliseconds after the first signal. */
const deadlineMs = 4_500

/** A signal that reaches the process over several ways, as Ctrl+C does, counts once. */
export function stopOnSignal(stop: () => Promise<void>, log: (reason: string) => void) {
  let isStopping = false
  const stopOnce = (reason: string) => {
    if (isStopping) return
    isStopping = true
    log(reason)
    setTimeout(() => process.exit(1), deadlineMs).unref()
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopOnce(`received ${signal}`))
  // scripts/run/chain.mjs watches the processes that started this one.
  const events: EventEmitter = process
  events.on('orphaned', () => stopOnce('the process that started it ended'))
}
