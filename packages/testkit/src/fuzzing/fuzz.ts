import { type Coverage, listFeatures, resetCoverage } from './coverage.ts'
import { mutateBytes } from './mutate.ts'
import { mutateJson } from './mutate-json.ts'
import { type Random, randomFrom } from './random.ts'
import type { FuzzTarget } from './target.ts'

/** How long a run takes, and where it starts. */
export type FuzzOrder = {
  seed: number
  /** The run ends when this returns true; it is asked between inputs. */
  isOver(): boolean
  /** Called before each input, so that one that never returns is known. */
  watch(input: Buffer): void
  words: readonly string[]
  /** Inputs of earlier runs, besides the seeds. */
  corpus: readonly Buffer[]
}

/** An input that breaks the promise of its target. */
export type Finding = { input: Buffer; problem: string }

export type FuzzResult = {
  executions: number
  accepted: number
  /** The branches that were taken at least once. */
  branches: ReadonlySet<number>
  /** Inputs each of which does something that none before does. */
  corpus: readonly Buffer[]
  finding?: Finding
}

/** An input takes no longer than this, in milliseconds of processor time. */
const slowestMs = 1_000

/** An input, how often it was chosen, and its comparisons that failed. */
type Entry = { input: Buffer; picked: number; pairs: Coverage['pairs'] }

type Run = {
  target: FuzzTarget
  order: FuzzOrder
  coverage: Coverage
  random: Random
  texts: readonly string[]
  words: readonly Buffer[]
  corpus: Entry[]
  seen: Set<number>
  branches: Set<number>
  executions: number
  accepted: number
}

/** Runs a target with inputs that change from those that did something new, until the order is over or one breaks the promise. */
export async function fuzz(target: FuzzTarget, order: FuzzOrder, coverage: Coverage): Promise<FuzzResult> {
  const random = randomFrom(order.seed)
  const texts = [...order.words, ...(target.words ?? [])]
  const words = texts.map((word) => Buffer.from(word))
  const counts = { executions: 0, accepted: 0, seen: new Set<number>(), branches: new Set<number>() }
  const run: Run = { target, order, coverage, random, texts, words, corpus: [], ...counts }
  for (const seed of [...target.seeds.map((text) => Buffer.from(text)), ...order.corpus, Buffer.alloc(0)]) {
    const problem = await tryInput(run, seed)
    if (problem !== undefined) return summarize(run, { input: seed, problem })
    keep(run, seed)
  }
  while (!order.isOver()) {
    const input = createInput(run)
    const problem = await tryInput(run, input)
    if (problem !== undefined) return summarize(run, { input: await shrink(run, input, problem), problem })
    if (isNew(run)) keep(run, input)
  }
  return summarize(run)
}

const summarize = ({ executions, accepted, branches, corpus }: Run, finding?: Finding): FuzzResult => ({
  executions,
  accepted,
  branches,
  corpus: corpus.map(({ input }) => input),
  ...(finding && { finding }),
})

function createInput(run: Run): Buffer {
  const { target, random, words, corpus } = run
  const { input, pairs } = choose(corpus, random)
  const changed = random.below(2) === 0 ? changeStructure(run, input) : undefined
  if (changed) return changed
  const other = random.pick(corpus).input
  return mutateBytes(input, { words, pairs, other, longest: target.longest ?? 4_096 }, random)
}

function changeStructure({ target, random, texts }: Run, input: Buffer): Buffer | undefined {
  return target.isJson ? mutateJson(input, texts, random) : target.mutate?.(input, random)
}

/** Of some entries, the one that was chosen least often: what is new gets as many turns as what is old. */
function choose(corpus: readonly Entry[], random: Random): Entry {
  const some = Array.from({ length: 4 }, () => random.pick(corpus))
  const entry = some.reduce((least, one) => (one.picked < least.picked ? one : least))
  entry.picked++
  return entry
}

async function tryInput(run: Run, input: Buffer): Promise<string | undefined> {
  const { target, order, coverage } = run
  order.watch(input)
  resetCoverage(coverage)
  run.executions++
  const started = performance.now()
  try {
    const verdict = target.run(input)
    if (typeof verdict === 'boolean' ? verdict : await verdict) run.accepted++
  } catch (error) {
    return describeProblem(error)
  }
  return performance.now() - started > slowestMs && (await isSlow(target, input)) ? 'too slow' : undefined
}

const describeProblem = (error: unknown): string => (error instanceof Error ? String(error.stack) : String(error))

/** On a busy machine the clock runs on while others compute: what counts is the time that this thread computed. */
async function isSlow(target: FuzzTarget, input: Buffer): Promise<boolean> {
  const before = process.threadCpuUsage()
  await target.run(input)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 > slowestMs
}

/** Whether the last input did something new. */
function isNew({ coverage, seen }: Run): boolean {
  for (const feature of listFeatures(coverage)) if (!seen.has(feature)) return true
  return false
}

function keep({ coverage, seen, branches, corpus }: Run, input: Buffer): void {
  for (const feature of listFeatures(coverage)) seen.add(feature)
  for (const branch of coverage.taken) branches.add(branch)
  corpus.push({ input: Buffer.from(input), picked: 0, pairs: [...coverage.pairs] })
}

const firstLine = (problem: string) => problem.split('\n', 1)[0]

/** Most parts of an input that breaks a promise have nothing to do with it. */
async function shrink(run: Run, input: Buffer, problem: string): Promise<Buffer> {
  let least = input
  for (let size = input.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at + size <= least.length; ) {
      const shorter = Buffer.concat([least.subarray(0, at), least.subarray(at + size)])
      const other = await tryInput(run, shorter)
      if (other !== undefined && firstLine(other) === firstLine(problem)) least = shorter
      else at += size
    }
  return least
}

/** The shortest inputs that together take every branch that the corpus takes, at most that many bytes. */
export async function reduceCorpus(
  target: FuzzTarget,
  { corpus, most }: { corpus: readonly Buffer[]; most: number },
  coverage: Coverage,
): Promise<Buffer[]> {
  const covered = new Set<number>()
  const kept: Buffer[] = []
  let bytes = 0
  for (const input of corpus.toSorted((a, b) => a.length - b.length)) {
    resetCoverage(coverage)
    await target.run(input)
    const before = covered.size
    for (const branch of coverage.taken) covered.add(branch)
    if (covered.size === before || bytes + input.length > most) continue
    kept.push(input)
    bytes += input.length
  }
  return kept
}
