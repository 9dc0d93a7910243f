import { randomBytes } from 'node:crypto'
import { listAllowedScopes } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { changeSettings } from '@thumbturn/service-harness/codes.ts'
import { freshSqlite, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { type Clock, clockAt, origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import type { Plan } from '../common/installation.ts'
import { createRandom, type Random } from '../common/random.ts'
import { createFaultyStore, openStore, type StoreDouble } from '../doubles/faulty-store.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { compareStore } from './model/compare.ts'
import { operate } from './model/operations.ts'
import { blame, type World } from './model/world.ts'

/** Operations of each seed, as the target says. */
export const manyOperations = 10_000
const compareEvery = 500
const restartOneIn = 400

/** Runs operations with faults on a service in this process, seed after seed, and compares it with a model. */
export async function runModel(plan: Plan, order: Order, operations = manyOperations): Promise<Findings> {
  const server = plan.engine === 'postgres' ? await privatePostgres() : undefined
  const fresh = server?.fresh ?? freshSqlite
  const totals: World['counts'] = { operations: 0, faults: 0, restarts: 0, repeated: 0, rejected: 0, compared: 0 }
  const state = { rounds: 0, violations: [] as string[] }
  const begun = performance.now()
  try {
    while (goesOn(order, state)) {
      const seed = order.seed + state.rounds
      const database = await fresh()
      const world = await runSeed({ plan, order, seed, database, operations })
      await database.drop()
      for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += world.counts[name]
      if (world.violations.length > 0) state.violations = describe(world, seed)
      // A seed that was cut short by the end of the time isn't counted as one.
      if (world.counts.operations < operations && world.violations.length === 0) break
      state.rounds++
      order.progress(`${state.rounds} seeds, ${totals.operations} operations`)
    }
  } finally {
    await server?.stop()
  }
  const seconds = (performance.now() - begun) / 1000
  const perSecond = Math.round(totals.operations / seconds)
  return { ...state, figures: { seeds: state.rounds, operationsPerSecond: perSecond, ...totals } }
}

const describe = ({ violations, history, counts }: World, seed: number) => [
  ...violations.map((violation) => `seed ${seed}, operation ${counts.operations}: ${violation}`),
  `the last operations: ${history.join(', ')}`,
]

type Seed = { plan: Plan; order: Order; seed: number; database: TestDatabase; operations: number }

async function runSeed({ plan, order, seed, database, operations }: Seed): Promise<World> {
  const random = createRandom(seed)
  const start = createStart({ plan, database, random, clock: clockAt() })
  const world = await createWorld(await start(), random)
  try {
    while (world.counts.operations < operations && world.violations.length === 0 && !order.signal.aborted) {
      world.counts.operations++
      await operate(world).catch((error: unknown) => blame(world, `unexpected: ${(error as Error).stack}`))
      if (random.between(1, restartOneIn) === 1) await restart(world, start)
      if (world.counts.operations % compareEvery === 0) await compareStore(world, database, plan.engine)
    }
    if (world.violations.length === 0) await compareStore(world, database, plan.engine)
  } finally {
    await world.service.close()
  }
  return world
}

type ModelWorld = Pick<World, 'service' | 'faults'>

/** Starts the service on the same database, with the same key and clock as before. */
function createStart({
  plan,
  database,
  random,
  clock,
}: Pick<Seed, 'plan' | 'database'> & { random: Random; clock: Clock }) {
  const secret = randomBytes(32)
  return async (): Promise<ModelWorld> => {
    const faults = createFaultyStore(await openStore(database.url), random, plan.storeDouble)
    const service = await startService({ databaseUrl: database.url, store: faults.store, secret, clock })
    return { service, faults }
  }
}

async function restart(world: World, start: () => Promise<ModelWorld>) {
  await world.service.close()
  Object.assign(world, await start())
  world.counts.restarts++
}

const scopes = ['reg:write', 'user:read', 'user:write', 'passkey:read', 'passkey:write']

async function createWorld({ service, faults }: ModelWorld, random: Random): Promise<World> {
  await changeSettings(service, { crossAuthMethods: ['otp'], refreshTokens: true })
  return {
    service,
    faults,
    random,
    apiKey: (await apiKey(service, scopes)).text,
    adminKey: await createAdminKey(service),
    users: [],
    deletedUsers: [],
    deletedPasskeys: [],
    credentialIds: new Set<string>(),
    violations: [],
    history: [],
    counts: { operations: 0, faults: 0, restarts: 0, repeated: 0, rejected: 0, compared: 0 },
  }
}

async function createAdminKey(service: Service): Promise<string> {
  await ensureOwnApplication(service.core, origin)
  const own = (await service.core.applications.findFresh('thumbturn'))!
  return (await apiKey(service, [...listAllowedScopes(own)], own)).text
}

const control = (without: StoreDouble): Torture['controls'][number] => ({
  engine: 'sqlite',
  nodes: 1,
  without,
  plan: { storeDouble: without },
})

export const model: Torture = {
  target: 'T-4',
  summary: 'compares 10,000 operations of each seed with a model',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 50,
  parts: 5,
  plan: {},
  controls: [control('keeping every batch'), control('noticing that a session was spent')],
  run: (plan, order) => runModel(plan, order),
}
