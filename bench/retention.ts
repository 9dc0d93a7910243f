// The cost of deleting old events, and of a backup, while users sign in at a constant rate: fills a database with events of
// two years, of which the older half is deleted. Run: npx node bench/retention.ts [--events 1000000] [--engines sqlite,postgres]
//   [--users 100000] [--rate 100] [--minutes 10] [--folder <for the databases>] [--fill-only] [--without-backup] [--json] [--save]
import { loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type { Fill } from './growth/copies.ts'
import { type EngineName, engines as everyEngine } from './growth/database.ts'
import { prepareDatabases, readEngines } from './growth/databases.ts'
import { fillDatabase } from './growth/installation.ts'
import { measureSignIns } from './growth/load.ts'
import { startService } from './growth/service.ts'
import { machine, saveResults } from './load/results.ts'
import { addEvents } from './retention/database.ts'
import { type Measuring, measureBackup, measureRetention } from './retention/measure.ts'
import { printRetention, type Retention, type RetentionResult } from './retention/summary.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    engines: { type: 'string', default: everyEngine.join() },
    users: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '10' },
    port: { type: 'string', default: '4490' },
    folder: { type: 'string', default: tmpdir() },
    'fill-only': { type: 'boolean', default: false },
    'without-backup': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const [events, users, rate, minutes, port] = (['events', 'users', 'rate', 'minutes', 'port'] as const).map((name) => {
  if (!/^[1-9]\d{0,8}$/.test(values[name])) throw new Error(`--${name} takes a whole number from 1`)
  return Number(values[name])
}) as [number, number, number, number, number]
const engines = readEngines(values.engines)

const dayMs = 86_400_000
const [daysOfEvents, daysKept] = [730, 365]

const databases = prepareDatabases(values.folder, 'bench-retention-')
const onProgress = (text: string) => void process.stderr.write(text)

async function measure(engine: EngineName): Promise<RetentionResult> {
  const database = await databases.create(engine, `retention-${engine}`)
  const fill: Fill = { users, order: 'sorted' }
  const { device, pick } = await fillDatabase({ database, port, fill, onProgress })
  const target = { device, pick, users, port, databasePid: undefined }
  await signInOnce({ database, target, perSecond: rate, mostMs: minutes * 60_000 })
  const without = await database.measureBytes()
  const until = Date.now() - 60_000
  const eventFill = { events, users, from: until - daysOfEvents * dayMs, until }
  await addEvents(database, eventFill, (done) =>
    onProgress(`\r${engine}, ${events} events: ${Math.round((100 * done) / events)} %`),
  )
  const databaseBytes = await database.measureBytes()
  const bytesPerEvent = (databaseBytes - without) / events
  onProgress(`\r${engine}, ${events} events: filled, ${bytesPerEvent.toFixed(0)} bytes each\n`)
  const filled = { engine, events, bytesPerEvent, databaseBytes }
  if (values['fill-only']) return filled
  if (engine === 'postgres') await databases.cluster()!.restart()
  const measuring: Measuring = { database, target, perSecond: rate, mostMs: minutes * 60_000 }
  const backup = engine === 'sqlite' && !values['without-backup'] ? { backup: await measureBackup(measuring) } : {}
  const retention = await measureRetention(measuring, daysKept)
  return { ...filled, retention, ...backup }
}

/** The event that is copied. */
async function signInOnce({ database, target }: Measuring): Promise<void> {
  const service = await startService(database.environment, target.port)
  await measureSignIns({ ...target, pid: service.pid }, { seconds: 0.2, concurrency: 1 })
  await service.stop()
}

const [loadAverage] = loadavg() as [number]
try {
  const results: RetentionResult[] = []
  for (const engine of engines) results.push(await measure(engine))
  const { node, cores } = machine
  const circumstances = { node, cores, loadAverage, signInsPerSecond: rate, users }
  const retention: Retention = { circumstances, results }
  if (values.json) console.log(JSON.stringify(retention, null, 2))
  else printRetention(retention)
  if (values.save)
    onProgress(`Saved in ${saveResults((kept) => ({ retention: [...(kept.retention ?? []), retention] }))}\n`)
  databases.end(0)
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  databases.end(1)
}
