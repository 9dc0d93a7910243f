import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import type { Figures } from './run.ts'
import type { Storage } from './storage.ts'

/** The result of one run. `caught` is only there for a control: a service without a safeguard, which must be caught. */
export type RunRecord = {
  variant: string
  control?: string
  /** The day, as in 2026-11-23. */
  date: string
  /** The commit that ran, with `-changed` if its sources had changes. For the first runs, which did not note it: the commit that added them. */
  commit: string
  /** The digest of the code that the target is about (code.ts). The first runs did not note it. */
  code?: string
  seed: number
  rounds: number
  seconds: number
  /** Ended by Ctrl-C. */
  interrupted?: true
  verdict: 'passed' | 'failed' | 'too slow' | 'caught' | 'not caught'
  figures: Figures
  violations: readonly string[]
  /** `load`: the average number of running processes in the minute before the run, by which times can be judged. */
  machine: { platform: string; cores: number; node: string; load?: number; storage?: Storage }
}

/** All runs of a target that were recorded. */
export type TargetRecord = { target: string; runs: readonly RunRecord[] }

/** The kind of this machine, and how busy it is. */
export const describeMachine = () => ({
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  node: process.version,
  load: Math.round(loadavg()[0]! * 10) / 10,
})

const git = (...args: readonly string[]) =>
  spawnSync('git', args, { cwd: new URL('../../', import.meta.url), encoding: 'utf8' })

/** Everything but the records, which runs themselves change. */
const sources = ['--', '.', ':!docs/reliability']

/** The newest commit of this repository that changed more than records, as records name it. */
export function readCommit(): string {
  const { status } = git('diff', '--quiet', 'HEAD', ...sources)
  return `${git('log', '-1', '--format=%h', ...sources).stdout.trim()}${status === 0 ? '' : '-changed'}`
}

const folder = new URL('../../docs/reliability/', import.meta.url)
const findFile = (target: string) => new URL(`${target.toLowerCase()}.json`, folder)

/** The recorded runs of a target; none if there is no file. */
export function readRecord(target: string): TargetRecord {
  const file = findFile(target)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TargetRecord) : { target, runs: [] }
}

/** Forgets the recorded runs of a target, such as those from before a fix; Git keeps them. */
export const clearRecord = (target: string) => rmSync(findFile(target), { force: true })

/** Replaces the recorded runs of a target. */
export function writeRecord(target: string, runs: readonly RunRecord[]) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(findFile(target), `${JSON.stringify({ target, runs }, null, 2)}\n`)
}

/** Adds a run to those of the same code. Runs of other code say nothing about this one; Git keeps them. */
export const addRecord = (target: string, run: RunRecord) =>
  writeRecord(target, [...readRecord(target).runs.filter(({ code }) => code === run.code), run])
