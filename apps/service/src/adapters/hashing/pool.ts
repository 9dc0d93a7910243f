import type { Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Outage } from '../../core/errors.ts'

/** Derives keys with Argon2id. */
export type Derive = (parameters: Argon2Parameters) => Promise<Buffer>

type Job = { parameters: Argon2Parameters; resolve(tag: Buffer): void; reject(error: unknown): void }
/** A worker and its current job. */
type Hand = { worker: Worker; job: Job | undefined }

export type PoolOptions = {
  /** Half the cores by default, so that the others stay free. */
  workers?: number
  /** The maximum number of waiting jobs. */
  mostWaiting?: number
}

const waitingPerWorker = 32

/**
 * Runs Argon2id in separate threads, one job per thread. In Node's shared thread pool, eight passwords at once would
 * delay every signature and every flush. Threads start when they are first needed.
 * @throws Outage if too many jobs wait; known and unknown users wait in the same queue
 */
export function createHashingPool(options: PoolOptions = {}): Derive {
  const { workers = Math.max(1, Math.floor(availableParallelism() / 2)) } = options
  const { mostWaiting = workers * waitingPerWorker } = options
  const hands = new Set<Hand>()
  const waiting: Job[] = []

  function start(): Hand {
    const hand: Hand = { worker: newWorker(), job: undefined }
    const lost = (error: unknown) => {
      if (!hands.delete(hand)) return
      hand.job?.reject(error)
      if (waiting.length > 0) work(start())
    }
    hand.worker.on('message', (tag: Uint8Array) => {
      hand.job?.resolve(Buffer.from(tag))
      hand.job = undefined
      work(hand)
    })
    hand.worker.on('error', lost).on('exit', (code) => lost(new Error(`A hashing thread ended with ${code}`)))
    hands.add(hand)
    return hand
  }

  function work(hand: Hand) {
    const job = waiting.shift()
    // An idle thread must not keep the process alive; a busy one must.
    if (!job) return hand.worker.unref()
    hand.job = job
    hand.worker.ref()
    hand.worker.postMessage(job.parameters)
  }

  return (parameters) =>
    new Promise((resolve, reject) => {
      const idle = [...hands].find(({ job }) => job === undefined)
      if (!idle && hands.size >= workers && waiting.length >= mostWaiting) return reject(tooBusy())
      waiting.push({ parameters, resolve, reject })
      if (idle) work(idle)
      else if (hands.size < workers) work(start())
    })
}

const tooBusy = () =>
  new Outage('Too many passwords are being checked: try again after the time in Retry-After', {
    cause: new Error('the queue of password hashing is full'),
  })

// Next to this file, both in the sources and in the published package. A thread needs its stack and Argon2's own
// memory, which V8 doesn't count.
const newWorker = () =>
  new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4 },
    env: {},
  })
