import { randomBytes } from 'node:crypto'
import { after, before, type TestContext } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { changeSettings } from './codes.ts'
import type { FreshDatabase } from './databases.ts'
import { clockAt, type Service, type Start, startService } from './service.ts'
import type { TestDatabase } from './store-situations.ts'

type NodeStart = Omit<Start, 'databaseUrl'>
type Settings = Partial<ApplicationSettings>

/** Two nodes of one installation, which share a database, a master key, and a clock. */
export type Nodes = { near: Service; far: Service; database: TestDatabase }

/** A service on a database of its own, until the test ends. */
export async function startAlone(t: TestContext, fresh: FreshDatabase, start: NodeStart = {}) {
  const database = await fresh({ migrated: true })
  const service = await startService({ ...start, databaseUrl: database.url })
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  return { ...service, database }
}

async function openNodes(fresh: FreshDatabase, settings: Settings, start: NodeStart = {}): Promise<Nodes> {
  const database = await fresh({ migrated: true })
  const node = { ...start, databaseUrl: database.url, secret: randomBytes(32), clock: clockAt() }
  const near = await startService(node)
  await changeSettings(near, settings)
  return { near, far: await startService(node), database }
}

async function closeNodes({ near, far, database }: Nodes) {
  for (const node of [near, far]) await node.close()
  await database.drop()
}

/** Two nodes, until the test ends. `settings`: those of the application `demo`. */
export async function startNodes(t: TestContext, fresh: FreshDatabase, settings: Settings = {}): Promise<Nodes> {
  const nodes = await openNodes(fresh, settings)
  t.after(() => closeNodes(nodes))
  return nodes
}

/** Two nodes for all tests of a suite. */
export function useNodes(fresh: FreshDatabase, settings: Settings = {}, start: NodeStart = {}): () => Nodes {
  let nodes: Nodes | undefined
  before(async () => {
    nodes = await openNodes(fresh, settings, start)
  })
  after(async () => {
    if (nodes) await closeNodes(nodes)
  })
  return () => nodes!
}
