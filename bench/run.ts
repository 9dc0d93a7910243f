/**
 * Sign-ins and other work with passkeys, side by side: each contestant in a process of its own, the rounds interleaved, medians
 * and ratios at the end. See README.md for what the numbers mean.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAdapter } from './adapters/adapters.ts'
import { type Running, startContestant, stopContestants } from './contestants/contestant.ts'
import { fsyncMicroseconds, slowFsync } from './load/fsync.ts'
import { killLoads, measure, startLoad } from './load/load-process.ts'
import { type Options, readOptions } from './load/options.ts'
import { machine, type Result, type Run, saveResults } from './load/results.ts'
import type { Order, Round } from './load/round.ts'
import { medians, table } from './load/table.ts'
import { readUsageWithChildren } from './load/usage.ts'

interface Lane {
  running: Running
  about: Pick<Result, 'version' | 'commits' | 'idleRssMb'>
  load: ChildProcess
  rounds: Round[]
}

const lanes: Lane[] = []
const cleanups: (() => void)[] = []
const writeProgress = (text: string) => void process.stderr.write(text)

function stopAll(): void {
  killLoads()
  stopContestants()
  for (const clean of cleanups) clean()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopAll()
    process.exit(130)
  })
}

/** After a start, what a program still does at once is done. */
const idleAfterMs = 3_000

async function open(name: string, start: { port: number; env: Record<string, string> }, options: Options) {
  writeProgress(`${name}: starting`)
  const { users, mode, work, folder } = options
  const { version, commits } = findAdapter(name)
  const running = await startContestant(name, { ...start, folder })
  await sleep(idleAfterMs)
  const idleRssMb = readUsageWithChildren(running.pids).rssMb
  const load = await startLoad(running, { users, mode, work }, (registered) =>
    writeProgress(`\r${name}: ${registered} of ${users} users registered`),
  )
  writeProgress('\n')
  lanes.push({ running, load, rounds: [], about: { ...(version && { version: version() }), commits, idleRssMb } })
}

/** A contestant listens on a few ports at most. */
const portsEach = 4

async function runAll(options: Options): Promise<void> {
  const { names, port, seconds, work, rate, concurrencies } = options
  const disk = slowFsync(options.fsyncMs, options.folder)
  cleanups.push(disk.remove)
  const env = { ...disk.env, ...options.settings }
  for (const [index, name] of names.entries()) await open(name, { port: port + index * portsEach, env }, options)
  const order = { seconds, work, ...(rate !== undefined && { rate }) }
  for (const lane of lanes) {
    writeProgress(`${lane.running.name}: warming up\n`)
    // Each process compiles its own code.
    const warmUpSeconds = Math.min(3, seconds) * lane.running.ports.length
    await measure(lane.load, { ...order, concurrency: concurrencies[0]!, seconds: warmUpSeconds })
  }
  const runs: Run[] = []
  for (const concurrency of concurrencies) {
    for (const lane of lanes) lane.rounds = []
    await runRounds({ ...order, concurrency }, options.rounds)
    runs.push(print(options, concurrency))
  }
  if (process.exitCode === undefined) save(options, runs)
}

async function runRounds(order: Order, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const lane of lanes) {
      const result = await measure(lane.load, order)
      lane.rounds.push(result)
      const { perSecond, errors, firstError } = result
      writeProgress(`round ${round} of ${rounds}, ${lane.running.name}: ${Math.round(perSecond)} ${order.work}/s`)
      writeProgress(errors > 0 ? `, ${errors} errors, the first: ${firstError}\n` : '\n')
    }
  }
}

/** Prints the medians of all contestants. Sets the exit code if one of this repository had an error. */
function print(options: Options, concurrency: number): Run {
  const { work, mode, rate, users, rounds, seconds, fsyncMs, folder } = options
  const results = lanes.map((lane) => ({
    contestant: lane.running.name,
    ...lane.about,
    ...medians(lane.rounds),
    rounds: lane.rounds,
  }))
  const fsync = Math.round(fsyncMicroseconds(folder) + fsyncMs * 1000)
  const circumstances = { ...machine, mode, users, rounds, seconds, concurrency, fsyncMicroseconds: fsync }
  const all = { work, ...circumstances, ...(rate !== undefined && { rate }) }
  console.log(options.json ? JSON.stringify({ circumstances: all, results }, null, 2) : table(all, results))
  if (results.some(({ contestant, errors }) => errors > 0 && isOurs(contestant))) process.exitCode = 1
  const { work: _, ...kept } = all
  return { circumstances: kept, results: results.map(({ rounds: _, ...result }) => rounded(result)) }
}

/** The contestants of this repository: an error of another product is a result, and one of these is a fault. */
const isOurs = (contestant: string) => contestant === 'floor' || contestant.startsWith('thumbturn')

/** Keeps the medians, without the rounds, for the page of benchmarks and the README. */
function save({ part }: Options, runs: Run[]): void {
  if (part) writeProgress(`Saved: ${saveResults({ [part]: part === 'byConcurrency' ? runs : runs[0] })}\n`)
}

/** Figures with as many digits as their spread deserves. */
const rounded = (result: Result): Result =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    ]),
  ) as Result

try {
  await runAll(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  stopAll()
}
