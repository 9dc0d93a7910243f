// Fuzzes one target in a thread of its own, so that an input that never ends can be stopped.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { installCoverage } from '@thumbturn/testkit/fuzzing/coverage.ts'
import { type FuzzResult, fuzz, reduceCorpus } from '@thumbturn/testkit/fuzzing/fuzz.ts'
import type { FuzzTarget, PlantedBug } from '@thumbturn/testkit/fuzzing/target.ts'
import { createNumbering, instrument } from './instrument.ts'
import { root } from './targets.ts'

/** The work of a thread. URLs are those of modules. */
export type WorkerOrder = {
  target: string
  sources: readonly string[]
  planted: (PlantedBug & { url: string }) | undefined
  seed: number
  /** Of processor time. */
  seconds: number
  corpus: readonly Uint8Array[]
  /** An input to run once, instead of fuzzing. */
  input: Uint8Array | undefined
  state: SharedArrayBuffer
}

/** The result of a thread. `branches` and those that no input took are given as file and line; `reduced` is the corpus for the repository. */
export type WorkerResult = Omit<FuzzResult, 'branches'> & {
  /** Of processor time. */
  seconds: number
  branches: readonly string[]
  missed: readonly string[]
  reduced: readonly Buffer[]
}

const order = workerData as WorkerOrder
const state = new Int32Array(order.state, 0, 3)
const watched = new Uint8Array(order.state, 12)
const mostSaved = 6_000

const coverage = installCoverage()
const numbering = createNumbering()
const sources = new Set(order.sources)
registerHooks({
  load(url, context, nextLoad) {
    if (!sources.has(url) && order.planted?.url !== url) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const text = plant(url, readFileSync(path, 'utf8'))
    return { format: 'module', source: instrument({ file: relative(root, path), text }, numbering), shortCircuit: true }
  },
})

function plant(url: string, text: string): string {
  if (order.planted?.url !== url) return text
  const { check, instead = '', file } = order.planted
  if (text.split(check).length !== 2) throw new Error(`${file} must have this check once: ${check}`)
  return text.replace(check, () => instead)
}

function readSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

const { target } = (await import(order.target)) as { target: FuzzTarget }
const run: FuzzTarget = order.input ? { ...target, seeds: [Buffer.from(order.input)] } : target
const result = await fuzz(
  run,
  {
    seed: order.seed,
    words: [...numbering.words],
    corpus: order.corpus.map((input) => Buffer.from(input)),
    isOver: () => order.input !== undefined || Atomics.load(state, 2) === 1 || readSeconds() > order.seconds,
    watch(input) {
      state[1] = input.length
      watched.set(input.subarray(0, watched.length))
      state[0]!++
    },
  },
  coverage,
)
const seconds = readSeconds()
const { branches } = numbering
parentPort!.postMessage({
  ...result,
  seconds,
  branches,
  missed: branches.filter((_, branch) => !result.branches.has(branch)),
  reduced: result.finding ? [] : await reduceCorpus(target, { corpus: result.corpus, most: mostSaved }, coverage),
} satisfies WorkerResult)
process.exit(0)
