import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import {
  type CrashablePostgres,
  freshSqlite,
  type PostgresDatabases,
  privatePostgres,
  replicatedPostgres,
} from '@thumbturn/service-harness/databases.ts'
import type { PairOptions, PostgresPair } from '@thumbturn/service-harness/postgres-pair.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { type TcpProxy, tcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import type { StoreDouble } from '../doubles/faulty-store.ts'
import type { MovedClocks } from '../runs/clocks/moved-clocks.ts'
import type { PowerDouble } from '../runs/power/entry.ts'
import { createNode, type Node, type StartFile } from './nodes.ts'
import { addRelyingParties, type RelyingParties } from './relying-parties.ts'
import type { Preload } from './run-suite.ts'

export type Engine = 'sqlite' | 'postgres'

/** The plan of an installation. */
export type Plan = {
  engine: Engine
  nodes: number
  startFile?: StartFile
  /** The module that is loaded before suites that run instead of nodes. */
  preload?: Preload
  /** Further settings of PostgreSQL. */
  postgresSettings?: readonly string[]
  /** Runs PostgreSQL as a primary with a standby. */
  pair?: PairOptions
  /** Whether nodes reject calls under overload, as they are shipped. Other runs count a rejection because of a busy machine as a failure. */
  shedsLoad?: boolean
  /** Further settings of the nodes. */
  environment?: Readonly<Record<string, string>>
  /** Clocks that the run moves, for nodes that start with them. */
  clocks?: MovedClocks
  /** Whether nodes reach PostgreSQL through a proxy that can slow it down. */
  throughProxy?: boolean
  /** Whether new signing keys sign before they are published: a control of their rotation. */
  hastensKeys?: boolean
  /** Settings of the application `demo`. */
  settings?: Partial<ApplicationSettings>
  /** Gives the application OpenID clients and a protected site; the share of operations in which its users use them. */
  providerShare?: number
  /** For a run in this process: the safeguard that its store lacks. */
  storeDouble?: StoreDouble
  /** For a run whose writes are recorded: the part of the storage that is replaced. */
  powerDouble?: PowerDouble
}

/** Nodes on one database, which nothing else uses; they aren't started yet. */
export type Installation = {
  engine: Engine
  nodes: readonly Node[]
  database: TestDatabase
  /** The environment of the nodes, except for their ports. */
  settings: Readonly<Record<string, string>>
  /** Only with PostgreSQL. */
  server?: CrashablePostgres
  /** Only with a standby, instead of `server`. */
  pair?: PostgresPair
  /** Between the nodes and PostgreSQL, if the plan says so. */
  proxy?: TcpProxy
  /** A key of the application `demo` for all of its users. */
  apiKey: string
  /** If the plan says so. */
  relyingParties: RelyingParties | undefined
  /** A core in this process on the same database, for what has no API. */
  openPilot(): Promise<Service>
  /** Whether close was called: then no client has anything left to call. */
  isClosed(): boolean
  close(): Promise<void>
}

/** Sets up a database with the application `demo`. */
export async function install(plan: Plan): Promise<Installation> {
  const { server, pair } = await startServers(plan)
  const databases = server ?? pair
  const database = await (databases ? databases.fresh() : freshSqlite())
  const proxy = plan.throughProxy && server ? await tcpProxy(Number(new URL(database.url).port)) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-torture-'))
  const secret = randomBytes(32)
  const openPilot = () => startService({ databaseUrl: database.url, secret, clock: plan.clocks?.of(0) ?? realClock })
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: proxy ? withPort(database.url, proxy.port) : database.url,
    THUMBTURN_MASTER_KEY: secret.toString('base64url'),
    BASE_URL: origin,
    RATE_LIMITS: 'off',
    // The runs also call as the proxy of a protected site.
    TRUSTED_PROXIES: '127.0.0.1',
    ...(plan.shedsLoad ? {} : { OVERLOAD_WAIT_MS: '0' }),
    LOG_LEVEL: 'error',
    ...compileCache,
    ...plan.environment,
  }
  const nodes = await Promise.all(
    Array.from({ length: plan.nodes }, (_, at) =>
      createNode({
        name: `node ${at + 1}`,
        settings: { ...settings, ...plan.clocks?.settingsOf(at) },
        startFile: plan.startFile,
      }),
    ),
  )
  let isClosed = false
  return {
    engine: plan.engine,
    settings,
    nodes,
    database,
    server,
    pair,
    proxy,
    ...(await prepareDemo(openPilot, plan)),
    openPilot,
    isClosed: () => isClosed,
    async close() {
      isClosed = true
      await Promise.all(nodes.map((node) => node.kill()))
      await proxy?.close()
      if (databases) await databases.stop()
      else await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Servers = { server?: CrashablePostgres; pair?: PostgresDatabases & PostgresPair }

async function startServers({ engine, pair, postgresSettings }: Plan): Promise<Servers> {
  if (engine === 'sqlite') return {}
  return pair ? { pair: await replicatedPostgres(pair) } : { server: await privatePostgres(postgresSettings) }
}

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

const { NODE_COMPILE_CACHE } = process.env
const compileCache: Record<string, string> = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** Closes its core again: a database that no process has open recovers when a killed node starts. */
async function prepareDemo(openPilot: Installation['openPilot'], { settings = {}, providerShare }: Plan) {
  const pilot = await openPilot()
  await changeApplication(pilot.core, pilot.application, { settings })
  const { text } = await apiKey(pilot, ['user:read', 'user:write', 'passkey:read', 'passkey:write'])
  const relyingParties = providerShare === undefined ? undefined : await addRelyingParties(pilot, providerShare)
  await pilot.close()
  return { apiKey: text, relyingParties }
}

/** The clocks of the nodes: they can't be set. */
const realClock = {
  now: () => Date.now(),
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  advance: () => {},
  set: () => {},
}
