import { setImmediate } from 'node:timers/promises'
import { createTooBusy } from './outages.ts'

/** Something that waits for its group, and its promise. */
export type Waiting<Work, Result> = {
  work: Work
  /** When it was added, on the clock of `performance.now()`. */
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

export type Groups<Work, Result> = {
  /** Resolves with what became of it in its group. Beyond `MOST_WAITING`, it fails at once. */
  add(work: Work): Promise<Result>
  /** The work that waits for the next group. */
  waiting(): readonly Waiting<Work, Result>[]
  /** Resolves after every earlier group. */
  close(): Promise<void>
}

export type GroupOptions<Work, Result> = {
  /** Runs a group, and settles the promise of each in it. A rejection of its own rejects those that aren't settled. */
  run(group: readonly Waiting<Work, Result>[]): Promise<void>
  /** How many groups run at a time; 1 by default. */
  lanes?: number
  /** The largest group; unlimited by default. */
  largest?: number
}

/** Turns of the event loop in which a group gathers: microseconds under light load, a dozen members under heavy load. */
const GATHERING_TURNS = 6
/** Under overload, each turn takes long, and the group is large after the first. */
const MOST_GATHERING_MS = 50
/** The maximum number that waits for the next group; further ones fail at once. */
export const MOST_WAITING = 5_000

/** Groups what arrives in a few turns of the event loop, and while earlier groups run. */
export function createGroups<Work, Result>({
  run,
  lanes = 1,
  largest = Number.POSITIVE_INFINITY,
}: GroupOptions<Work, Result>): Groups<Work, Result> {
  let waiting: Waiting<Work, Result>[] = []
  const running = new Set<Promise<void>>()
  let active = 0

  function take() {
    const group = waiting.slice(0, largest)
    waiting = waiting.slice(group.length)
    return group
  }

  async function runAll() {
    active++
    while (waiting.length > 0) {
      await gather()
      const group = take()
      if (group.length > 0) await runOne(group)
    }
    // Not later: what is added from now on starts a lane of its own.
    active--
  }

  const runOne = (group: readonly Waiting<Work, Result>[]) =>
    run(group).catch((error: unknown) => {
      for (const { reject } of group) reject(error)
    })

  function start() {
    const lane = runAll().finally(() => running.delete(lane))
    running.add(lane)
  }

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MOST_WAITING) return reject(createTooBusy())
        waiting.push({ work, since: performance.now(), resolve, reject })
        if (active < lanes) start()
      }),
    waiting: () => waiting,
    async close() {
      await Promise.all(running)
    },
  }
}

async function gather() {
  const begun = performance.now()
  for (let turn = 0; turn < GATHERING_TURNS && performance.now() - begun < MOST_GATHERING_MS; turn++)
    await setImmediate()
}
