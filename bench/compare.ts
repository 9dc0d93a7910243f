/**
 * The service of a commit next to that of the working tree: processor time of each work, and what both use while idle. Ends
 * with exit code 1 if a work takes more of the processor than at the commit. See README.md.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignInMode } from './adapters/adapter.ts'
import { findMissingBundle } from './adapters/program.ts'
import { startIn } from './adapters/thumbturn.ts'
import { checkOut, removeCheckouts, resolveCommit } from './compare/checkout.ts'
import { type Comparison, comparisons, type Options, readOptions } from './compare/options.ts'
import { type Both, measurePair, type Side, type SideRound, warmUp } from './compare/pair.ts'
import { type Idle, isLoss, mostRatio, summarize, toTable, type WorkSummary } from './compare/summary.ts'
import { startContestant, stopContestants } from './contestants/contestant.ts'
import { killLoads, startLoad } from './load/load-process.ts'
import { machine } from './load/results.ts'
import { readThreadSeconds, readUsage } from './load/usage.ts'

const writeProgress = (text: string) => void process.stderr.write(text)

process.on('exit', () => {
  killLoads()
  stopContestants()
  removeCheckouts()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

/** After a start, what a service still does at once is done. */
const startedAfterMs = 3_000
const idleMs = 10_000
const warmUpSeconds = 2

async function compare(options: Options): Promise<void> {
  const missing = findMissingBundle()
  if (missing) throw new Error(`The working tree can't take part: ${missing}`)
  const commit = resolveCommit(options.revision)
  writeProgress(`Building ${commit.slice(0, 8)}\n`)
  const folder = await checkOut(commit, options.folder)
  const pair = {
    base: await open(commit.slice(0, 8), options, { port: options.port, from: startIn(folder) }),
    tree: await open('the working tree', options, { port: options.port + 1 }),
  }
  const idle = await measureIdle(pair)
  await register(pair.base, options)
  await register(pair.tree, options)
  const works: WorkSummary[] = []
  for (const name of options.names) works.push(await compareWork(pair, name, options))
  print(options, { commit, idle, works })
}

async function open(label: string, { folder }: Options, start: Omit<Parameters<typeof startContestant>[1], 'folder'>) {
  writeProgress(`Starting ${label}\n`)
  return { label, running: await startContestant('thumbturn', { ...start, folder }), loads: {} }
}

async function measureIdle({ base, tree }: Both<Side>): Promise<Idle> {
  writeProgress(`Idle for ${(startedAfterMs + idleMs) / 1000} s\n`)
  await sleep(startedAfterMs)
  const measureOne = async ({ running }: Side) => {
    const [pid] = running.pids as [number]
    const before = readThreadSeconds(pid)
    await sleep(idleMs)
    const cpuMsPerSecond = ((readThreadSeconds(pid) - before) * 1e6) / idleMs
    return { cpuMsPerSecond, rssMb: readUsage(pid).rssMb }
  }
  const [ofBase, ofTree] = await Promise.all([measureOne(base), measureOne(tree)])
  return { base: ofBase, tree: ofTree }
}

/** Starts a load for each mode that the works need. */
async function register({ label, running, loads }: Side, { names, users }: Options): Promise<void> {
  for (const mode of new Set<SignInMode>(names.map((name) => comparisons[name].mode)))
    loads[mode] = await startLoad(running, { users, mode, work: 'sign-ins' }, (count) =>
      writeProgress(`\r${label}: ${count} of ${users} users registered`),
    )
  writeProgress('\n')
}

/** Compares one work. One that seems to be a loss is measured twice as long: on a busy machine, it can be noise. */
async function compareWork(pair: Both<Side>, name: Comparison, options: Options): Promise<WorkSummary> {
  const order = { ...comparisons[name], concurrency: options.concurrency }
  writeProgress(`${name}: warming up\n`)
  await warmUp(pair, { ...order, seconds: warmUpSeconds }, options.warmUp)
  const measured: Both<SideRound>[] = []
  const measureRounds = async () => {
    for (let round = 1; round <= options.rounds; round++) {
      const { base, tree } = await measurePair(pair, { ...order, seconds: options.seconds })
      measured.push({ base, tree })
      writeProgress(`${name}, round ${measured.length}: ${describe(base)}, now ${describe(tree)}\n`)
    }
    return summarize(name, measured)
  }
  const summary = await measureRounds()
  return isLoss(summary) ? measureRounds() : summary
}

const describe = ({ cpuEach, errors, firstError }: SideRound) =>
  `${cpuEach.toFixed(0)} µs${errors > 0 ? ` (${errors} errors, the first: ${firstError})` : ''}`

type Comparisons = { commit: string; idle: Idle; works: WorkSummary[] }

/** Prints the summary. Sets the exit code if there is a loss. */
function print({ rounds, seconds, concurrency, users, json }: Options, { commit, idle, works }: Comparisons): void {
  const losses = works.filter(isLoss).map(({ name }) => name)
  const { node, cores } = machine
  const circumstances = { commit, node, cores, loadAverage: loadavg()[0], rounds, seconds, concurrency, users }
  if (json) console.log(JSON.stringify({ circumstances, idle, works, losses }, null, 2))
  else {
    const about = Object.entries(circumstances).map(([key, value]) => `${key} ${value}`)
    console.log(`The working tree and a commit (${about.join(', ')})\n${toTable(idle, works)}`)
  }
  if (losses.length === 0) return
  console.error(`More than ${mostRatio} × the processor time of ${commit.slice(0, 8)}, or errors: ${losses.join(', ')}`)
  process.exitCode = 1
}

try {
  await compare(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
}
process.exit()
