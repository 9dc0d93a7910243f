import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext } from 'node:test'
import type { LimitOptions } from '@thumbturn/service/installation.ts'
import { freshSqlite } from '@thumbturn/service-harness/databases.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { createThumbturn, type Thumbturn, type ThumbturnOptions } from '../src/index.ts'

/** The machine's clock with an offset that tests can advance. */
export type MovableClock = { now(): number; advance(ms: number): void }

/** The real service on a free port, with a client for its application demo. */
export type TestService = Service & {
  database: TestDatabase
  clock: MovableClock
  url: string
  /** A client with the service's clock and, by default, a key with all scopes. */
  client(options?: Partial<ThumbturnOptions>): Thumbturn
  /** The text of an API key. */
  key(...scopes: string[]): Promise<string>
  /** Every request to the service, as `GET /path`. */
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
  'group:read',
  'group:write',
  'external:verify',
]

/** `iss` of the tokens: the harness fixes the URL, while the port is free. */
export const issuer = `${origin}/apps/demo`

// Long enough that a busy machine doesn't look like an outage.
const defaults = { appId: 'demo', issuer, timeout: 60_000 }

export async function startTestService(more: { limits?: LimitOptions; ahead?: number } = {}): Promise<TestService> {
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
    createThumbturn({ ...defaults, baseUrl: address, apiKey: text, now: clock.now, ...options })
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

/** One service for all tests of a file. `prepare` runs once the service is started. */
export function useTestService(prepare: (running: TestService) => Promise<void> = async () => {}): () => TestService {
  let running: TestService | undefined
  before(async () => {
    running = await startTestService()
    await prepare(running)
  })
  after(() => running?.close())
  return () => running!
}

async function openServer(listener: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}` }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Starts a server that isn't Thumbturn, until the test ends. Returns its URL. */
export async function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  const { server, address } = await openServer(listener)
  t.after(() => closeServer(server))
  return address
}

/** A URL without a server. */
export async function createClosedUrl(): Promise<string> {
  const { server, address } = await openServer(() => {})
  await closeServer(server)
  return address
}

/** The error that a promise rejects with. */
export async function catchError(promise: Promise<unknown>): Promise<Error & { code: string; status?: number }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error && 'code' in error) return error as Error & { code: string }
  throw new Error(`Not rejected, or without a code: ${String(error)}`)
}
