import { setTimeout as pause } from 'node:timers/promises'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import type { Fill } from './copies.ts'
import type { GrowingDatabase } from './database.ts'
import { type Round, signUpTemplate, type Target } from './load.ts'
import { measureReads, type Reads } from './reads.ts'
import { type Service, startService } from './service.ts'
import { type GrowthResult, summarizeRounds } from './summary.ts'

/** A service on a filled database, and what was measured of it so far. */
export type Installation = {
  database: GrowingDatabase
  filled: Filling
  reads: Reads
  start: Pick<Service, 'startMs' | 'startCpuMs'>
  service: Service
  target: Target
  rounds: Round[]
}

/** The device and the passkey of the user who was copied, how much each copy takes, and how fast they were made. */
type Filling = Pick<Target, 'device' | 'pick' | 'users'> & { bytesPerUser: number; usersFilledPerSecond: number }

export type Installing = { database: GrowingDatabase; port: number; fill: Fill; onProgress(text: string): void }

/** Signs a user up, and copies the rows. */
export async function fillDatabase({ database, port, fill, onProgress }: Installing): Promise<Filling> {
  const device = createSoftwareAuthenticator({ origin: `http://localhost:${port}`, algorithm: -7 })
  const service = await startService(database.environment, port)
  const pick = await signUpTemplate(port, device)
  await service.stop()
  const empty = await database.measureBytes()
  const begun = performance.now()
  const title = `${database.engine}, ${fill.users} users`
  await database.fill(fill, (done) => onProgress(`\r${title}: ${Math.round((100 * done) / fill.users)} %`))
  const seconds = (performance.now() - begun) / 1_000
  const bytesPerUser = ((await database.measureBytes()) - empty) / fill.users
  onProgress(`\r${title}: filled in ${seconds.toFixed(1)} s, ${bytesPerUser.toFixed(0)} bytes each\n`)
  return { device, pick, users: fill.users, bytesPerUser, usersFilledPerSecond: fill.users / seconds }
}

const starts = 3

/** Reads pages of users, starts the service a few times, and keeps the last one. */
export async function openInstallation(
  { database, port }: Pick<Installing, 'database' | 'port'>,
  filled: Filling,
  databasePid: number | undefined,
): Promise<Installation> {
  const reads = await measureReads(database, filled.users)
  const started: Service[] = []
  let service = await startService(database.environment, port)
  for (let start = 1; start < starts; start++) {
    started.push(service)
    await service.stop()
    await pause(100)
    service = await startService(database.environment, port)
  }
  started.push(service)
  const target = { ...filled, port, pid: service.pid, databasePid }
  const middle = (figure: 'startMs' | 'startCpuMs') => findMedian(started.map((one) => one[figure]))
  const start = { startMs: middle('startMs'), startCpuMs: middle('startCpuMs') }
  return { database, filled, reads, start, service, target, rounds: [] }
}

export function summarize({ database, filled, reads, start, rounds }: Installation): GrowthResult {
  const { users, bytesPerUser, usersFilledPerSecond } = filled
  const { engine } = database
  return { engine, users, ...summarizeRounds(rounds), bytesPerUser, usersFilledPerSecond, ...start, ...reads }
}

/** The name of the database of an engine and a size. */
export const nameDatabase = (engine: string, fill: Fill) => `${engine}-${fill.order}-${fill.users}`
