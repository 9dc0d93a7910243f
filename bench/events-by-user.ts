/**
 * What would an index of events by user cost a sign-in, and what would it save who reads one user's history? Measures
 * the batch of a completed sign-in, written into a history of as many events as asked for, once for each index that could
 * be: the processor time of the thread that writes, without waiting for the disk, the median of rounds that alternate between the indexes, and what goes
 * into the write-ahead log. Then one user's events, read page by page.
 * Run: npx node bench/events-by-user.ts [--events 200000] [--rounds 15] [--sign-ins 2048] [--folder <for the databases>]
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import type { Passkey } from '@thumbturn/service/core/model/passkeys/passkey.ts'
import { databaseOver } from '@thumbturn/service/storage/engine/database.ts'
import { openSqlite } from '@thumbturn/service/storage/engine/sqlite.ts'
import { noFlusher } from '@thumbturn/service/storage/engine/sqlite-flush.ts'
import { migrate } from '@thumbturn/service/storage/migrations/migrate.ts'
import { storeOver } from '@thumbturn/service/storage/open.ts'
import { eventReads } from '@thumbturn/service/storage/tables/event-reads.ts'
import { recordUse, register } from '@thumbturn/service-harness/store-batches.ts'
import { event, newUser, passkey, signIn, signUp } from '@thumbturn/service-harness/store-situations.ts'

const EVENTS_OF_ONE = 10
const AT_ONCE = [1, 32, 128]
const start = Date.UTC(2027, 0, 1)

/** Every index that would find a user's events, as SQLite takes it. */
const indexes: Record<string, string | undefined> = {
  none: undefined,
  'app_id, user_id, id': 'create index wanted on events (app_id, user_id, id)',
  user_id: 'create index wanted on events (user_id) where user_id is not null',
  'first 8 of user_id': 'create index wanted on events (substr(user_id, 1, 8)) where user_id is not null',
}

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '15' },
    'sign-ins': { type: 'string', default: '2048' },
    folder: { type: 'string', default: tmpdir() },
  },
})

let minted = 0
const timeId = () => {
  const at = start + minted++ * 1_000
  return { at, id: `${firstIdAt(at).slice(0, 15)}${randomUUID().slice(15)}` }
}

/** A history with ten events per user, and the users who sign in next. */
async function prepared(index: string | undefined, events: number) {
  const folder = mkdtempSync(join(values.folder, 'thumbturn-events-'))
  const path = join(folder, 'store.db')
  const engine = openSqlite(path, noFlusher)
  await migrate(engine)
  const db = databaseOver(engine)
  const store = storeOver(engine)
  const users = await Promise.all(
    Array.from({ length: events / EVENTS_OF_ONE }, async (_, count) => {
      const name = `${count}`
      const ids = {
        id: randomUUID(),
        userId: randomUUID(),
        credentialId: randomBytes(16).toString('base64url'),
        lastUsedFromDeviceId: 'device-other',
      }
      const mine = passkey(name, ids)
      const owner = newUser(name, { id: mine.userId })
      await register(store, signUp(randomUUID(), { newUser: owner, passkey: mine, event: ofUser(mine) }))
      return mine
    }),
  )
  const looking = new DatabaseSync(path)
  fill(looking, users)
  if (index) looking.exec(index)
  looking.exec('pragma wal_checkpoint(truncate)')
  looking.close()
  const close = async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  }
  return { db, store, users, path, close }
}

const ofUser = ({ userId, id: passkeyId }: Passkey) =>
  event('', {
    ...timeId(),
    userId,
    passkeyId,
    deviceId: randomUUID(),
    address: '2001:db8::1',
    traceId: randomBytes(16).toString('hex'),
    duration: 900,
    detail: { userVerified: true },
  })

