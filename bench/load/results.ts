import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Growth } from '../growth/summary.ts'
import type { Retention } from '../retention/summary.ts'
import type { Pages } from './pages.ts'
import type { Medians } from './table.ts'

/** The measurements of one day. Nothing in it says whose machine it was; what a run did not measure is left out. */
export type Results = {
  /** The day, as in 2026-11-20. */
  measuredAt: string
  /** Each with the same number of them under way at once. */
  signIns?: Run
  signUps?: Run
  transactions?: Run
  verifications?: Run
  /** Sign-ins at a client of users who are signed in at the provider. */
  authorizations?: Run
  /** Sign-ins that begin with a username, for contestants that have no others. */
  namedSignIns?: Run
  /** Sign-ins with several numbers of them under way at once, from the smallest. */
  byConcurrency?: Run[]
  /** Sign-ins that begin at a constant rate, for their latency. */
  constantRate?: Run
  anonymous?: Anonymous
  /** The runs of that day. */
  growth?: Growth[]
  retention?: Retention[]
  pages?: Pages
  starts?: Starts
  /** Sign-ins alone, and during password hashes. */
  besidePasswords?: BesidePasswords
}

/** One work, the contestants in the order of the table; each figure is the median of its rounds. */
export type Run = { circumstances: Circumstances; results: Result[] }

/** The usage and the times of a contestant, and its description: `commits` says how a commit reaches the disk. */
export type Result = { contestant: string; version?: string; commits?: string; idleRssMb?: number } & Partial<Medians>

type Circumstances = {
  node: string
  cores: number
  betterAuth: string
  concurrency: number
  mode: string
  /** How many begin in each second, where that is constant. */
  rate?: number
  users?: number
  rounds?: number
  seconds?: number
  fsyncMicroseconds?: number
}

/** Sign-ins that are never completed. */
export type Anonymous = { calls: number; callsPerSecond: number; rowsAdded: number; rssMb: number }

/** From a start of the process to its first response, in milliseconds; `laterCpuMs` of all threads. Medians but for the only first start. */
export type Starts = {
  circumstances: { node: string; cores: number; loadAverage: number; starts: number }
  firstMs: number
  laterMs: number
  laterCpuMs: number
}

/** Milliseconds of sign-ins, `rate` of which began in a second: medians of the rounds. */
export type BesidePasswords = {
  circumstances: { node: string; cores: number; rate: number; clients: number; rounds: number; seconds: number }
  alone: { p50: number; p99: number }
  beside: { p50: number; p99: number }
}

const folder = new URL('../results/', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('../contestants/package.json', import.meta.url), 'utf8'))

/** The facts that are the same for every run on this machine. */
export const machine = {
  node: process.version,
  cores: availableParallelism(),
  betterAuth: dependencies['better-auth'] as string,
}

type Part = Partial<Omit<Results, 'measuredAt'>>

/**
 * Writes a part of today's results to results/<day>.json; what else is in that file stays. The part can be computed from what is
 * there. Returns the path.
 */
export function saveResults(part: Part | ((kept: Part) => Part)): string {
  const measuredAt = new Date().toISOString().slice(0, 10)
  const file = new URL(`${measuredAt}.json`, folder)
  mkdirSync(folder, { recursive: true })
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}
  const added = typeof part === 'function' ? part(kept) : part
  writeFileSync(file, `${JSON.stringify({ measuredAt, ...kept, ...added }, null, 2)}\n`)
  return file.pathname
}
