import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { drawFilledUser } from '../growth/copies.ts'
import type { EngineName, GrowingDatabase } from '../growth/database.ts'
import { startService } from '../growth/service.ts'
import { queryOne } from '../retention/database.ts'
import { type Measuring, main } from '../retention/measure.ts'
import { type BesideSignIns, type Latencies, measureBaseline, startPacedLoad } from '../retention/pace.ts'
import { printLatencies } from '../retention/summary.ts'
import { movedEvery, moveUsers } from './move-users.ts'

/** What deleting an application cost beside the sign-ins of another one. */
export type Deletion = BesideSignIns<DeletionResult>

/** What was deleted, how fast, and how long sign-ins took before and meanwhile. */
export type DeletionResult = {
  engine: EngineName
  /** How long the call took that deletes the application; absent if it outlasted the run. */
  responseSeconds?: number
  usersDeleted: number
  seconds: number
  usersPerSecond: number
  /** Whether it ended within the time that the run had. */
  isComplete: boolean
  before: Latencies
  during: Latencies
}

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
  const draw = () => drawFilledUser(target.users, movedEvery)
  const load = startPacedLoad({ ...target, pid: service.pid, app: 'small', draw }, perSecond)
  const before = await measureBaseline(load)
  const begun = performance.now()
  const since = () => (performance.now() - begun) / 1_000
  const call = deleteApplication(origin, String(key)).then(() => ({ responseSeconds: since() }))
  // It is awaited below.
  call.catch(() => {})
  while (since() * 1_000 < mostMs && (await hasUsers(database))) await pause(pollMs)
  const seconds = since()
  const during = load.since(begun)
  await load.stop()
  const response = await Promise.race([call, pause(pollMs, undefined)])
  const left = await countUsers(database)
  await service.stop()
  const usersDeleted = first - left
  const usersPerSecond = usersDeleted / seconds
  return { engine, ...response, usersDeleted, seconds, usersPerSecond, isComplete: left === 0, before, during }
}

/** Runs a command of the service, and returns what it prints. */
const runCommand = (environment: GrowingDatabase['environment'], args: readonly string[]) =>
  JSON.parse(
    execFileSync(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    }),
  ) as Record<string, unknown>

async function deleteApplication(origin: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await fetch(`${origin}/admin/v1/applications/demo`, { method: 'DELETE', headers })
  if (status !== 204) throw new Error(`the deletion was rejected with ${status}`)
}

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
        `the call took ${responseSeconds?.toFixed(1) ?? 'more than that'} s`,
    )
    printLatencies(latencies)
  }
}