/** Nine more events for every user, in the order in which users come and go. */
function fill(database: DatabaseSync, users: readonly Passkey[]) {
  const insert = database.prepare(
    'insert into events (app_id, id, type, at, user_id, passkey_id, device_id, detail, address, trace_id, duration) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  database.exec('begin')
  for (let count = 0; count < users.length * (EVENTS_OF_ONE - 1); count++) {
    const { id, appId, type, at, userId, passkeyId, deviceId, detail, address, traceId, duration } = ofUser(
      users[Math.floor(Math.random() * users.length)]!,
    )
    insert.run(
      appId,
      id,
      type,
      at,
      userId!,
      passkeyId!,
      deviceId!,
      JSON.stringify(detail),
      address!,
      traceId!,
      duration!,
    )
  }
  database.exec('commit')
}

type Prepared = Awaited<ReturnType<typeof prepared>>

/** Signs in different users, `atOnce` per commit. Returns the microseconds of CPU time per sign-in. */
async function signIns({ store, users }: Prepared, atOnce: number, count: number) {
  const used = Array.from({ length: count }, () => users[Math.floor(Math.random() * users.length)]!)
  const all = used.map((one) => signIn(one, randomUUID(), { events: [ofUser(one)] }))
  const before = process.threadCpuUsage()
  for (let done = 0; done < count; done += atOnce) {
    const conflicts = await Promise.all(all.slice(done, done + atOnce).map((one) => recordUse(store, one)))
    if (conflicts.some((conflict) => conflict !== undefined)) throw new Error(conflicts.join())
  }
  const { user: own, system } = process.threadCpuUsage(before)
  return (own + system) / count
}

/** The kilobytes that a sign-in adds to the write-ahead log. */
async function logged(one: Prepared, atOnce: number, count: number) {
  const pragma = (text: string) => one.db.engine.read({ sql: `pragma ${text}`, values: [] })
  const [kept] = await pragma('wal_autocheckpoint')
  await pragma('wal_autocheckpoint = 0')
  await pragma('wal_checkpoint(truncate)')
  await signIns(one, atOnce, count)
  const bytes = statSync(`${one.path}-wal`).size
  await pragma('wal_checkpoint(truncate)')
  await pragma(`wal_autocheckpoint = ${Number(kept!.wal_autocheckpoint)}`)
  return round(bytes / count / 1_000)
}

/** The whole history of one user: its pages, and the milliseconds of all and of the longest. */
async function history({ db, users }: Prepared) {
  const { page } = eventReads(db)
  const userId = users[17]!.userId
  const waits: number[] = []
  let found = 0
  for (let before: string | undefined; ; ) {
    const asked = performance.now()
    const { events, next } = await page('shop', { limit: 100, userId, ...(before !== undefined && { before }) })
    waits.push(performance.now() - asked)
    found += events.length
    before = next
    if (next === undefined) break
  }
  return {
    found,
    pages: waits.length,
    ms: round(waits.reduce((sum, wait) => sum + wait)),
    longest: round(Math.max(...waits)),
  }
}

/** The same with an index: how long a query would take that uses it alone. */
function indexed({ path, users }: Prepared) {
  const database = new DatabaseSync(path)
  const { userId } = users[17]!
  const shortened = 'substr(user_id, 1, 8) = substr(?, 1, 8) and user_id is not null and user_id = ?'
  const where = String(database.prepare("select sql from sqlite_master where name = 'wanted'").get()?.sql).includes(
    'substr',
  )
    ? shortened
    : '? is not null and user_id = ?'
  const query = database.prepare(
    `select * from events indexed by wanted where ${where} and app_id = 'shop' order by id desc limit 100`,
  )
  const asked = performance.now()
  const found = query.all(userId, userId).length
  const ms = round(performance.now() - asked)
  database.close()
  return { found, pages: 1, ms, longest: ms }
}

const round = (number: number) => Math.round(number * 10) / 10
const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const all = new Map<string, Prepared>()
for (const [name, index] of Object.entries(indexes)) all.set(name, await prepared(index, Number(values.events)))
const costs: Record<string, Record<string, number | string>> = {}
for (const [name, one] of all)
  costs[name] = {
    ...(name === 'none' ? await history(one) : indexed(one)),
    MB: Math.round(statSync(one.path).size / 1e6),
  }
const count = Number(values['sign-ins'])
for (const atOnce of AT_ONCE) {
  const measured = new Map([...all.keys()].map((name) => [name, [] as number[]]))
  for (let turn = 0; turn <= Number(values.rounds); turn++)
    for (const [name, one] of all) {
      const cost = await signIns(one, atOnce, count)
      if (turn > 0) measured.get(name)!.push(cost)
    }
  const none = median(measured.get('none')!)
  for (const [name, one] of all) {
    const here = median(measured.get(name)!)
    const more = name === 'none' ? '' : `, ${here < none ? '' : '+'}${round(here - none)}`
    costs[name]![`µs (kB log), ${atOnce} a commit`] = `${round(here)}${more} (${await logged(one, atOnce, count)})`
  }
}
console.table(costs)
for (const one of all.values()) await one.close()
