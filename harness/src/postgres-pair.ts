import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { copyCluster, end, initialise, type Place, preparePlace, serve } from './postgres.ts'
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

export type PairOptions = {
  /** Whether commits wait for the standby. Without it, the standby can lack the last ones. */
  isSynchronous: boolean
}

/** How a primary is lost: its processes end, or it continues where nothing reaches it. */
export type Loss = 'stop' | 'partition'

/** A primary and a standby, behind one address that leads to the primary. */
export type PostgresPair = {
  url: string
  /** Keeps the standby from receiving what is written from now on. */
  holdBack(): void
  /** Lets the standby receive again what was held back. */
  release(): void
  /** The address of the same database on the standby. */
  toStandby(url: string): string
  /** Loses the primary and fences it off: the address leads nowhere, and the standby no longer receives. */
  losePrimary(loss: Loss): Promise<void>
  /** Promotes the standby. Resolves once the address leads to it. */
  promote(): Promise<void>
  /** Tries a write directly on the lost primary, and returns whether it was acknowledged. False if it was stopped. */
  writeToLost(): Promise<boolean>
  /** Replaces the lost primary by a new standby. Resolves once that follows. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

/** Starts two servers as `startPostgres` does, the second following the first. */
export async function startPostgresPair({ isSynchronous }: PairOptions): Promise<PostgresPair> {
  const place = await preparePlace([])
  initialise(place)
  let primary: Member = { place, server: await serve(place) }
  const address = await tcpProxy(place.port)
  let { standby, link } = await follow(primary, isSynchronous)
  let lost: Member | undefined
  const clearOnExit = () => {
    for (const member of [primary, standby, lost]) if (member) discard(member)
  }
  process.once('exit', clearOnExit)
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    holdBack: () => link.silence(),
    release: () => link.restore(),
    toStandby(url) {
      const there = new URL(url)
      there.port = String(standby.place.port)
      return there.href
    },
    async losePrimary(loss) {
      if (loss === 'stop') await end(primary.server, 'SIGQUIT')
      link.cut()
      address.cut()
    },
    async promote() {
      await ask(standby, 'select pg_promote(true, 60)')
      lost = primary
      primary = standby
      address.redirect(primary.place.port)
      address.restore()
    },
    writeToLost: async () => lost !== undefined && isRunning(lost) && (await acceptsWrite(lost)),
    async rebuild() {
      if (lost) await remove(lost, 'SIGQUIT')
      await link.close()
      ;({ standby, link } = await follow(primary, isSynchronous))
      lost = undefined
    },
    async stop() {
      process.off('exit', clearOnExit)
      for (const member of [standby, primary, lost]) if (member) await remove(member, 'SIGQUIT')
      await link.close()
      await address.close()
    },
  }
}

type Member = { place: Place; server: ChildProcess }

const standbyName = 'standby'

/** Starts a standby of `primary`, which receives through a proxy of its own. */
async function follow(primary: Member, isSynchronous: boolean): Promise<{ standby: Member; link: TcpProxy }> {
  const link = await tcpProxy(primary.place.port)
  const source = `host=127.0.0.1 port=${link.port} user=postgres application_name=${standbyName}`
  const place = await preparePlace([`primary_conninfo=${source}`])
  await copyCluster(place, primary.place.port)
  const standby = { place, server: await serve(place) }
  await waitUntilFollowed(primary)
  if (isSynchronous) {
    await ask(primary, `alter system set synchronous_standby_names = '${standbyName}'`)
    await ask(primary, 'select pg_reload_conf()')
    await waitUntilFollowed(primary, 'sync')
  }
  return { standby, link }
}

async function waitUntilFollowed(primary: Member, state?: 'sync') {
  const wanted = state ? ` and sync_state = '${state}'` : ''
  const sql = `select 1 from pg_stat_replication where state = 'streaming' and application_name = '${standbyName}'${wanted}`
  await until(async () => (await ask(primary, sql)).length > 0)
}

/** How long a write on a lost primary may wait before it counts as not accepted. */
const longestWriteMs = 1_000

async function acceptsWrite(member: Member): Promise<boolean> {
  const write = ask(member, 'create table if not exists written_after_promotion (id int)').then(
    () => true,
    () => false,
  )
  return Promise.race([write, pause(longestWriteMs, false)])
}

async function ask({ place }: Member, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port: place.port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const isRunning = ({ server }: Member) => server.exitCode === null && server.signalCode === null

async function remove(member: Member, signal: NodeJS.Signals) {
  if (isRunning(member)) await end(member.server, signal)
  discard(member)
}

function discard({ place, server }: Member) {
  server.kill('SIGQUIT')
  rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 })
}
