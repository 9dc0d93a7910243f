import { readFileSync } from 'node:fs'

/** The resident memory of a process in MB, now and at its highest. Linux only. */
export function readMemory(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') }
}
