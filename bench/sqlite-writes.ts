/**
 * What a completed sign-in's batch costs on SQLite: how many a second, how much processor time, how long each waits, and
 * how late a timer of 1 ms comes meanwhile; on this disk and on one that takes longer to flush, first with nothing else to
 * do, then with as many readers beside it as asked for, each looking up one passkey a turn of the event loop. Before that,
 * what one read costs.
 * Run: npx node bench/sqlite-writes.ts [--seconds 2] [--slow-ms 5] [--readers 8] [--folder <for the databases>]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Passkey } from '@thumbturn/service/core/model/passkeys/passkey.ts'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import type { Engine } from '@thumbturn/service/storage/engine/engine.ts'
import { openSqlite } from '@thumbturn/service/storage/engine/sqlite.ts'
import { walFlusher } from '@thumbturn/service/storage/engine/sqlite-flush.ts'
import { migrate } from '@thumbturn/service/storage/migrations/migrate.ts'
import { openStore, storeOver } from '@thumbturn/service/storage/open.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { named, passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'

const USERS = 200

/** An engine whose every flush takes `milliseconds` longer. */
function openSlowed(path: string, milliseconds: number): Engine {
  if (milliseconds === 0) return openSqlite(path)
  const { flush, close } = walFlusher(path)
  const slow = async () => void (await Promise.all([flush(), setTimeout(milliseconds)]))
  return openSqlite(path, { flush: slow, close })
}

type Case = { slowMs: number; readers: number; concurrent: number; seconds: number; folder: string }

async function measure({ slowMs, readers, concurrent, seconds, folder }: Case) {
  const place = mkdtempSync(join(folder, 'thumbturn-writer-'))
  const engine = openSlowed(join(place, 'store.db'), slowMs)
  await migrate(engine)
  const store = storeOver(engine)
  const used = Array.from({ length: USERS }, (_, index) =>
    passkey(`p${index}`, { lastUsedFromDeviceId: 'device-other' }),
  )
  await Promise.all(used.map((_, index) => register(store, signUp(`p${index}`))))
  await load(store, { used, readers, concurrent, seconds: 0.3, prefix: 'warm' })

  const delay = monitorEventLoopDelay({ resolution: 1 })
  const cpu = process.cpuUsage()
  const mainCpu = process.threadCpuUsage()
  delay.enable()
  const { batches, waited, reads, readWaited } = await load(store, { used, readers, concurrent, seconds, prefix: 's' })
  delay.disable()
  const all = spent(process.cpuUsage(cpu))
  const main = spent(process.threadCpuUsage(mainCpu))
  await engine.close()
  rmSync(place, { recursive: true })
  return {
    'flush +ms': slowMs,
    readers,
    concurrent,
    'batches/s': Math.round(batches / seconds),
    'µs CPU each': readers ? '' : Math.round(all / batches),
    'of it main': readers ? '' : Math.round(main / batches),
    'wait p50 ms': round(waited),
    'reads/s': Math.round(reads / seconds),
    'read p99 ms': round(readWaited),
    'stall p50 ms': round(delay.percentile(50) / 1e6 - 1),
    'stall p99 ms': round(delay.percentile(99) / 1e6 - 1),
  }
}

const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10
const percentile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

type Load = { used: Passkey[]; readers: number; concurrent: number; seconds: number; prefix: string }

async function load(store: Store, { used, readers, concurrent, seconds, prefix }: Load) {
  const end = performance.now() + seconds * 1000
  let next = 0
  const write = async () => {
    const number = next++
    const conflict = await recordUse(store, signIn(used[number % USERS]!, `${prefix}${number}`))
    if (conflict !== undefined) throw new Error(conflict)
  }
  const read = async () => {
    await setImmediate()
    await store.passkeys.findWithUser('shop', used[next % USERS]!.credentialId)
  }
  const [writes, reads] = await Promise.all([repeated(write, concurrent, end), repeated(read, readers, end)])
  return {
    batches: writes.length,
    waited: percentile(writes, 0.5),
    reads: reads.length,
    readWaited: percentile(reads, 0.99),
  }
}

/** As many at once, again and again until `end`; returns how many milliseconds each took, the shortest first. */
async function repeated(act: () => Promise<void>, atOnce: number, end: number) {
  const waits: number[] = []
  const oneAfterAnother = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      await act()
      waits.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  return waits.sort((a, b) => a - b)
}

async function compare() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '2' },
      'slow-ms': { type: 'string', default: '5' },
      readers: { type: 'string', default: '8' },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  const rows: Awaited<ReturnType<typeof measure>>[] = []
  const given = { seconds: Number(values.seconds), folder: values.folder }
  for (const readers of [0, Number(values.readers)])
    for (const slowMs of [0, Number(values['slow-ms'])])
      for (const concurrent of [1, 8, 32, 128]) rows.push(await measure({ slowMs, readers, concurrent, ...given }))
  console.table(rows)
}

/** What one read costs, prepared and bound, as the use-cases ask for it: 100,000 of each, one after the other. */
async function reads() {
  const store = await openStore('sqlite::memory:')
  await Promise.all(Array.from({ length: USERS }, (_, index) => register(store, signUp(`p${index}`))))
  const kinds: Record<string, (n: number) => Promise<unknown>> = {
    'users.find': (n) => store.users.find('shop', `user-p${n}`),
    'users.findWithPasskeys': (n) => store.users.findWithPasskeys('shop', named(`p${n}`)),
    'users.findWithPasskey': (n) => store.users.findWithPasskey('shop', `user-p${n}`, `passkey-p${n}`),
    'passkeys.findWithUser': (n) => store.passkeys.findWithUser('shop', `credential-p${n}`),
  }
  const rows: Record<string, { 'µs CPU': number }> = {}
  for (const [name, read] of Object.entries(kinds)) {
    for (let n = 0; n < 5_000; n++) await read(n % USERS)
    const before = process.cpuUsage()
    for (let n = 0; n < 100_000; n++) if (!(await read(n % USERS))) throw new Error(`${name} found nothing`)
    rows[name] = { 'µs CPU': round(spent(process.cpuUsage(before)) / 100_000) }
  }
  console.table(rows)
  await store.close()
}

await reads()
await compare()
