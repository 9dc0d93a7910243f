import { findMedian } from '@thumbturn/testkit/statistics.ts'
import type { EngineName } from './database.ts'
import type { Round } from './load.ts'
import type { Reads } from './reads.ts'

/**
 * The costs of an installation as it grows. Rates and times are medians of rounds that took turns; they are worthless if
 * `loadAverage`, that of other programs at the beginning, exceeds `cores`.
 */
export type Growth = {
  circumstances: {
    node: string
    cores: number
    loadAverage: number
    concurrency: number
    seconds: number
    rounds: number
    /** Those of PostgreSQL that aren't its defaults. */
    settings?: string
  }
  results: GrowthResult[]
  /** How much a database grows for a user with a passkey and a device, if users sign up in random order. */
  sizes: { engine: EngineName; users: number; bytesPerUser: number }[]
}

export type GrowthResult = Round &
  Reads & {
    engine: EngineName
    users: number
    /** Of a database that was filled in order, whose pages are full. */
    bytesPerUser: number
    usersFilledPerSecond: number
    /** From the start of the process to its first response, in milliseconds: time, and of the processor. */
    startMs: number
    startCpuMs: number
  }

/** The median of each figure, but the slowest sign-in of all rounds. */
export function summarizeRounds(rounds: readonly Round[]): Round {
  const figures = Object.keys(rounds[0]!) as (keyof Round)[]
  const medians = Object.fromEntries(
    figures.map((figure) => [figure, findMedian(rounds.map((round) => round[figure]))]),
  )
  return { ...(medians as Round), slowest: Math.max(...rounds.map(({ slowest }) => slowest)) }
}

const columns: readonly [string, keyof GrowthResult, number][] = [
  ['sign-ins/s', 'signInsPerSecond', 0],
  ['p50 ms', 'p50', 1],
  ['p99 ms', 'p99', 1],
  ['CPU µs', 'cpuPerSignIn', 0],
  ['database µs', 'databaseCpuPerSignIn', 0],
  ['RSS MB', 'rssMb', 0],
  ['bytes/user', 'bytesPerUser', 0],
  ['filled/s', 'usersFilledPerSecond', 0],
  ['start ms', 'startMs', 0],
  ['its CPU', 'startCpuMs', 0],
  ['first ms', 'firstPageMs', 1],
  ['middle ms', 'middlePageMs', 1],
  ['last ms', 'lastPageMs', 1],
  ['search ms', 'searchMs', 1],
]

/** Prints the results for a terminal. */
export function printGrowth({ results, sizes }: Growth): void {
  console.table(
    results.map((result) => ({
      engine: result.engine,
      users: result.users,
      ...Object.fromEntries(
        columns.map(([title, figure, digits]) => [title, Number(Number(result[figure]).toFixed(digits))]),
      ),
    })),
  )
  for (const { engine, users, bytesPerUser } of sizes)
    console.log(`${engine}: ${bytesPerUser.toFixed(0)} bytes per user after ${users} sign-ups in random order`)
}
