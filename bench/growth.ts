// What a sign-in, a start, and a page of users cost as an installation on SQLite grows: a database for each number of users, each
// with a passkey and a device, filled by SQL, and a service on each. Rounds take turns, so that a slow minute affects all alike.
// Run: npx node bench/growth.ts [--users 10000,100000,1000000] [--rounds 5] [--seconds 8] [--folder <for the databases>] [--json]
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '@thumbturn/service/storage/open.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '@thumbturn/testkit'
import { chooseUsers, fillSqlite } from './growth/fill.ts'
import { measureSignIns, type Round, signUpTemplate, type Target } from './growth/load.ts'
import { killServices, type Service, startService } from './growth/service.ts'
import { machine } from './load/results.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    concurrency: { type: 'string', default: '32' },
    port: { type: 'string', default: '4450' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})
const sizes = values.users.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 100)) throw new Error('--users takes whole numbers from 100')

/** More than any cache of the service holds. */
const usersOfLoad = 5_000
const parent = mkdtempSync(join(values.folder, 'bench-growth-'))
const writeProgress = (text: string) => void process.stderr.write(text)

function end(code: number) {
  killServices()
  rmSync(parent, { recursive: true, force: true })
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))

type Reads = { firstPageMs: number; deepPageMs: number; searchMs: number }
type Installation = {
  users: number
  bytesPerUser: number
  reads: Reads
  service: Service
  target: Target
  rounds: Round[]
}

/** Fills a database, and starts a service on it. */
async function install(users: number, port: number): Promise<Installation> {
  const folder = join(parent, `${users}`)
  const path = join(folder, 'thumbturn.db')
  const device = createSoftwareAuthenticator({ origin: `http://localhost:${port}`, algorithm: -7 })
  const pick = await signUpFirst(folder, port, device)
  const empty = statSync(path).size
  fillSqlite(path, users, (done) => writeProgress(`\r${users} users: ${done} added`))
  const bytesPerUser = (statSync(path).size - empty) / users
  const reads = await measureReads(`sqlite:${path}`, users)
  const service = await startService(folder, port)
  writeProgress(`, ready after ${service.startMs.toFixed(0)} ms\n`)
  const target = { port, pid: service.pid, device, pick, users: chooseUsers(path, users, usersOfLoad) }
  return { users, bytesPerUser, reads, service, target, rounds: [] }
}

async function signUpFirst(folder: string, port: number, device: SoftwareAuthenticator): Promise<string> {
  const service = await startService(folder, port)
  const credentialId = await signUpTemplate(port, device)
  await service.stop()
  return credentialId
}

/** The reads of the dashboard's list of users, in milliseconds: the first page, one from the middle, and a search. */
async function measureReads(url: string, users: number): Promise<Reads> {
  const store = await openStore(url)
  const middle = `user-${String(Math.floor(users / 2)).padStart(8, '0')}`
  const list = (after: string) => () => store.users.list('demo', { status: undefined, after, limit: 100 })
  const search = () => store.users.listByPrefix('demo', { prefix: middle, status: undefined, after: '', limit: 100 })
  const reads = {
    firstPageMs: await time(list('')),
    deepPageMs: await time(list(middle)),
    searchMs: await time(search),
  }
  await store.close()
  return reads
}

/** The median of some runs. */
async function time(run: () => Promise<readonly unknown[]>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 21; at++) {
    const begun = performance.now()
    if ((await run()).length === 0) throw new Error('it found no user')
    times.push(performance.now() - begun)
  }
  return median(times)
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

function summarize({ users, bytesPerUser, reads, service, rounds }: Installation) {
  const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]))
  const { startMs } = service
  const { signInsPerSecond, p50, p99, cpuPerSignIn, rssMb } = Object.fromEntries(
    Object.keys(rounds[0]!).map((figure) => [figure, middle(figure as keyof Round)]),
  ) as Round
  return { users, signInsPerSecond, p50, p99, cpuPerSignIn, rssMb, bytesPerUser, startMs, ...reads }
}

try {
  const installations: Installation[] = []
  for (const [at, size] of sizes.entries()) installations.push(await install(size, Number(values.port) + at))
  const order = { seconds: Number(values.seconds), concurrency: Number(values.concurrency) }
  // The first one warms up.
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const installation of installations) {
      const measured = await measureSignIns(installation.target, order)
      if (round > 0) installation.rounds.push(measured)
      writeProgress(`round ${round}, ${installation.users} users: ${measured.signInsPerSecond.toFixed(0)} sign-ins/s\n`)
    }
  const results = installations.map(summarize)
  if (values.json)
    console.log(
      JSON.stringify({ circumstances: { ...machine, ...order, rounds: Number(values.rounds) }, results }, null, 2),
    )
  else
    console.table(
      results.map((result) =>
        Object.fromEntries(Object.entries(result).map(([name, figure]) => [name, Number(figure.toPrecision(4))])),
      ),
    )
  for (const { service } of installations) await service.stop()
  end(0)
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  end(1)
}
