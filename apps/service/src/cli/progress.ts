/** How long work takes before it reports progress. */
const silentMs = 2_000
const everyMs = 500

/** Runs work that can take long: on a terminal, it says after two seconds how long it has taken so far. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work()
  const start = performance.now()
  const timer = setInterval(() => {
    const elapsed = performance.now() - start
    if (elapsed > silentMs) process.stderr.write(`\r${what}… ${(elapsed / 1000).toFixed(0)} s`)
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (performance.now() - start > silentMs) process.stderr.write('\r\x1b[K')
  }
}

/** A line on a terminal that is rewritten as work progresses, at most twice a second. */
export function createCounter(): { show(text: string): void; clear(): void } {
  let shownAt = 0
  let isShown = false
  return {
    show(text) {
      const now = performance.now()
      if (!process.stderr.isTTY || now - shownAt < everyMs) return
      shownAt = now
      isShown = true
      process.stderr.write(`\r\x1b[K${text}`)
    },
    clear() {
      if (isShown) process.stderr.write('\r\x1b[K')
      isShown = false
    },
  }
}
