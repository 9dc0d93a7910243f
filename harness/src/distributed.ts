import { distributeTables } from '@thumbturn/service/storage/distribution/distribute.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import pg from 'pg'
import type { FreshDatabase } from './databases.ts'
import type { TestDatabase } from './store-situations.ts'
import { toTestDatabase, withDatabase } from './test-database.ts'

/**
 * A distributed PostgreSQL to test with: the URL of a database on its coordinator that has the extension Citus and knows the workers, as a
 * superuser who needs no password there. Without it, tests that need one are skipped.
 */
export const { TEST_DISTRIBUTED_URL: distributedUrl } = process.env
export const noDistributed = 'TEST_DISTRIBUTED_URL names no distributed PostgreSQL'

/** The coordinator first. */
export type Server = { host: string; port: number; url: string }

export type DistributedDatabases = {
  /** With `migrated`, its tables are distributed; otherwise, it has none. */
  fresh: FreshDatabase
  servers: readonly Server[]
  stop(): Promise<void>
}

/** Databases on the coordinator, each with its counterpart on every worker. */
export async function distributedPostgres(url: string): Promise<DistributedDatabases> {
  const servers = await listServers(url)
  const pools = servers.map((server) => new pg.Pool({ connectionString: server.url, max: 1 }))
  const everywhere = (sql: string) => Promise.all(pools.map((pool) => pool.query(sql)))
  let count = 0
  let templates: Promise<unknown> | undefined
  return {
    servers,
    async fresh({ migrated = false } = {}) {
      templates ??= createTemplates(servers, everywhere)
      await templates
      const name = `test_${process.pid}_${count++}`
      await everywhere(`create database ${name} template ${migrated ? 'distributed' : 'extended'}`)
      return createDatabase(withDatabase(servers[0]!.url, name), () => dropPatiently(everywhere, name))
    },
    stop: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  }
}

async function listServers(url: string): Promise<readonly Server[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select nodename as host, nodeport as port from pg_dist_node order by groupid')
    return rows.map(({ host, port }) => {
      const server = new URL(url)
      server.hostname = host
      server.port = String(port)
      return { host, port, url: server.href }
    })
  } finally {
    await client.end()
  }
}

type Everywhere = (sql: string) => Promise<unknown>

/** A background process of the extension can connect again at any time. */
async function dropPatiently(everywhere: Everywhere, name: string): Promise<unknown> {
  const drop = () => everywhere(`drop database if exists ${name} with (force)`)
  return drop().catch(drop).catch(drop)
}

/** Shards of each table: few, so that a database is small. */
const shards = 4

/** A database with the extension, and one with distributed tables: the first of all processes creates them. */
async function createTemplates(servers: readonly Server[], everywhere: Everywhere): Promise<void> {
  const client = new pg.Client({ connectionString: servers[0]!.url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const complete = `select from pg_database where datname = 'distributed' and not datallowconn`
    if ((await client.query(complete)).rowCount === 1) return
    for (const name of ['extended', 'distributed']) await createTemplate(servers, name, everywhere)
  } finally {
    await client.end()
  }
}

async function createTemplate(servers: readonly Server[], name: string, everywhere: Everywhere): Promise<void> {
  await everywhere(`drop database if exists ${name} with (force)`)
  await everywhere(`create database ${name} template template0`)
  await everywhere(`alter database ${name} set citus.shard_count = ${shards}`)
  const url = withDatabase(servers[0]!.url, name)
  for (const server of servers) await runOn(withDatabase(server.url, name), ['create extension citus'])
  const [coordinator, ...workers] = servers
  await runOn(url, [
    `select citus_set_coordinator_host('${coordinator!.host}', ${coordinator!.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ])
  if (name === 'distributed') {
    await (await openStore(url)).close()
    await distributeTables(url, { signal: new AbortController().signal, onProgress: () => {} })
  }
  // A template can only be copied while nothing is connected to it.
  await everywhere(`alter database ${name} allow_connections false`)
  await everywhere(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
}

async function runOn(url: string, statements: readonly string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function createDatabase(url: string, drop: () => Promise<unknown>): TestDatabase {
  // Tests can join any tables.
  const own = new pg.Pool({ connectionString: url, max: 1, options: '-c citus.enable_repartition_joins=on' })
  own.on('error', () => {})
  return toTestDatabase(url, {
    query: async (sql) => (await own.query(sql)).rows,
    async drop() {
      await own.end()
      await drop()
    },
  })
}
