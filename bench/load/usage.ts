import { readFileSync } from 'node:fs'

/** What a process has used of the machine: processor seconds since its start, resident memory in megabytes now. */
export interface Usage {
  cpuSeconds: number
  rssMb: number
}

// Linux counts in hundredths of a second here, whatever the kernel's own clock is.
const TICKS_PER_SECOND = 100

/** Reads Linux's /proc; all threads of the process are counted. */
export function readUsage(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program stands in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  const rssKb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuSeconds, rssMb: Number(rssKb) / 1024 }
}
