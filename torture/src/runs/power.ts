import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Plan } from '../common/installation.ts'
import { findViolations } from '../common/ledger.ts'
import { createRandom, type Random } from '../common/random.ts'
import { takeSnapshot } from '../common/snapshot.ts'
import { openStore } from '../doubles/faulty-store.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { createDisk, type Loss, losses } from './power/disk.ts'
import { databaseName, type Note, notesName, readLedger } from './power/notes.ts'
import { type FileAction, readTrace, systemCalls } from './power/trace.ts'

/** Operations of each recording: a recording has about thirty prefixes for each. */
const manyOperations = 20

/**
 * Records every write and flush of SQLite under load, and opens what a disk may have after each prefix of them: with all that
 * wasn't flushed, with some of it, and with none.
 */
export async function runPower({ powerDouble }: Plan, order: Order, operations = manyOperations): Promise<Findings> {
  const state = { rounds: 0, violations: [] as string[] }
  const totals = { prefixes: 0, states: 0, flushes: 0, acknowledged: 0 }
  while (goesOn(order, state)) {
    const seed = order.seed + state.rounds
    const deeds = record({ seed, operations, double: powerDouble })
    totals.flushes += deeds.filter(({ kind }) => kind === 'flushEnds').length
    totals.acknowledged += deeds.filter((deed) => deed.kind === 'note' && deed.note.what === 'acknowledged').length
    const replayed = await replay(deeds, order, createRandom(seed))
    totals.prefixes += replayed.prefixes
    totals.states += replayed.states
    state.violations.push(...replayed.violations.map((violation) => `seed ${seed}, ${violation}`))
    state.rounds++
    order.progress(`${state.rounds} recordings, ${totals.states} states`)
  }
  return { ...state, figures: { recordings: state.rounds, ...totals } }
}

type Recording = { seed: number; operations: number; double: string | undefined }

/** The actions of a process on its files, in the order of the kernel. */
function record({ seed, operations, double }: Recording): FileAction[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'thumbturn-power-')))
  const trace = join(folder, 'trace')
  const files = ['', databaseName, `${databaseName}-wal`, notesName].flatMap((name) => ['-P', join(folder, name)])
  const options = ['-f', '-qq', '-y', '-xx', '-s', '10000000', '-e', 'signal=none', '-e', `trace=${systemCalls}`]
  const entry = fileURLToPath(new URL('power/entry.ts', import.meta.url))
  const command = [process.execPath, entry, folder, String(seed), String(operations), ...(double ? [double] : [])]
  try {
    execFileSync('strace', [...options, '-o', trace, ...files, ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
    return readTrace(readFileSync(trace, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Replays the recording from the moment when its clients begin; what was before is on the disk. */
async function replay(deeds: readonly FileAction[], order: Order, random: Random) {
  const disk = createDisk(new Map())
  const notes: Note[] = []
  const found = { prefixes: 0, states: 0, violations: [] as string[] }
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(memory, 'thumbturn-power-'))
  try {
    for (const deed of deeds) {
      disk.apply(deed)
      if (deed.kind === 'note') notes.push(deed.note)
      if (notes.length === 0 || deed.kind === 'flushBegins' || order.signal.aborted) continue
      found.prefixes++
      for (const loss of chooseLosses(deed)) {
        found.states++
        const violations = await check(folder, disk.read(loss, random), notes)
        found.violations.push(...violations.map((text) => `prefix ${found.prefixes}, ${loss} unflushed lost: ${text}`))
      }
      if (found.violations.length > 0) break
    }
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Flushed data changes only when a flush ends, and it must be there only when something is acknowledged. */
const chooseLosses = ({ kind }: FileAction): readonly Loss[] =>
  kind === 'flushEnds' || kind === 'note' ? losses : ['nothing', 'some']

/** Opens the files as a start of the service does, and compares them with what was acknowledged. */
async function check(folder: string, files: ReadonlyMap<string, Buffer>, notes: readonly Note[]): Promise<string[]> {
  for (const name of ['', '-wal', '-shm']) rmSync(join(folder, `${databaseName}${name}`), { force: true })
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  const path = join(folder, databaseName)
  try {
    const store = await openStore(`sqlite:${path}`)
    await store.close()
    const database = new DatabaseSync(path)
    try {
      const query = async (sql: string) => database.prepare(sql).all()
      const snapshot = await takeSnapshot({ query }, 'sqlite')
      return findViolations(readLedger(notes, snapshot), snapshot)
    } finally {
      database.close()
    }
  } catch (error) {
    return [`the store doesn't open: ${(error as Error).message}`]
  }
}

const control = (without: string, powerDouble: Plan['powerDouble']): Torture['controls'][number] => ({
  engine: 'sqlite',
  nodes: 1,
  without,
  plan: { powerDouble },
})

export const power: Torture = {
  target: 'T-1b',
  summary: 'replays what is left of recorded writes when the power fails (needs strace)',
  variants: [{ engine: 'sqlite', nodes: 1 }],
  rounds: 44,
  parts: 4,
  plan: {},
  controls: [
    control('waiting for the flush of the log before the response', 'unflushed'),
    control('flushing at checkpoints (synchronous = OFF)', 'unordered'),
  ],
  run: (plan, order) => runPower(plan, order),
}
