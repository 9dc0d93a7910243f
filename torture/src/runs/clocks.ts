import { setTimeout as pause } from 'node:timers/promises'
import type { Plan } from '../common/installation.ts'
import { isReady } from '../common/nodes.ts'
import { createRandom } from '../common/random.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { checkCommands } from './clocks/commands.ts'
import { checkLimit, limitsTimes } from './clocks/limit.ts'
import { probeAll, replayAll, revokeAll } from './clocks/replay.ts'
import { type Counts, openScene, type Scene, step } from './clocks/scene.ts'
import { prepareAll, useAll } from './clocks/use.ts'

/** T-16. */
export const clocks: Torture = {
  target: 'T-16',
  summary: 'sets the clocks of nodes ahead and back, and starts them on unusual dates',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 6,
  plan: { environment: { RATE_LIMITS: String(limitsTimes), RATE_LIMIT_STORE: 'database' } },
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'counting what expired behind the watermark as spent',
      plan: { startFile: 'ignored-watermark' },
    },
  ],
  run: (plan, order) => runClocks(plan, order),
}

/** When nodes start: shortly before clocks show something unusual. Each seed takes the next. */
const starts = [
  Date.UTC(2027, 2, 14, 12),
  Date.UTC(2028, 1, 28, 23, 59, 30),
  Date.UTC(2028, 1, 29, 23, 59, 30),
  // 2^31 seconds since 1970 end 14 minutes past three.
  Date.UTC(2038, 0, 19, 3, 13, 30),
  Date.UTC(3024, 1, 28, 23, 59, 30),
]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const skewMs = 90_000
/** How many operations of the load come before an excursion. */
const fewOperations = 10
/** So long a clock is an hour ahead: records of the sessions from before could be forgotten, and these haven't ended. */
const excursion = { passes: 14, passMs: 45_000 }

/** Runs nodes whose clocks differ, and are set ahead and back, and judges whatever ends by the clock. */
export async function runClocks(plan: Plan, order: Order, stages = everyStage): Promise<Findings> {
  const violations: string[] = []
  const counts: Counts = {
    steps: 0,
    prepared: 0,
    accepted: 0,
    rejected: 0,
    either: 0,
    replays: 0,
    revocations: 0,
    limits: 0,
    operations: 0,
  }
  const state = { rounds: 0, violations }
  while (goesOn(order, state)) {
    const seed = order.seed + state.rounds
    const start = starts[seed % starts.length]!
    const found: string[] = []
    await playRound({ plan, start, seed, counts, stages, blame: (violation) => found.push(violation) })
    violations.push(...found.map((violation) => `seed ${seed}, from ${new Date(start).toISOString()}: ${violation}`))
    state.rounds++
    order.progress(`${state.rounds} rounds, ${JSON.stringify(counts)}`)
  }
  return { ...state, figures: collectFigures(state.rounds, counts) }
}

type Round = {
  plan: Plan
  start: number
  seed: number
  counts: Counts
  stages: readonly Stage[]
  blame(violation: string): void
}

async function playRound({ plan, start, seed, counts, stages, blame }: Round) {
  const random = createRandom(seed)
  const skews = Array.from({ length: plan.nodes }, (_, node) => (node === 0 ? 0 : random.pick([-skewMs, skewMs])))
  const aheadMs = random.pick([0, hourMs])
  const scene = await openScene({ plan, start, skews, random, counts, blame }, aheadMs)
  try {
    await scene.clocks.pass(minuteMs)
    step(scene, 0)
    for (const stage of stages) await stagesByName[stage](scene)
    for (const { name, url } of scene.installation.nodes) if (!(await isReady(url))) blame(`${name} is not ready`)
  } catch (error) {
    blame(`unexpected: ${(error as Error).stack}`)
  } finally {
    await scene.close()
  }
}

/** The stages of a round, in this order. */
const stagesByName = {
  commands: checkCommands,
  lifetimes: async (scene: Scene) => useAll(scene, await prepareAll(scene)),
  /** Nothing is used twice after the clocks were ahead for some minutes, and what begins then lives as long as ever. */
  excursion: async (scene: Scene) => {
    await untilSpent(scene)
    await stayAhead(scene)
    await replayAll(scene)
  },
  lifetimesBehind: async (scene: Scene) => useAll(scene, await prepareAll(scene)),
  revocations: async (scene: Scene) => {
    const revoked = await revokeAll(scene)
    for (const ms of [hourMs, -hourMs, 0]) {
      step(scene, ms)
      await probeAll(scene, revoked)
      await replayAll(scene)
    }
  },
  limits: checkLimit,
} satisfies Record<string, (scene: Scene) => Promise<void>>

type Stage = keyof typeof stagesByName
const everyStage = Object.keys(stagesByName) as Stage[]

/** Lets the load complete some calls, for as long as a busy machine may need. */
async function untilSpent({ load }: Scene) {
  const least = load.operations() + fewOperations
  for (const end = performance.now() + minuteMs; load.operations() < least && performance.now() < end; ) await pause(20)
}

/** All clocks are an hour ahead for some minutes, in which nodes do what they do every minute. */
async function stayAhead(scene: Scene) {
  step(scene, hourMs)
  for (let passed = 0; passed < excursion.passes; passed++) await scene.clocks.pass(excursion.passMs)
  step(scene, 0)
}

const collectFigures = (rounds: number, { accepted, rejected, either, ...counts }: Counts) => ({
  startDates: Math.min(rounds, starts.length),
  ...counts,
  usesBeforeTheEnd: accepted,
  usesAfterTheEnd: rejected,
  usesNotJudged: either,
})
