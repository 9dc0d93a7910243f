import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import type { LogLevel } from '@thumbturn/contract/vocabulary/log-levels.ts'
import { createRootKey, type RootKey } from '@thumbturn/service/adapters/root-key.ts'
import { createLog } from '@thumbturn/service/cli/log.ts'
import type { Core } from '@thumbturn/service/core/core.ts'
import type { Metadata } from '@thumbturn/service/core/model/aaguids/metadata.ts'
import type { Application } from '@thumbturn/service/core/model/applications/application.ts'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import { type ApplicationRequest, createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import type { Delivery } from '@thumbturn/service/core/use-cases/messages/deliver.ts'
import { deliverDue } from '@thumbturn/service/core/use-cases/messages/deliver.ts'
import type { LoadShedding } from '@thumbturn/service/http/load-shedding.ts'
import type { SecurityContacts } from '@thumbturn/service/http/security-txt.ts'
import { buildServer } from '@thumbturn/service/http/server.ts'
import { composers, connect, type LimitOptions } from '@thumbturn/service/installation.ts'
import { everyTable } from '@thumbturn/service/storage/every-table.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import type { FreshDatabase } from './databases.ts'
import type { TestDatabase } from './store-situations.ts'
import { type WatchedServer, watched } from './watched.ts'

export const origin = 'http://localhost:4300'
/** The API of the application `demo`, as a path. */
export const demo = '/apps/demo/fido2/v2'

/**
 * Clocks in milliseconds that only move when advanced: the wall clock, which can be set ahead and back, and the
 * monotonic one.
 */
export type Clock = { now(): number; monotonic(): number; advance(ms: number): void; set(byMs: number): void }

export type Answer = { status: number; headers: Record<string, unknown>; text: string; body: unknown }

export type Ask = {
  body?: unknown
  /** The Authorization header. */
  token?: string
  headers?: Record<string, string>
  /** The address that the connection comes from; 127.0.0.1 by default. */
  from?: string
}

/**
 * A complete service with everything real except the socket. The clock is controlled, and the application `demo`
 * exists.
 */
export type Service = {
  core: Core
  root: RootKey
  server: WatchedServer['server']
  /** Every route that the server has, as `METHOD /path/:param`. */
  routes: WatchedServer['routes']
  clock: Clock
  /** The application `demo`: RP ID localhost. */
  application: Application
  /** One request through the real pipeline. `path` is below /apps/demo/fido2/v2, unless it starts with `//`. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  post(path: string, body: unknown, ask?: Ask): Promise<Answer>
  /** Sends the queued messages, as a worker would, to the outbox. */
  deliver(): Promise<Delivery[]>
  close(): Promise<void>
}

/** A service to which requests can be sent, in this process or another one. */
export type Caller = Pick<Service, 'ask'>

export type Start = {
  databaseUrl: string
  now?: number
  secret?: Buffer
  clock?: Clock
  metadata?: Metadata
  /** Calls aren't counted by default. */
  limits?: LimitOptions
  /** A store on that database; opened by default. */
  store?: Store
  trustedProxies?: readonly string[]
  /** The operator's contacts; none by default. */
  securityContacts?: SecurityContacts
  /** The URL of the server; by default, that of its pages on localhost. */
  baseUrl?: string
  /** The server's default if omitted. */
  mode?: 'development' | 'production'
  /** Creates what rejects calls under overload; none are rejected by default. */
  shedLoad?: (core: Core) => LoadShedding
  /** The networks that connectors can reach besides public addresses; loopback by default, for receivers of tests. */
  connectorNetworks?: readonly string[]
}

// Noon on a day in 2027: far from midnight, when session keys change.
const noon = Date.UTC(2027, 2, 14, 12)

export function clockAt(start = noon): Clock {
  return nodeClocks(start)()
}

/** The clocks of nodes: wall clocks that differ by `skewMs`, and one monotonic clock that all of them advance. */
export function nodeClocks(start = noon): (skewMs?: number) => Clock {
  let elapsed = 0
  return (skewMs = 0) => {
    let offset = start + skewMs
    return {
      now: () => elapsed + offset,
      monotonic: () => elapsed,
      advance: (ms) => {
        elapsed += ms
      },
      set: (byMs) => {
        offset += byMs
      },
    }
  }
}

/** The machine's own clock, moved by what a test advances: for a suite with another program that has the time, too. */
export function realClock(): Clock {
  let elapsed = 0
  let offset = 0
  return {
    now: () => Date.now() + elapsed + offset,
    monotonic: () => performance.now() + elapsed,
    advance: (ms) => {
      elapsed += ms
    },
    set: (byMs) => {
      offset += byMs
    },
  }
}

/** Starts a service on a database. Creates the application `demo` if it doesn't exist. */
export async function startService(start: Start): Promise<Service> {
  const {
    databaseUrl,
    now,
    secret,
    clock = clockAt(now),
    metadata,
    limits,
    trustedProxies,
    baseUrl = origin,
    mode,
    connectorNetworks = ['127.0.0.0/8', '::1'],
  } = start
  const { store = await openStore(databaseUrl) } = start
  const root = createRootKey(secret ?? randomBytes(32))
  const clocks = { now: clock.now, monotonic: clock.monotonic }
  const core = connect({ store, root, baseUrl, metadata, limits, connectorNetworks, ...clocks })
  const application = (await core.applications.findFresh('demo')) ?? (await createApplication(core, demoRequest))
  const { server, routes, complain } = await watched((watch) =>
    buildServer({
      watches: [watch],
      core,
      version: { version: '1.2.3' },
      baseUrl,
      log: createLog({ LOG_LEVEL: (process.env.TEST_LOG ?? 'silent') as LogLevel, LOG_FORMAT: 'json' }),
      trustedProxies,
      mode,
      loadShedding: start.shedLoad?.(core),
      ...(start.securityContacts && { securityContacts: start.securityContacts }),
    }),
  )
  const ask: Service['ask'] = (method, path, asked) => inject(server, { method, path, ...asked })
  return {
    core,
    root,
    server,
    routes,
    clock,
    application,
    ask,
    post: (path, body, asked) => ask('POST', path, { ...asked, body }),
    deliver: () => deliverDue(core, composers),
    async close() {
      await server.close()
      await core.store.close()
      complain()
    },
  }
}

const demoRequest: ApplicationRequest = { id: 'demo', name: 'Demo', rpId: 'localhost', origins: [origin] }

async function inject(
  server: WatchedServer['server'],
  { method, path, body, token, headers, from }: Ask & { method: string; path: string },
): Promise<Answer> {
  const response = await server.inject({
    method: method as 'POST',
    ...(from !== undefined && { remoteAddress: from }),
    url: path.startsWith('//') ? path.slice(1) : `${demo}${path}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...headers,
    },
    ...(body !== undefined && { payload: toPayload(body, headers?.['content-type']) }),
  })
  return { status: response.statusCode, headers: response.headers, text: response.body, body: parsed(response.body) }
}

function toPayload(body: unknown, type?: string): string {
  if (type === 'application/x-www-form-urlencoded' && typeof body === 'object')
    return new URLSearchParams(body as Record<string, string>).toString()
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One service for all tests of a suite; each test uses its own usernames. */
export function useService(
  fresh: FreshDatabase,
  { wrap, ...start }: Omit<Start, 'databaseUrl' | 'store'> & { wrap?(store: Store): Store } = {},
): () => Service & { database: TestDatabase } {
  let running: (Service & { database: TestDatabase }) | undefined
  before(async () => {
    const database = await fresh({ migrated: true })
    const store = wrap?.(await openStore(database.url))
    running = { ...(await startService({ ...start, ...(store && { store }), databaseUrl: database.url })), database }
  })
  after(async () => {
    await running?.close()
    await running?.database.drop()
  })
  return () => running!
}

const tables = Object.keys(everyTable)

/** Everything that is stored, byte by byte, by table. */
export async function stored({ queryEach }: TestDatabase): Promise<Record<string, string[]>> {
  const results = await queryEach(tables.map((table) => `select * from ${table}`))
  return Object.fromEntries(
    tables.map((table, at) => [table, results[at]!.map((row) => JSON.stringify(row, readable)).sort()]),
  )
}

const readable = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
