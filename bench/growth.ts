// The cost of a sign-in, a start, and a page of users as an installation grows, on SQLite and on PostgreSQL: a database
// for each number of users, each with a passkey and a device, filled by SQL, and a service on each. Rounds take turns,
// so that a slow minute affects all alike. Run: npx node bench/growth.ts [--users 10000,100000,1000000] [--engines
// sqlite,postgres] [--rounds 5] [--seconds 8]
//   [--postgres shared_buffers=6GB,max_wal_size=8GB] [--folder <for the databases>] [--json] [--save]
import { execFileSync } from 'node:child_process'
import { loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { type Fill, mostUsers } from './growth/copies.ts'
import { type EngineName, engines as everyEngine } from './growth/database.ts'
import { prepareDatabases, readEngines } from './growth/databases.ts'
import { fillDatabase, type Installation, nameDatabase, openInstallation, summarize } from './growth/installation.ts'
import { measureSignIns } from './growth/load.ts'
import { type Growth, printGrowth } from './growth/summary.ts'
import { machine, saveResults } from './load/results.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000,100000,1000000' },
    engines: { type: 'string', default: everyEngine.join() },
    postgres: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    concurrency: { type: 'string', default: '32' },
    port: { type: 'string', default: '4450' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const sizes = values.users.split(',').map(Number)
if (sizes.some((size) => !Number.isInteger(size) || size < 1_000 || size > mostUsers))
  throw new Error(`--users takes whole numbers from 1000 to ${mostUsers}`)
const engines = readEngines(values.engines)
const settings = readSettings(values.postgres)
const [rounds, seconds, concurrency] = [values.rounds, values.seconds, values.concurrency].map((value) => {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error('--rounds, --seconds, and --concurrency take whole numbers from 1')
  return Number(value)
}) as [number, number, number]

/** Settings of the server, as in postgresql.conf, separated by commas. */
function readSettings(text = ''): string[] {
  const settings = text.split(',').filter((one) => one !== '')
  if (settings.some((one) => !/^[a-z_]+=[\w.]+$/.test(one)))
    throw new Error('--postgres takes settings separated by commas, such as shared_buffers=6GB,max_wal_size=8GB')
  return settings
}

/** How many users sign up in random order where the growth of a database is measured. */
const usersOfSize = 100_000

const databases = prepareDatabases(values.folder, 'bench-growth-')
const onProgress = (text: string) => void process.stderr.write(text)

const createDatabase = (engine: EngineName, fill: Fill) => databases.create(engine, nameDatabase(engine, fill))

const firstPort = Number(values.port)

async function measureSize(engine: EngineName): Promise<Growth['sizes'][number]> {
  const fill: Fill = { users: usersOfSize, order: 'scattered' }
  const database = await createDatabase(engine, fill)
  const { users, bytesPerUser } = await fillDatabase({ database, port: firstPort, fill, onProgress })
  return { engine, users, bytesPerUser }
}

/** All are filled before any is opened, because the server restarts in between. */
async function installAll(): Promise<Installation[]> {
  const filled = []
  let port = firstPort
  for (const engine of engines)
    for (const users of sizes) {
      const fill: Fill = { users, order: 'sorted' }
      const installing = { database: await createDatabase(engine, fill), port: ++port, fill, onProgress }
      filled.push({ installing, filled: await fillDatabase(installing) })
    }
  await databases.cluster()?.restart(settings)
  // Otherwise, the system writes gigabytes to the disk while the first rounds wait for it.
  onProgress('writing to the disk what was filled\n')
  execFileSync('sync')
  const installations: Installation[] = []
  for (const one of filled) {
    const databasePid = one.installing.database.engine === 'postgres' ? databases.cluster()!.pid() : undefined
    installations.push(await openInstallation(one.installing, one.filled, databasePid))
  }
  return installations
}

async function measureRounds(installations: readonly Installation[]) {
  // The first one warms up.
  for (let round = 0; round <= rounds; round++)
    for (const { database, target, rounds: measured } of installations) {
      const one = await measureSignIns(target, { seconds, concurrency })
      if (round > 0) measured.push(one)
      const rate = `${one.signInsPerSecond.toFixed(0)} sign-ins/s`
      onProgress(`round ${round}, ${database.engine}, ${target.users} users: ${rate}\n`)
    }
}

const [loadAverage] = loadavg() as [number]
try {
  const measuredSizes: Growth['sizes'] = []
  for (const engine of engines) measuredSizes.push(await measureSize(engine))
  const installations = await installAll()
  await measureRounds(installations)
  const { node, cores } = machine
  const circumstances = {
    node,
    cores,
    loadAverage,
    concurrency,
    seconds,
    rounds,
    ...(settings.length > 0 && { settings: settings.join(', ') }),
  }
  const growth: Growth = { circumstances, results: installations.map(summarize), sizes: measuredSizes }
  if (values.json) console.log(JSON.stringify(growth, null, 2))
  else printGrowth(growth)
  if (values.save) onProgress(`Saved in ${saveResults((kept) => ({ growth: [...(kept.growth ?? []), growth] }))}\n`)
  for (const { service } of installations) await service.stop()
  databases.end(0)
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  databases.end(1)
}
