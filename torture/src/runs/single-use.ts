import { type Race, racedSettings } from '@thumbturn/service-harness/mfa-races.ts'
import { listRaces } from '@thumbturn/service-harness/races.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import { createRemote } from '../common/remote.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-5. */
export const singleUse: Torture = {
  target: 'T-5',
  summary: 'uses every single-use value 64 times in parallel',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 500,
  // A round creates five API keys, of which an application can have 500.
  parts: 10,
  plan: { settings: racedSettings },
  controls: [
    {
      engine: 'postgres',
      nodes: 2,
      without: 'noticing that a session was spent',
      plan: { startFile: 'unguarded-spending' },
    },
  ],
  run: (plan, order) => runSingleUse(plan, order),
}

/** Parallel callers of a long run, as the target says. */
export const manyCallers = 64
/** While one race waits for a message or a hashed password, others use the nodes. */
const racesAtOnce = 4

/** Uses every single-use value by many callers at once on all nodes, and checks that exactly one succeeds. */
export async function runSingleUse(plan: Plan, order: Order, callers = manyCallers): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  const pilot = await installation.openPilot()
  try {
    const nodes = installation.nodes.map((node) => createRemote(node, pilot, installation))
    const races = listRaces(callers)
    const violations: string[] = []
    const state = { rounds: 0, violations }
    let uses = 0
    while (goesOn(order, state)) {
      const waiting = races.values()
      const runNext = async () => {
        for (const race of waiting) violations.push(...(await runRace({ race, nodes, installation }, callers)))
      }
      await Promise.all(Array.from({ length: racesAtOnce }, runNext))
      uses += races.length * callers
      violations.push(...installation.nodes.flatMap((node) => node.takeComplaints()))
      state.rounds++
      order.progress(`${state.rounds} rounds of ${races.length} values`)
    }
    const figures = {
      roundsOfEach: state.rounds,
      values: races.length,
      callers,
      uses,
      races: state.rounds * races.length,
    }
    return { ...state, figures }
  } finally {
    await pilot.close()
    await installation.close()
  }
}

type RaceOptions = { race: Race; nodes: readonly Service[]; installation: Installation }

async function runRace({ race, nodes, installation }: RaceOptions, callers: number): Promise<string[]> {
  const { use, once } = await race.begin(nodes[0]!)
  const responses = await Promise.all(Array.from({ length: callers }, (_, at) => use(nodes[at % nodes.length]!, at)))
  const won = responses.filter(({ status }) => status > 0 && status < 300).length
  const failed = responses.filter(({ status }) => status === 0 || status >= 500)
  const violations = failed.map(({ status, text }) => `one of the ${race.what} failed: ${status} ${text}`)
  if (won !== 1) violations.push(`${won} of ${callers} ${race.what} succeeded`)
  for (const query of once) {
    const rows = await installation.database.query(query)
    if (rows.length !== 1) violations.push(`the ${race.what} left ${rows.length} rows: ${query}`)
  }
  return violations
}
