/**
 * Ends what takes longer than some milliseconds, and says so instead of how the stream ended.
 * @throws Error with code ETIMEDOUT
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal,
  act: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(ms)
  try {
    return await act(AbortSignal.any([signal, timeout]))
  } catch (error) {
    throw timeout.aborted ? Object.assign(new Error(`no response within ${ms} ms`), { code: 'ETIMEDOUT' }) : error
  }
}
