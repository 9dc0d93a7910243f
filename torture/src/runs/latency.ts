import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import { arrive, createTally, listFailures, signInOnce, type Tally } from '../common/arrivals.ts'
import { measureCapacity } from '../common/capacity.ts'
import { createCrowd } from '../common/crowd.ts'
import { watchGenerator } from '../common/generator-delay.ts'
import { install, type Plan } from '../common/installation.ts'
import { prepareStage, type Stage } from '../common/stage.ts'
import { type Figures, type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-21. */
export const latency: Torture = {
  target: 'T-21',
  summary: 'measures sign-ins at half of the capacity',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 3,
  needsDisk: true,
  plan: {},
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'prompt responses (each waits 30 ms)',
      plan: { startFile: 'slow-calls' },
    },
  ],
  run: (plan, order) => runLatency(plan, order),
}

/** How long each part of a round takes; times of a short run on a busy machine aren't judged. */
export type LatencyMeasures = { capacityMs: number; halfMs: number; judgesTimes: boolean }

export const longLatency: LatencyMeasures = { capacityMs: 10_000, halfMs: 60_000, judgesTimes: true }

/** Users who wait at the same time at most. */
const mostWaiting = 1_000
/** The median is a violation from this on, which a service that delays every call reaches on any machine. */
const longestMedianMs = 50

type Measurement = { capacity: number; seconds: number; tally: Tally; generatorMs: number }

/** Measures how many sign-ins a node can do, and then how long they take while half as many arrive at a constant rate. */
export async function runLatency(plan: Plan, order: Order, measures = longLatency): Promise<Findings> {
  const installation = await install({ ...plan, shedsLoad: true })
  for (const node of installation.nodes) await node.start()
  try {
    const stage = await prepareStage(installation)
    const state = { rounds: 0, violations: [] as string[] }
    const measured: Measurement[] = []
    while (goesOn(order, state)) {
      const latest = await measureOnce(stage, order, measures)
      measured.push(latest)
      state.violations.push(...listFailures(latest.tally), ...stage.node.takeComplaints())
      if (measures.judgesTimes) state.violations.push(...judgeRate(latest))
      state.rounds++
      order.progress(`${state.rounds} rounds, ${latest.tally.latencies.length} sign-ins in the latest`)
    }
    await stage.close()
    const violations = [...state.violations, ...judgeMedian(measured)]
    return { rounds: state.rounds, violations, figures: collectFigures(measured) }
  } finally {
    await installation.close()
  }
}

async function measureOnce(stage: Stage, order: Order, { capacityMs, halfMs }: LatencyMeasures): Promise<Measurement> {
  const capacity = await measureCapacity(stage, capacityMs)
  const crowd = createCrowd(stage.node.url, mostWaiting)
  const tally = createTally()
  const generator = watchGenerator()
  const begun = performance.now()
  const until = () => performance.now() - begun > halfMs || order.signal.aborted
  await arrive({ perSecond: capacity / 2, until }, () => signInOnce(crowd, stage.visit(), tally))
  const seconds = (performance.now() - begun) / 1_000
  crowd.close()
  return { capacity, seconds, tally, generatorMs: generator.stop() }
}

/** At half of its capacity, a node rejects nothing. */
function judgeRate({ tally: { offered, rejected, rejectedLate, unsent } }: Measurement): string[] {
  const lost = rejected + rejectedLate + unsent
  return lost === 0 ? [] : [`${lost} of ${offered} sign-ins were rejected or not sent at half of the capacity`]
}

function judgeMedian(measured: readonly Measurement[]): string[] {
  const median = findPercentile(listLatencies(measured), 0.5)
  return median > longestMedianMs ? [`half of the sign-ins took longer than ${Math.round(median)} ms`] : []
}

const listLatencies = (measured: readonly Measurement[]) => measured.flatMap(({ tally }) => tally.latencies)

const tenths = (ms: number) => Math.round(ms * 10) / 10

function collectFigures(measured: readonly Measurement[]): Figures {
  const latencies = listLatencies(measured)
  const seconds = measured.reduce((sum, { seconds }) => sum + seconds, 0)
  return {
    capacityPerSecond: Math.round(Math.min(...measured.map(({ capacity }) => capacity))),
    signInsPerSecond: Math.round(latencies.length / seconds),
    signInMedianMs: tenths(findPercentile(latencies, 0.5)),
    signInP95Ms: tenths(findPercentile(latencies, 0.95)),
    signInP99Ms: tenths(findPercentile(latencies, 0.99)),
    generatorDelayMaximumMs: Math.max(...measured.map(({ generatorMs }) => generatorMs)),
    secondsAtHalf: Math.round(seconds),
    signIns: latencies.length,
  }
}
