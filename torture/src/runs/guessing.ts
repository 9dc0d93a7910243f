import { randomBytes } from 'node:crypto'
import { signUpUserWithContacts } from '@thumbturn/service-harness/codes.ts'
import { type FreshDatabase, freshSqlite, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { clockAt, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { newName } from '@thumbturn/service-harness/situations.ts'
import type { Plan } from '../common/installation.ts'
import { createRandom } from '../common/random.ts'
import { openStore, type StoreDouble } from '../doubles/faulty-store.ts'
import { stopCounting } from '../doubles/uncounted-attempts.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { createMethod, methodNames } from './guessing/methods.ts'
import { type Nodes, runSchedule, type Totals } from './guessing/schedule.ts'

/** As many as use one database. */
const schedulesPerDatabase = 30

/** Runs schedules of guessing, one after the other, on two nodes in this process. */
export async function runGuessing(plan: Plan, order: Order): Promise<Findings> {
  const server = plan.engine === 'postgres' ? await privatePostgres() : undefined
  const state = { rounds: 0, violations: [] as string[] }
  const totals: Totals = { guesses: 0, counted: 0, reissues: 0, restarts: 0, locks: 0, ...noMaxima }
  try {
    while (goesOn(order, state))
      await runOnDatabase({ plan, order, state, totals, fresh: server?.fresh ?? freshSqlite })
  } finally {
    await server?.stop()
  }
  const { mostPerCode, mostPerMethod, chancePerMillion, ...counts } = totals
  return { ...state, figures: { schedules: state.rounds, ...counts, mostPerCode, mostPerMethod, chancePerMillion } }
}

const noMaxima = { mostPerCode: 0, mostPerMethod: 0, chancePerMillion: 0 }

type Run = {
  plan: Plan
  order: Order
  state: { rounds: number; violations: string[] }
  totals: Totals
  fresh: FreshDatabase
}

async function runOnDatabase({ plan, order, state, totals, fresh }: Run) {
  const database = await fresh()
  const nodes = await startNodes(database.url, plan.storeDouble)
  try {
    const backend = await gen1Backend(nodes.services[0]!)
    for (let count = 0; count < schedulesPerDatabase && goesOn(order, state); count++) {
      const seed = order.seed + state.rounds
      const random = createRandom(seed)
      const name = methodNames[state.rounds % methodNames.length]!
      const victim = await signUpUserWithContacts(nodes.services[0]!, newName())
      const permanent = { ...backend, call: createCall(nodes, backend) }
      const method = await createMethod(name, victim, permanent)
      const found: string[] = []
      await runSchedule({ random, nodes, victim, name, method, totals, violations: found })
      state.violations.push(...found.map((violation) => `seed ${seed}, ${violation}`))
      state.rounds++
      order.progress(`${state.rounds} schedules, ${totals.guesses} guesses`)
    }
  } finally {
    for (const service of nodes.services) await service.close()
    await database.drop()
  }
}

type Backend = Awaited<ReturnType<typeof gen1Backend>>

/** The calls of a backend, whose node may have been restarted since. */
const createCall =
  ({ services }: Nodes, { token, client_id }: Backend): Backend['call'] =>
  (signed, path, body = {}) =>
    services[0]!.ask('POST', `/${path}`, {
      token: token(signed),
      body: { client_id, ...body },
    })

async function startNodes(databaseUrl: string, double: StoreDouble | undefined): Promise<Nodes> {
  const [secret, clock] = [randomBytes(32), clockAt()]
  const start = async (): Promise<Service> => {
    const store = await openStore(databaseUrl)
    return startService({
      databaseUrl,
      secret,
      clock,
      store: double === 'counting attempts' ? stopCounting(store) : store,
    })
  }
  const services = [await start(), await start()]
  return {
    services,
    async restart(index) {
      await services[index]!.close()
      services[index] = await start()
    },
  }
}

export const guessing: Torture = {
  target: 'T-11',
  summary: 'guesses codes and credentials until their methods are locked',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 500,
  plan: {},
  controls: [{ engine: 'sqlite', nodes: 2, without: 'counting attempts', plan: { storeDouble: 'counting attempts' } }],
  run: runGuessing,
}
