import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import type { GrowingDatabase } from '../growth/database.ts'
import type { Target } from '../growth/load.ts'
import { startService } from '../growth/service.ts'
import { hasEventsBefore, keepEvents, queryOne } from './database.ts'
import { type Latencies, measureBaseline, settlingMs, startPacedLoad } from './pace.ts'

/** The number of events that retention deleted, the pace, and how long sign-ins took before and during that. */
export type RetentionRun = {
  deleted: number
  seconds: number
  deletedPerSecond: number
  /** Whether it ended within the time that the run had. */
  isComplete: boolean
  before: Latencies
  during: Latencies
}

/** How long a backup took, and how long sign-ins took before and during that. */
export type BackupRun = { bytes: number; seconds: number; before: Latencies; during: Latencies }

export type Measuring = {
  database: GrowingDatabase
  target: Omit<Target, 'pid'>
  /** Sign-ins. */
  perSecond: number
  /** The longest that retention is watched, in milliseconds. */
  mostMs: number
}

const dayMs = 86_400_000
const pollMs = 250
/** The service begins to delete a minute after its start. */
const upkeepMs = 60_000

/** Starts a service whose application keeps events for `days`, and waits until it deletes those before. */
export async function measureRetention(measuring: Measuring, days: number): Promise<RetentionRun> {
  const { database, target, perSecond, mostMs } = measuring
  await keepEvents(database, days)
  const limit = firstIdAt(Date.now() - days * dayMs)
  const countOld = async () =>
    Number((await queryOne(database, `select count(*) as n from events where app_id = 'demo' and id < '${limit}'`))?.n)
  // Of a hundred million events, counting takes most of a minute, in which this process couldn't sign users in.
  const first = await countOld()
  const service = await startService(database.environment, target.port)
  const started = performance.now()
  const load = startPacedLoad({ ...target, pid: service.pid }, perSecond)
  await pause(upkeepMs - 2_000)
  const before = load.since(started + settlingMs)
  await pause(Math.max(0, started + upkeepMs - 500 - performance.now()))
  const begun = performance.now()
  while (performance.now() - begun < mostMs && (await hasEventsBefore(database, limit))) await pause(pollMs)
  const seconds = (performance.now() - begun) / 1_000
  const during = load.since(begun)
  await load.stop()
  const left = await countOld()
  await service.stop()
  const deleted = first - left
  return { deleted, seconds, deletedPerSecond: deleted / seconds, isComplete: left === 0, before, during }
}

/** The service's command line. */
const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))

/** Backs up a database on SQLite while users sign in, and deletes the backup. */
export async function measureBackup({ database, target, perSecond }: Measuring): Promise<BackupRun> {
  // Nothing is deleted at the same time.
  await keepEvents(database, 3_650)
  const service = await startService(database.environment, target.port)
  const load = startPacedLoad({ ...target, pid: service.pid }, perSecond)
  const before = await measureBaseline(load)
  const file = join(database.folder, 'one.backup')
  const begun = performance.now()
  await backUp(database, file)
  const seconds = (performance.now() - begun) / 1_000
  const during = load.since(begun)
  const bytes = statSync(file).size
  rmSync(file)
  await load.stop()
  await service.stop()
  return { bytes, seconds, before, during }
}

async function backUp({ environment }: GrowingDatabase, file: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'backup', file, '--without-key'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the backup ended with exit code ${code}`)
}
