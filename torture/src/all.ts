import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { judgeTarget } from './judge.ts'
import { listParts, type Part, runParts } from './parts.ts'
import { type RunRecord, readCommit, writeRecord } from './records.ts'
import { findTarget } from './targets.ts'
import { tortures } from './tortures.ts'

/** `names`: all targets if there are none. `seed`: the one from before, or a random one, if undefined. */
export type AllOptions = { names: readonly string[]; seed: number | undefined; anew: boolean; signal: AbortSignal }

/** The records of each part that is done, by its title. They become those of a target once all of its parts are there. */
type Progress = { seed: number; done: Record<string, readonly RunRecord[]> }

const folder = new URL('../../.torture/', import.meta.url)
const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Runs targets completely, in processes of their own, without the parts that were done before at this commit. */
export async function runAll({ names, seed, anew, signal }: AllOptions): Promise<boolean> {
  const commit = readCommit()
  if (commit.endsWith('-changed')) {
    console.error('Commit your changes first: records name the commit that ran.')
    return false
  }
  const file = new URL(`${commit}.json`, folder)
  if (anew) rmSync(file, { force: true })
  const progress = readProgress(file, seed)
  const chosen = Object.entries(tortures).filter(([name]) => names.length === 0 || names.includes(name))
  const all = chosen.flatMap(([name, torture]) => listParts(name, torture, progress.seed)).toSorted(compareParts)
  const waiting = all.filter(({ title }) => !(title in progress.done))
  console.log(`${commit}, seed ${progress.seed}: ${waiting.length} of ${all.length} parts to run`)
  await runParts(waiting, async (part) => {
    const records = signal.aborted ? undefined : await runPart(part, signal)
    if (!records) return
    progress.done[part.title] = records
    writeFileSync(file, JSON.stringify(progress))
    publish(
      all.filter(({ target }) => target === part.target),
      progress,
    )
  })
  const targets = [...new Set(all.map(({ target }) => target))]
  return targets.map((id) => isMet(id, all, progress)).every(Boolean)
}

function readProgress(file: URL, seed: number | undefined): Progress {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(file)) return { seed: seed ?? Math.floor(Math.random() * 1_000_000), done: {} }
  const found = JSON.parse(readFileSync(file, 'utf8')) as Progress
  if (seed === undefined || seed === found.seed) return found
  throw new Error(`The run that was begun has the seed ${found.seed}: continue it without --seed, or add --anew`)
}

/** Those that use the least of the machine first: they take longest, and others fit next to them. */
const compareParts = (a: Part, b: Part) => a.cores - b.cores

/** The records of a part, unless it was interrupted or has failed without any. */
async function runPart({ title, args }: Part, signal: AbortSignal): Promise<readonly RunRecord[] | undefined> {
  const begun = performance.now()
  const [output, complaints] = await runChild(args, signal)
  const records = output === '' ? [] : (JSON.parse(output) as RunRecord[])
  const seconds = Math.round((performance.now() - begun) / 1000)
  const isInterrupted = records.length === 0 || records.some(({ interrupted }) => interrupted)
  const verdict = isInterrupted ? 'not complete' : records.map((record) => record.verdict).join(', ')
  console.log(`${new Date().toISOString().slice(11, 16)} ${title}: ${verdict} in ${seconds} s`)
  if (records.length === 0) console.error(complaints.slice(-2_000))
  for (const violation of records.filter(({ control }) => !control).flatMap(({ violations }) => violations))
    console.log(`    ! ${violation}`)
  return isInterrupted ? undefined : records
}

/** In a process group of its own: Ctrl-C reaches it only through this process, which a terminal would send it twice. */
async function runChild(args: readonly string[], signal: AbortSignal): Promise<[string, string]> {
  const child = spawn(process.execPath, [main, ...args], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const interrupt = () => child.kill('SIGINT')
  signal.addEventListener('abort', interrupt)
  process.once('exit', interrupt)
  try {
    const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return [output, complaints]
  } finally {
    signal.removeEventListener('abort', interrupt)
    process.removeListener('exit', interrupt)
  }
}

function publish(parts: readonly Part[], { done }: Progress) {
  if (parts.some(({ title }) => !(title in done))) return
  writeRecord(
    parts[0]!.target,
    parts.flatMap(({ title }) => done[title]!),
  )
}

function isMet(id: string, all: readonly Part[], { done }: Progress): boolean {
  const runs = all.filter(({ target }) => target === id).flatMap(({ title }) => done[title] ?? [])
  const { verdict, reasons } = judgeTarget(findTarget(id), { target: id, runs })
  console.log([`${id}: ${verdict}`, ...reasons].join('\n    '))
  return verdict === 'met'
}
