import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { strict } from '@thumbturn/service-harness/public-calls.ts'
import { origin, type Service } from '@thumbturn/service-harness/service.ts'
import { connectTo, type TimedConnection } from '@thumbturn/service-harness/timing/connection.ts'
import {
  addPairs,
  compareTimes,
  createTimes,
  isUnlikelyChance,
  listQuestions,
  revealsUsers,
  signUpKnownUsers,
  type TimingComparison,
} from '@thumbturn/service-harness/timing/measure.ts'
import { install, type Plan } from '../common/installation.ts'
import { type Figures, type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'

/** Pairs of calls of each question in a round; the first round only warms the service up. */
const pairsPerRound = 50

/** Compares the times of calls about known and about unknown users, of everything that an unauthenticated caller can ask. */
export async function runEnumeration(plan: Plan, order: Order, pairs = pairsPerRound): Promise<Findings> {
  const installation = await install(plan)
  const [node] = installation.nodes
  await node!.start()
  const pilot = await installation.openPilot()
  const connection = connectTo(node!.url)
  try {
    await signUpKnownUsers(connection.client, origin)
    await requireStrictness(pilot)
    return await measureRounds(connection, order, pairs)
  } finally {
    connection.close()
    await pilot.close()
    await installation.close()
  }
}

/** Nodes read settings within a second. */
async function requireStrictness({ core, application }: Service) {
  await changeApplication(core, application, { settings: strict })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}

async function measureRounds(connection: TimedConnection, order: Order, pairs: number): Promise<Findings> {
  const questions = listQuestions().map(([name, question]) => ({ name, question, times: createTimes() }))
  for (const { question } of questions) await addPairs(connection, question, { pairs, times: createTimes() })
  let rounds = 0
  while (goesOn(order, { rounds, violations: [] })) {
    for (const { question, times } of questions) await addPairs(connection, question, { pairs, times })
    rounds++
    order.progress(`${rounds * pairs} pairs of ${questions.length} questions`)
  }
  if (rounds === 0) return { rounds, figures: {}, violations: [] }
  const compared = questions.map(({ name, times }) => ({ name, ...compareTimes(times) }))
  return { rounds, figures: collectFigures(compared, rounds * pairs), violations: describeDifferences(compared) }
}

type NamedComparison = TimingComparison & { name: string }

const difference = ({ known, unknown }: TimingComparison) => known - unknown

function collectFigures(compared: readonly NamedComparison[], pairsOfEach: number): Figures {
  const unlikely = compared.filter(isUnlikelyChance).map((measured) => Math.abs(difference(measured)))
  return {
    questions: compared.length,
    pairsOfEach,
    calls: 2 * pairsOfEach * compared.length,
    largestClearDifferenceMicros: Math.round(Math.max(0, ...unlikely)),
    clearDifferences: unlikely.length,
  }
}

const describeDifferences = (compared: readonly NamedComparison[]): string[] =>
  compared
    .filter(revealsUsers)
    .map(
      (measured) =>
        `${measured.name}: a known user takes ${difference(measured).toFixed(1)} µs more (p = ${measured.p.toExponential(1)})`,
    )

const variant = (engine: Plan['engine']) => ({ engine, nodes: 1 })

export const enumeration: Torture = {
  target: 'T-12',
  summary: 'compares the times of calls about known and unknown users',
  variants: [variant('sqlite'), variant('postgres')],
  rounds: 40,
  plan: {},
  controls: [
    {
      ...variant('sqlite'),
      without: 'equal work for known and unknown users (200 µs more for known ones at the start of a sign-in)',
      plan: { startFile: 'slow-known-users' },
    },
  ],
  run: (plan, order) => runEnumeration(plan, order),
}
