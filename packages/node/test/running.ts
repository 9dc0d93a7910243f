import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext } from 'node:test'
import type { LimitOptions } from '@thumbturn/service/installation.ts'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { createThumbturn, type Thumbturn, type ThumbturnOptions } from '../src/index.ts'

/** A clock that goes as the machine's does, moved when a test says so. */
export type MovableClock = { now(): number; advance(ms: number): void }

/** The real service on a port of its own, with a client for its application demo. */
export type Running = Service & {
  database: TestDatabase
  clock: MovableClock
  url: string
  /** A client with the clock of the service; a key with all rights unless told otherwise. */
  client(options?: Partial<ThumbturnOptions>): Thumbturn
  /** The text of an API key. */
  key(...scopes: string[]): Promise<string>
  /** Every call that came over the wire, as `GET /path`. */
  calls: string[]
}

export const allScopes = [
  'passkey:read',
  'passkey:write',
  'profile:read',
  'profile:write',
  'reg:write',
  'auth:write',
  'user:read',
  'user:write',
  'external:verify',
]

/** Where the tokens of the tests say that they come from: the harness fixes the address, the port is free. */
export const issuer = `${origin}/apps/demo`

// A machine that is busy with other tests must not look like a service that is down.
const usual = { appId: 'demo', issuer, timeout: 60_000 }

export async function startRunning(more: { limits?: LimitOptions; ahead?: number } = {}): Promise<Running> {
  let moved = more.ahead ?? 0
  const clock = {
    now: () => Date.now() + moved,
    monotonic: () => performance.now() + moved,
    advance: (ms: number) => {
      moved += ms
    },
    set: (byMs: number) => {
      moved += byMs
    },
  }
  const database = await freshSqlite()
  const service = await startService({ databaseUrl: database.url, clock, limits: more.limits })
  const calls: string[] = []
  service.server.server.on('request', ({ method, url }) => calls.push(`${method} ${url}`))
  const url = await service.server.listen({ host: 'localhost', port: 0 })
  const address = `http://localhost:${new URL(url).port}`
  const { text } = await apiKey(service, allScopes)
  const client = (options: Partial<ThumbturnOptions> = {}) =>
    createThumbturn({ ...usual, baseUrl: address, apiKey: text, now: clock.now, ...options })
  return {
    ...service,
    database,
    clock,
    url: address,
    client,
    calls,
    key: async (...scopes) => (await apiKey(service, scopes)).text,
    async close() {
      await service.close()
      await database.drop()
    },
  }
}

/** One service for the tests of a file; `prepare` is done once it runs. */
export function useRunning(prepare: (running: Running) => Promise<void> = async () => {}): () => Running {
  let running: Running | undefined
  before(async () => {
    running = await startRunning()
    await prepare(running)
  })
  after(() => running?.close())
  return () => running!
}

async function opened(listener: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}` }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A server that is no Thumbturn, until the test is over; its address. */
export async function listening(t: TestContext, listener: RequestListener): Promise<string> {
  const { server, address } = await opened(listener)
  t.after(() => closed(server))
  return address
}

/** An address that nobody listens at. */
export async function closedPort(): Promise<string> {
  const { server, address } = await opened(() => {})
  await closed(server)
  return address
}

/** Whatever the client says when it refuses. */
export async function catchError(promise: Promise<unknown>): Promise<Error & { code: string; status?: number }> {
  const error = await promise.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (error instanceof Error && 'code' in error) return error as Error & { code: string }
  throw new Error(`Not refused, or by something else: ${String(error)}`)
}
