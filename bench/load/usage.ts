import { readdirSync, readFileSync } from 'node:fs'

/**
 * The use of the machine by processes: processor seconds since their start, resident memory in megabytes now and at
 * most.
 */
export interface Usage {
  cpuSeconds: number
  rssMb: number
  peakRssMb: number
}

// Linux counts in hundredths of a second here, whatever the kernel's own clock is.
const TICKS_PER_SECOND = 100

/** Reads Linux's /proc; all threads of the process are counted. */
export function readUsage(pid: number): Usage {
  const fields = readStat(pid)
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const readMb = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { cpuSeconds, rssMb: readMb('VmRSS'), peakRssMb: readMb('VmHWM') }
}

/** The same for processes with all their children, also those that have ended. Memory that they share counts for each. */
export function readUsageWithChildren(pids: readonly number[]): Usage {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent)
  const family = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap((child) => family(child.pid))]
  let [cpuSeconds, rssMb, peakRssMb] = [0, 0, 0]
  for (const pid of pids.flatMap(family)) {
    try {
      const fields = readStat(pid)
      const ofEndedChildren = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
      const usage = readUsage(pid)
      cpuSeconds += usage.cpuSeconds + ofEndedChildren
      rssMb += usage.rssMb
      peakRssMb += usage.peakRssMb
    } catch {
      // It has ended, and its parent counts it from now on.
    }
  }
  return { cpuSeconds, rssMb, peakRssMb }
}

/** Processor seconds of the threads that a process has now, to the nanosecond: for an idle one, whose use is less than a tick. */
export function readThreadSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const used = threads.map((thread) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10),
  )
  return used.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9
}

function listProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.flatMap((pid) => {
    try {
      return [{ pid, parent: Number(readStat(pid)[1]) }]
    } catch {
      return []
    }
  })
}

/** The fields of /proc/<pid>/stat from the state on. The name of the program stands in brackets and may contain spaces. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
