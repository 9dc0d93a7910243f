import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures how late this process is, which makes every response seem as late: a busy machine, or too much load for one process. */
export function watchGenerator(): { stop(): number } {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  return {
    /** Returns what 99% of the delays are below, in milliseconds. */
    stop() {
      delays.disable()
      return Math.round(delays.percentile(99) / 1e6)
    },
  }
}
