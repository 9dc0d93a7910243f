import { type ChildProcess, fork } from 'node:child_process'
import type { Running } from '../contestants/contestant.ts'
import type { Report } from '../load.ts'
import type { Options } from './options.ts'
import type { Order, Round } from './round.ts'

const running = new Set<ChildProcess>()

/** Ends every load at once. */
export function killLoads(): void {
  for (const load of running) load.kill('SIGKILL')
  running.clear()
}

type LoadOptions = Pick<Options, 'users' | 'mode' | 'work'>

/** Starts the load of a contestant, load.ts in a process of its own, and resolves once its users are registered. */
export async function startLoad(
  { name, ports, pids, databasePid, credential }: Running,
  options: LoadOptions,
  onRegistered: (count: number) => void,
): Promise<ChildProcess> {
  const args = { contestant: name, ports, pids, 'database-pid': databasePid, credential, ...options }
  const load = fork(
    new URL('../load.ts', import.meta.url),
    Object.entries(args).flatMap(([key, value]) => (value === undefined ? [] : `--${key}=${value}`)),
  )
  running.add(load)
  for (let report = await nextReport(load); 'registered' in report; report = await nextReport(load))
    onRegistered(report.registered)
  return load
}

/** Lets the load do one round. */
export async function measure(load: ChildProcess, order: Order): Promise<Round> {
  const coming = nextReport(load)
  load.send(order)
  const report = await coming
  if (!('round' in report)) throw new Error('The load reported no round')
  return report.round
}

/** The next report of a load; rejects when it says that it failed, or dies. */
function nextReport(load: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The load ended with exit code ${code}`))
    load.once('exit', ended)
    load.once('message', (report: Report) => {
      load.off('exit', ended)
      if ('failed' in report) reject(new Error(report.failed))
      else resolve(report)
    })
  })
}
