import { globSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Finding } from '@thumbturn/testkit/fuzzing/fuzz.ts'
import { type NamedTarget, root, toUrl } from './targets.ts'
import type { WorkerOrder, WorkerResult } from './worker.ts'

export type RunOptions = {
  /** Of processor time, so that a busy machine makes a run longer, and not shorter. */
  seconds: number
  seed: number
  /** Inputs of earlier runs. */
  corpus: readonly Buffer[]
  planted?: boolean
  /** Runs this input once, instead of fuzzing. */
  input?: Buffer
  signal?: AbortSignal
}

/** Processor time after which an input counts as one that never ends. */
const longestSeconds = 10
const mostMemoryMb = 512
const longestInput = 65_536

/** Fuzzes a target in a thread. An input that never ends, or takes too much memory, is a finding like any other. */
export async function runTarget(named: NamedTarget, options: RunOptions): Promise<WorkerResult> {
  const state = new SharedArrayBuffer(12 + longestInput)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: createOrder(named, { ...options, state }),
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  })
  const stop = () => Atomics.store(new Int32Array(state), 2, 1)
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  const watch = watchProgress(state)
  try {
    return await new Promise<WorkerResult>((resolve, reject) => {
      worker.once('message', (result: WorkerResult) => resolve(reviveBuffers(result)))
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(fail(state, 'too much memory')) : reject(error),
      )
      watch.stuck.then(() => resolve(fail(state, 'it never ends')))
    })
  } finally {
    options.signal?.removeEventListener('abort', stop)
    watch.stop()
    await worker.terminate()
  }
}

function createOrder(
  named: NamedTarget,
  { seconds, seed, corpus, planted, input, state }: RunOptions & { state: SharedArrayBuffer },
): WorkerOrder {
  const { target, file } = named
  return {
    target: toUrl(file),
    sources: globSync([...target.sources], { cwd: root }).map(toUrl),
    planted: planted ? { ...target.planted, url: toUrl(target.planted.file) } : undefined,
    seed,
    seconds,
    corpus,
    input,
    state,
  }
}

const fail = (state: SharedArrayBuffer, problem: string): WorkerResult => {
  const [executions = 0, length = 0] = new Int32Array(state, 0, 2)
  const finding: Finding = { input: Buffer.from(Buffer.from(state, 12, Math.min(length, longestInput))), problem }
  return { executions, accepted: 0, corpus: [], reduced: [], seconds: 0, branches: [], missed: [], finding }
}

/** Threads send buffers as arrays. */
const reviveBuffers = ({ corpus, reduced, finding, ...rest }: WorkerResult): WorkerResult => ({
  ...rest,
  corpus: corpus.map((input) => Buffer.from(input)),
  reduced: reduced.map((input) => Buffer.from(input)),
  ...(finding && { finding: { ...finding, input: Buffer.from(finding.input) } }),
})

/** Compares processor time, as a busy or frozen machine makes no input slower. */
function watchProgress(state: SharedArrayBuffer) {
  const executions = new Int32Array(state, 0, 1)
  const stuck = Promise.withResolvers<void>()
  let last = { executions: 0, usage: process.cpuUsage() }
  const timer = setInterval(() => {
    const now = executions[0]!
    const { user } = process.cpuUsage(last.usage)
    if (now === last.executions && now > 0 && user / 1e6 > longestSeconds) stuck.resolve()
    if (now !== last.executions) last = { executions: now, usage: process.cpuUsage() }
  }, 1_000)
  return { stuck: stuck.promise, stop: () => clearInterval(timer) }
}
