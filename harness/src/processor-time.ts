const calls = 3

/** The processor time of this thread for a call, in milliseconds: the mean of a few, as the first also compiles the code. */
export async function measureProcessorTime(call: () => Promise<unknown>): Promise<number> {
  await call()
  const before = process.threadCpuUsage()
  for (let i = 0; i < calls; i++) await call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / calls
}
