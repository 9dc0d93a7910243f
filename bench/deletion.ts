// What it costs to delete a large application while users of another one sign in at a constant rate.
// Run: npx node bench/deletion.ts [--users 1000000] [--engines sqlite,postgres] [--rate 100] [--minutes 3]
//   [--folder <for the databases>] [--json] [--save]
import { loadavg, tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { type Deletion, type DeletionResult, measureDeletion, printDeletion } from './deletion/measure.ts'
import type { Fill } from './growth/copies.ts'
import { type EngineName, engines as everyEngine } from './growth/database.ts'
import { prepareDatabases, readEngines } from './growth/databases.ts'
import { fillDatabase } from './growth/installation.ts'
import { machine, saveResults } from './load/results.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    engines: { type: 'string', default: everyEngine.join() },
    rate: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '3' },
    port: { type: 'string', default: '4480' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const [users, rate, minutes, port] = (['users', 'rate', 'minutes', 'port'] as const).map((name) => {
  if (!/^[1-9]\d{0,7}$/.test(values[name])) throw new Error(`--${name} takes a whole number from 1`)
  return Number(values[name])
}) as [number, number, number, number]
const engines = readEngines(values.engines)

const databases = prepareDatabases(values.folder, 'bench-deletion-')
const onProgress = (text: string) => void process.stderr.write(text)

async function measure(engine: EngineName): Promise<DeletionResult> {
  const database = await databases.create(engine, `deletion-${engine}`)
  const fill: Fill = { users, order: 'sorted' }
  const { device, pick } = await fillDatabase({ database, port, fill, onProgress })
  if (engine === 'postgres') await databases.cluster()!.restart()
  const target = { device, pick, users, port, databasePid: undefined }
  return measureDeletion({ database, target, perSecond: rate, mostMs: minutes * 60_000 })
}

const [loadAverage] = loadavg() as [number]
try {
  const results: DeletionResult[] = []
  for (const engine of engines) results.push(await measure(engine))
  const { node, cores } = machine
  const deletion: Deletion = { circumstances: { node, cores, loadAverage, signInsPerSecond: rate, users }, results }
  if (values.json) console.log(JSON.stringify(deletion, null, 2))
  else printDeletion(deletion)
  if (values.save)
    onProgress(`Saved in ${saveResults((kept) => ({ deletions: [...(kept.deletions ?? []), deletion] }))}\n`)
  databases.end(0)
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  databases.end(1)
}
