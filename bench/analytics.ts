/**
 * How long does a report over a month with ten million events take, and how fast does the roll-up worker count? Makes up a
 * month day by day on SQLite, counts each day with the worker, deletes the events unless `--keep` (reports don't read them),
 * and then times every report. It stops making events after `--seconds`, and says how many there are.
 * Run: npx node bench/analytics.ts [--events 10000000] [--seconds 900] [--rounds 15] [--keep] [--folder <for the database>] [--json]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { readPeriod, splitPeriod } from '@thumbturn/service/core/model/analytics/period.ts'
import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import {
  rankAuthenticators,
  rankDevices,
  reportSignIns,
  summarize,
} from '@thumbturn/service/core/use-cases/analytics/reports.ts'
import { readSeries } from '@thumbturn/service/core/use-cases/analytics/totals.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import { openRollUpWorker } from '@thumbturn/service-harness/roll-ups.ts'
import { application, signingKey } from '@thumbturn/service-harness/store-situations.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '900' },
    rounds: { type: 'string', default: '15' },
    keep: { type: 'boolean', default: false },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})

const dayMs = 86_400_000
const days = 30
const start = Date.UTC(2027, 2, 1)
const end = start + days * dayMs

const pick = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
const systems = ['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'ChromeOS']
const clients = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet', 'Opera', 'App']
const models = Array.from({ length: 60 }, () => randomUUID())
const reasons = Array.from({ length: 25 }, (_, n) => `reason ${n}`)
const users = Array.from({ length: 200_000 }, () => randomUUID())

const types = [
  ...Array(80).fill('fido2.passkey.auth.success'),
  ...Array(6).fill('fido2.passkey.auth.failure'),
  ...Array(5).fill('fido2.otp.verified'),
  ...Array(5).fill('fido2.tx.completed'),
  ...Array(4).fill('fido2.passkey.reg.success'),
] as string[]

function describeEvent(type: string): { reason: string | null; detail: object | null } {
  if (type.endsWith('failure')) return { reason: pick(reasons), detail: null }
  if (type === 'fido2.otp.verified')
    return { reason: null, detail: { method: pick(['email', 'sms']), purpose: 'sign-in' } }
  if (type === 'fido2.tx.completed') return { reason: null, detail: { txId: randomUUID() } }
  const device = { os: pick(systems), client: pick(clients), clientType: 'browser', aaguid: pick(models) }
  const took = Math.round(1_000 - 3_000 * Math.log(1 - Math.random()))
  return {
    reason: null,
    detail: { userVerified: true, newUser: true, purpose: 'signIn', named: true, took, ...device },
  }
}

/** Inserts the events of one day in the order of their times, without waiting for the disk. */
function insertDay(database: DatabaseSync, day: number, count: number) {
  const insert = database.prepare(
    'insert into events (app_id, id, type, at, user_id, reason, detail, severity) values (?, ?, ?, ?, ?, ?, ?, 0)',
  )
  database.exec('begin')
  for (let index = 0; index < count; index++) {
    const at = start + day * dayMs + Math.floor((index * dayMs) / count)
    const type = pick(types)
    const { reason, detail } = describeEvent(type)
    const id = `${firstIdAt(at).slice(0, 15)}${(index % 0xfff).toString(16).padStart(3, '0')}${randomUUID().slice(18)}`
    insert.run('shop', id, type, at, pick(users), reason, detail && JSON.stringify(detail))
  }
  database.exec('commit')
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
const round = (ms: number) => Math.round(ms * 10) / 10

const folder = mkdtempSync(join(values.folder, 'thumbturn-analytics-'))
const path = join(folder, 'store.db')
try {
  const store = await openStore(`sqlite:${path}`)
  await store.commit([{ addApplication: { application: application('shop'), key: signingKey('shop', 'one') } }])
  const worker = openRollUpWorker(store, () => end + dayMs)
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off')
  const startedAt = performance.now()
  const isInTime = () => performance.now() - startedAt < Number(values.seconds) * 1_000
  let [events, countingMs, madeDays] = [0, 0, 0]
  for (; madeDays < days && isInTime(); madeDays++) {
    insertDay(database, madeDays, Math.round(Number(values.events) / days))
    const countedAt = performance.now()
    for (let found = 1; found > 0; events += found) found = await worker.run()
    countingMs += performance.now() - countedAt
    if (!values.keep) database.exec('delete from events; delete from user_events')
    process.stderr.write(`\r${madeDays + 1} of ${days} days: ${events} events`)
  }
  process.stderr.write('\n')
  const [rollUps] = database.prepare('select count(*) as n, sum(length(counts)) as bytes from roll_ups').all()
  const core = { store }
  const period = (timeZone: string) => readPeriod({ from: '2027-03-01', to: '2027-03-30', timeZone }, end)
  const reports: Record<string, () => Promise<unknown>> = {
    summary: () => summarize(core, 'shop', period('Europe/Berlin')),
    'series by day': () => readDays('day'),
    'series by hour': () => readDays('hour'),
    devices: () => rankDevices(core, 'shop', { period: period('Asia/Kolkata'), of: 'authentications' }),
    authenticators: () => rankAuthenticators(core, 'shop', { period: period('UTC'), of: 'authentications' }),
    'sign-ins': () => reportSignIns(core, 'shop', period('America/New_York')),
  }
  const readDays = (interval: 'day' | 'hour') =>
    readSeries(store.rollUps, 'shop', {
      metric: 'authentications',
      bounds: splitPeriod(period('Europe/Berlin'), interval),
    })
  const milliseconds: Record<string, { median: number; slowest: number }> = {}
  for (const [name, read] of Object.entries(reports)) {
    const times: number[] = []
    for (let run = 0; run < Number(values.rounds); run++) {
      const before = performance.now()
      await read()
      times.push(performance.now() - before)
    }
    milliseconds[name] = { median: round(median(times)), slowest: round(Math.max(...times)) }
  }
  const result = {
    events,
    days: madeDays,
    eventsCountedPerSecond: Math.round((events * 1_000) / countingMs),
    rollUps: Number(rollUps!.n),
    rollUpBytes: Number(rollUps!.bytes),
    databaseBytes: statSync(path).size,
    milliseconds,
  }
  database.close()
  await store.close()
  if (values.json) console.log(JSON.stringify(result))
  else {
    console.log(
      `${result.events} events in ${result.days} days, counted at ${result.eventsCountedPerSecond} per second`,
    )
    console.log(`${result.rollUps} rows of counts with ${Math.round(result.rollUpBytes / 1024)} kB`)
    console.table(milliseconds)
  }
} finally {
  rmSync(folder, { recursive: true })
}
