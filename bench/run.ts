/**
 * Full passkey sign-ins, side by side: each contestant in a process of its own, the rounds interleaved, medians and
 * ratios at the end. See README.md for what the numbers mean.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type { SignInMode } from './adapters/adapter.ts'
import { adapters, findAdapter } from './adapters/adapters.ts'
import { type Running, startContestant, stopContestants } from './contestants/contestant.ts'
import { fsyncMicroseconds, slowFsync } from './load/fsync.ts'
import { machine, saveResults } from './load/results.ts'
import type { Order, Round } from './load/round.ts'
import { medians, table } from './load/table.ts'
import type { Report } from './load.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    mode: { type: 'string', default: 'passkey' },
    users: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    concurrency: { type: 'string', default: '32' },
    rate: { type: 'string' },
    work: { type: 'string', default: 'sign-ins' },
    port: { type: 'string', default: '4410' },
    folder: { type: 'string', default: tmpdir() },
    'fsync-ms': { type: 'string', default: '0' },
    setting: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const all = Object.keys(adapters).filter((name) => {
  const { modes, missing, signsUp } = findAdapter(name)
  const canWork = values.work === 'sign-ups' ? signsUp : modes.includes(values.mode as SignInMode)
  return canWork && missing?.() === undefined
})
if (values.work !== 'sign-ins' && values.work !== 'sign-ups') throw new Error('--work is sign-ins or sign-ups')
const concurrencies = values.concurrency.split(',').map(Number)
// What is kept is compared with what was kept before.
const isUsual =
  values.only === undefined &&
  values.rate === undefined &&
  values.work === 'sign-ins' &&
  concurrencies.length === 1 &&
  values.mode === 'passkey' &&
  values['fsync-ms'] === '0' &&
  values.setting.length === 0
if (values.save && !isUsual)
  throw new Error(
    '--save keeps the usual run only: without --only, --rate, --work, --mode, --fsync-ms, and --setting, and with one concurrency',
  )
const settings: Record<string, string> = Object.fromEntries(values.setting.map((text) => text.split(/=(.*)/s, 2)))
const order: Omit<Order, 'concurrency'> = {
  seconds: Number(values.seconds),
  work: values.work,
  ...(values.rate !== undefined && { rate: Number(values.rate) }),
}

interface Lane {
  running: Running
  load: ChildProcess
  rounds: Round[]
}

const disk = slowFsync(Number(values['fsync-ms']), values.folder)
const lanes: Lane[] = []
const writeProgress = (text: string) => void process.stderr.write(text)

function stopAll(): void {
  for (const { load } of lanes.splice(0)) load.kill('SIGKILL')
  stopContestants()
  disk.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopAll()
    process.exit(130)
  })
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

async function open(name: string, port: number): Promise<Lane> {
  writeProgress(`${name}: starting`)
  const running = await startContestant(name, { port, folder: values.folder, env: { ...disk.env, ...settings } })
  const { ports, pids, databasePid } = running
  const about = { contestant: name, ports, pids, 'database-pid': databasePid, users: values.users, mode: values.mode }
  const args = Object.entries(about).flatMap(([key, value]) => (value === undefined ? [] : `--${key}=${value}`))
  const load = fork(new URL('load.ts', import.meta.url), args)
  const lane: Lane = { running, load, rounds: [] }
  lanes.push(lane)
  for (let report = await nextReport(load); 'registered' in report; report = await nextReport(load))
    writeProgress(`\r${name}: ${report.registered} of ${values.users} users registered`)
  writeProgress('\n')
  return lane
}

async function measure({ running, load }: Lane, order: Order): Promise<Round> {
  const coming = nextReport(load)
  load.send(order)
  const report = await coming
  if (!('round' in report)) throw new Error(`${running.name} reported no round`)
  return report.round
}

/** A contestant listens on a few ports at most. */
const portsEach = 4

async function runAll(): Promise<void> {
  const names = values.only === undefined ? all : values.only.split(',')
  for (const [index, name] of names.entries()) await open(name, Number(values.port) + index * portsEach)
  for (const lane of lanes) {
    writeProgress(`${lane.running.name}: warming up\n`)
    // Each process compiles its own code.
    const seconds = Math.min(3, order.seconds) * lane.running.ports.length
    await measure(lane, { ...order, concurrency: concurrencies[0]!, seconds })
  }
  for (const concurrency of concurrencies) {
    for (const lane of lanes) lane.rounds = []
    await runRounds(concurrency)
    print(concurrency)
  }
}

async function runRounds(concurrency: number): Promise<void> {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const lane of lanes) {
      const result = await measure(lane, { ...order, concurrency })
      lane.rounds.push(result)
      const { signInsPerSecond, errors, firstError } = result
      writeProgress(
        `round ${round} of ${values.rounds}, ${lane.running.name}: ${Math.round(signInsPerSecond)} ${values.work}/s`,
      )
      writeProgress(errors > 0 ? `, ${errors} errors, the first: ${firstError}\n` : '\n')
    }
  }
}

function print(concurrency: number): void {
  const results = lanes.map(({ running, rounds }) => ({ contestant: running.name, ...medians(rounds), rounds }))
  const fsync = fsyncMicroseconds(values.folder) + Number(values['fsync-ms']) * 1000
  const circumstances = {
    node: process.version,
    fsyncMicroseconds: Math.round(fsync),
    users: values.users,
    mode: values.mode,
    ...order,
    concurrency,
  }
  console.log(values.json ? JSON.stringify({ circumstances, results }, null, 2) : table(circumstances, results))
  if (results.some(({ errors }) => errors > 0)) process.exitCode = 1
  else if (values.save) save(concurrency)
}

/** Keeps the medians, without the rounds, for the page of benchmarks and the README. */
function save(concurrency: number): void {
  const { users, rounds, mode } = values
  const circumstances = {
    ...machine,
    seconds: order.seconds,
    concurrency,
    mode,
    users: Number(users),
    rounds: Number(rounds),
    fsyncMicroseconds: Math.round(fsyncMicroseconds(values.folder)),
  }
  const results = lanes.map(({ running, rounds }) => {
    const { errors: _, ...figures } = medians(rounds)
    return { contestant: running.name, ...rounded(figures) }
  })
  writeProgress(`Saved: ${saveResults({ signIns: { circumstances, results } })}\n`)
}

/** Figures with as many digits as their spread deserves. */
const rounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure.toPrecision(4))]))

try {
  await runAll()
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  stopAll()
}
