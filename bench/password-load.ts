/**
 * How long a passkey sign-in takes while passwords are hashed: alone, then with clients that send one password after
 * another without a pause. Fails when the 99th percentile is more than three times its unloaded value.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { findMedian, findPercentile } from '@thumbturn/testkit/statistics.ts'
import type { User } from './adapters/adapter.ts'
import { type Running, startContestant, stopContestants } from './contestants/contestant.ts'
import { type BesidePasswords, machine, saveResults } from './load/results.ts'
import { createFlow, type Flow } from './load/sign-in.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    /** Sign-ins each second: a steady stream, not as many as possible. */
    rate: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    port: { type: 'string', default: '4411' },
    save: { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
const most = 3

/** A key of a backend, registered with the demo by the command line. */
function registerKey({ folder }: Running): KeyObject {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(folder, 'backend.pem')
  writeFileSync(file, publicKey.export({ format: 'pem', type: 'spki' }))
  const args = ['scripts/run/with-node.mjs', 'scripts/run/start.mjs', 'client-key', 'add', 'demo', file]
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, `${port}`), BASE_URL: `http://localhost:${port}` }
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`client-key add failed: ${stderr}`)
  return privateKey
}

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function createServiceToken(key: KeyObject): string {
  const claims = { client_id: 'demo', scope: 'auth.login', nonce: randomUUID(), iat: Math.floor(Date.now() / 1000) }
  const text = `${encodeJson({ alg: 'ES256', typ: 'JWT' })}.${encodeJson(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Sends wrong passwords until it is stopped; a full queue is a valid response. Counts responses by status. */
async function sendPasswords(key: KeyObject, isOver: () => boolean, statuses: Map<number, number>): Promise<void> {
  const connection = new RawConnection(port)
  for (let count = 0; !isOver(); count++) {
    const body = { client_id: 'demo', username: `user-${count % 100}@example.com`, password: 'correct horse battery' }
    const headers = `authorization: Bearer ${createServiceToken(key)}\r\n`
    const { status } = await connection.send('POST', '/authenticate/password', { body, headers })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  connection.close()
}

/** Milliseconds of each sign-in, at a steady rate. */
async function measureSignIns(seconds: number, flow: Flow, user: User): Promise<number[]> {
  const connection = new RawConnection(port)
  const took: number[] = []
  const total = seconds * Number(values.rate)
  const start = performance.now()
  for (let count = 0; count < total; count++) {
    const due = start + (count * 1000) / Number(values.rate)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const startedAt = performance.now()
    await flow.signIn(connection, user)
    took.push(performance.now() - startedAt)
  }
  connection.close()
  return took
}

type Percentiles = BesidePasswords['alone']

/** Prints and returns them. */
function summarize(name: string, took: readonly number[]): Percentiles {
  const [p50, p99] = [findPercentile(took, 0.5), findPercentile(took, 0.99)]
  console.log(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  return { p50, p99 }
}

type Load = { flow: Flow; user: User; key: KeyObject }

type Round = Pick<BesidePasswords, 'alone' | 'beside'>

async function measure({ flow, user, key }: Load): Promise<Round> {
  const seconds = Number(values.seconds)
  const alone = await measureSignIns(seconds, flow, user)
  let isOver = false
  const statuses = new Map<number, number>()
  const clients = Array.from({ length: Number(values.clients) }, () => sendPasswords(key, () => isOver, statuses))
  const beside = await measureSignIns(seconds, flow, user)
  isOver = true
  await Promise.all(clients)
  const round = {
    alone: summarize('alone', alone),
    beside: summarize(`during ${values.clients} clients with passwords`, beside),
  }
  console.log(`passwords by status: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  return round
}

async function run(): Promise<boolean> {
  const running = await startContestant('thumbturn', { port })
  const flow = createFlow('thumbturn', port, { mode: 'name' })
  const connection = new RawConnection(port)
  const user = await flow.register(connection, 'ada@example.com')
  connection.close()
  const loaded = { flow, user, key: registerKey(running) }
  await measureSignIns(3, flow, user)
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round++) rounds.push(await measure(loaded))
  const middle = findMedian(rounds.map(({ alone, beside }) => beside.p99 / alone.p99))
  console.log(
    `p99 during passwords is ${middle.toFixed(2)} times p99 alone (median of ${rounds.length}; at most ${most})`,
  )
  if (values.save) save(rounds)
  return middle <= most
}

function save(rounds: readonly Round[]): void {
  const { node, cores } = machine
  const [rate, clients, seconds] = [values.rate, values.clients, values.seconds].map(Number) as [number, number, number]
  const middle = (part: keyof Round): Percentiles => ({
    p50: findMedian(rounds.map((round) => round[part].p50)),
    p99: findMedian(rounds.map((round) => round[part].p99)),
  })
  const besidePasswords: BesidePasswords = {
    circumstances: { node, cores, rate, clients, rounds: rounds.length, seconds },
    alone: middle('alone'),
    beside: middle('beside'),
  }
  console.log(`Saved in ${saveResults({ besidePasswords })}`)
}

try {
  if (!(await run())) process.exitCode = 1
} finally {
  stopContestants()
}
