import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures how late this process is at most, by which responses seem later: a busy machine, or too much load for one process. */
export function watchGenerator(): { stop(): number } {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  return {
    /** Returns the longest delay in milliseconds. */
    stop() {
      delays.disable()
      return Math.round(delays.max / 1e6)
    },
  }
}
