const calls = 5

/** The processor time of this thread for a call, in milliseconds: the mean of a few, as the first also compiles the code. */
export function measureProcessorTime(call: () => unknown): number {
  const before = process.threadCpuUsage()
  for (let i = 0; i < calls; i++) call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / calls
}
