import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drawFilledUser } from '../growth/copies.ts'
import type { EngineName, GrowingDatabase } from '../growth/database.ts'
import { startService } from '../growth/service.ts'
import { queryOne } from '../retention/database.ts'
import type { Measuring } from '../retention/measure.ts'
import { type Latencies, startPacedLoad } from '../retention/pace.ts'
import { printLatencies } from '../retention/summary.ts'
import { moveUsers, stayingEvery } from './move-users.ts'

/** What it cost to delete an application beside the sign-ins of another one. Times are worthless if `loadAverage` exceeds `cores`. */
export type Deletion = {
  circumstances: { node: string; cores: number; loadAverage: number; signInsPerSecond: number; users: number }
  results: DeletionResult[]
}

/** What was deleted, how fast, and how long sign-ins took before and meanwhile. */
export type DeletionResult = {
  engine: EngineName
  /** Until the call was answered that deletes the application. */
  responseSeconds: number
  usersDeleted: number
  seconds: number
  usersPerSecond: number
  /** Whether it ended within the time that the run had. */
  isComplete: boolean
  before: Latencies
  during: Latencies
}

const settlingMs = 5_000
const baselineMs = 20_000
const pollMs = 500

/** Deletes the application that has nearly all users of a filled database, while those of another one sign in. */
export async function measureDeletion({ database, target, perSecond, mostMs }: Measuring): Promise<DeletionResult> {
  const { engine, environment } = database
  const origin = `http://localhost:${target.port}`
  const administer = (...args: string[]) => runCommand(environment, [...args, '--json'])
  administer('app', 'create', 'small', '--rp-id', 'localhost', '--origin', origin)
  const { key } = administer('key', 'create', 'thumbturn')
  await moveUsers(database, 'small')
  const first = await countUsers(database)

  const service = await startService(environment, target.port)
  const staying = { ...target, pid: service.pid, app: 'small', draw: () => drawFilledUser(target.users, stayingEvery) }
  const load = startPacedLoad(staying, perSecond)
  await pause(settlingMs)
  const quiet = performance.now()
  await pause(baselineMs)
  const before = load.since(quiet)
  const begun = performance.now()
  const since = () => (performance.now() - begun) / 1_000
  let responseSeconds = mostMs / 1_000
  void deleteApplication(origin, String(key)).then(() => {
    responseSeconds = since()
  })
  while (since() * 1_000 < mostMs && (await hasUsers(database))) await pause(pollMs)
  const seconds = since()
  const during = load.since(begun)
  await load.stop()
  const left = await countUsers(database)
  await service.stop()
  const usersDeleted = first - left
  const usersPerSecond = usersDeleted / seconds
  return { engine, responseSeconds, usersDeleted, seconds, usersPerSecond, isComplete: left === 0, before, during }
}

const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))

/** Runs a command of the service, and returns what it prints. */
const runCommand = (environment: GrowingDatabase['environment'], args: readonly string[]) =>
  JSON.parse(
    execFileSync(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    }),
  ) as Record<string, unknown>

const deleteApplication = async (origin: string, key: string) =>
  fetch(`${origin}/admin/v1/applications/demo`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => undefined)

const ofUsers = (expression: string) => `select ${expression} from users where app_id = 'demo'`

const countUsers = async (database: GrowingDatabase) => Number((await queryOne(database, ofUsers('count(*) as n')))?.n)

const hasUsers = async (database: GrowingDatabase) =>
  (await queryOne(database, `${ofUsers('id')} limit 1`)) !== undefined

/** Prints the results for a terminal. */
export function printDeletion({ results }: Deletion): void {
  for (const { engine, usersDeleted, seconds, usersPerSecond, responseSeconds, isComplete, ...latencies } of results) {
    const ended = isComplete ? 'all of them' : 'some of them'
    console.log(
      `${engine}: deleted ${usersDeleted} users, ${ended}, in ${seconds.toFixed(0)} s, ${usersPerSecond.toFixed(0)} a second; ` +
        `the call took ${responseSeconds.toFixed(1)} s`,
    )
    printLatencies(latencies)
  }
}
