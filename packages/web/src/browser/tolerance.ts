// Password managers, extensions, and WebViews replace what browsers provide, so any of it can be missing, throw, or hang.

/** Maximum delay of a timer in browsers, in milliseconds. */
export const maxDelayMs = 2 ** 31 - 1

/** The value; undefined if it is null or can't be read. */
export function readOptional<Value>(read: () => Value): NonNullable<Value> | undefined {
  try {
    return read() ?? undefined
  } catch {
    return undefined
  }
}

/** The value of the promise; undefined if it rejects, or doesn't settle for `ms` milliseconds, by default a second. */
export async function waitBriefly<Value>(
  start: () => Value | Promise<Value>,
  ms = 1000,
): Promise<Awaited<Value> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([start(), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The same as the method of the signal, which the signals of React Native lack. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason
}
