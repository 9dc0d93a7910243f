import type { TcpProxy } from '@thumbturn/service-harness/tcp-proxy.ts'
import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import { addFailure, arrive, createTally, listFailures, signInOnce, type Tally } from '../common/arrivals.ts'
import { measureCapacity } from '../common/capacity.ts'
import { createCrowd } from '../common/crowd.ts'
import { watchGenerator } from '../common/generator-delay.ts'
import { install, type Plan } from '../common/installation.ts'
import { prepareStage, type Stage } from '../common/stage.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { createAttackers } from './overload/attackers.ts'
import { readMemory } from './overload/memory.ts'
import { findUnreadiness, watchReadiness } from './overload/readiness.ts'
import { recover } from './overload/recovery.ts'

/** T-8. On PostgreSQL, the node has two connections instead of ten. */
export const overload: Torture = {
  target: 'T-8',
  summary: 'gives a node four times its capacity, and slows down its database',
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 1 },
  ],
  rounds: 1,
  needsDisk: true,
  plan: { startFile: 'two-connections', throughProxy: true },
  controls: [
    {
      engine: 'sqlite',
      nodes: 1,
      without: 'load shedding',
      plan: { startFile: 'two-connections', environment: { OVERLOAD_WAIT_MS: '0' } },
    },
  ],
  run: (plan, order) => runOverload(plan, order),
}

/** How long each part of a round takes, and how much the node gets. */
export type Measures = {
  capacityMs: number
  surgeMs: number
  otherMs: number
  idleSockets: number
  slowBodies: number
  longestRecoveryMs: number
  /** Whether times, and what depends on them, are judged; a short run on a busy machine says nothing about them. */
  judgesTimes: boolean
}

/** As the target says. */
export const longMeasures: Measures = {
  capacityMs: 8_000,
  surgeMs: 60_000,
  otherMs: 10_000,
  idleSockets: 2_000,
  slowBodies: 200,
  longestRecoveryMs: 15_000,
  judgesTimes: true,
}

/** Connections at the same time at most. Users who find none wait for one, as those behind a proxy do. */
const mostWaiting = 4_000
/** The share of the surge that must arrive: the rest can be due in its last moments. */
const leastShare = 0.98
/** How much more than its capacity a node gets. */
const surplus = 4
/** From this on, a time is a violation on any machine; the target has stricter limits. */
const longestMs = 2_500

/** By which the share of rejected calls of a small sample can differ by chance. */
const chance = 0.1

type State = {
  rounds: number
  violations: string[]
  capacities: number[]
  admitted: number[]
  rejected: number[]
  besides: number[]
  recoveries: number[]
  probes: number[]
  generatorDelays: number[]
  /** Of the calls of each surge, those that arrived. */
  shares: number[]
  peakMb: number
  counts: Record<string, number>
}

/**
 * Overloads one node in different ways, and checks after each that it rejected what it couldn't do, stayed truthful about its
 * readiness, and recovered.
 */
export async function runOverload(plan: Plan, order: Order, measures = longMeasures): Promise<Findings> {
  const installation = await install({ ...plan, shedsLoad: true })
  for (const node of installation.nodes) await node.start()
  try {
    const stage = await prepareStage(installation)
    const state = createState()
    while (goesOn(order, state)) {
      await playRound({ stage, state, order, measures, proxy: installation.proxy })
      state.violations.push(...stage.node.takeComplaints())
      state.rounds++
      order.progress(`${state.rounds} rounds, ${state.counts.offered} sign-ins offered`)
    }
    await stage.close()
    return { rounds: state.rounds, violations: state.violations, figures: collectFigures(state) }
  } finally {
    await installation.close()
  }
}

const createState = (): State => ({
  rounds: 0,
  violations: [],
  capacities: [],
  admitted: [],
  rejected: [],
  besides: [],
  recoveries: [],
  probes: [],
  generatorDelays: [],
  shares: [],
  peakMb: 0,
  counts: { offered: 0, rejectedStarts: 0, rejectedCompletions: 0, surgeSeconds: 0, slowSeconds: 0, passwords: 0 },
})

type Round = { stage: Stage; state: State; order: Order; measures: Measures; proxy: TcpProxy | undefined }

async function playRound(round: Round) {
  const { stage, state, measures } = round
  const capacity = await measureCapacity(stage, measures.capacityMs)
  state.capacities.push(capacity)
  await surge(round, capacity * surplus)
  const quarter = capacity / 4
  await besides(round, quarter, 'passwords')
  await besides(round, quarter, 'sockets')
  if (round.proxy) await slowDown(round, round.proxy)
  state.peakMb = Math.max(state.peakMb, readMemory(stage.node.pid()).peakMb)
}

/** More sign-ins than the node can respond to, with some passwords and reports among them. */
async function surge(round: Round, perSecond: number) {
  const { stage, state, order, measures } = round
  const crowd = createCrowd(stage.node.url, mostWaiting)
  const attackers = createAttackers(stage, crowd)
  const [signIns, others] = [createTally(), createTally()]
  await crowd.gather()
  const until = performance.now() + measures.surgeMs
  const readiness = watchReadiness(stage.node.url)
  const generator = watchGenerator()
  const share = await arrive(
    { perSecond, until: () => performance.now() > until || order.signal.aborted, hasRoom: crowd.hasRoom },
    (number) => (number % 20 === 0 ? attackers.attackOnce(others) : signInOnce(crowd, stage.visit(), signIns)),
  )
  const ended = performance.now()
  state.generatorDelays.push(generator.stop())
  const probes = await readiness.stop()
  crowd.close()
  state.violations.push(...listFailures(signIns), ...listFailures(others))
  if (signIns.latencies.length === 0) state.violations.push('no sign-in succeeded')
  if (measures.judgesTimes)
    state.violations.push(...findUnreadiness(probes, 'under load'), ...judgeSurge(signIns, others, share))
  state.admitted = state.admitted.concat(signIns.latencies)
  state.rejected = state.rejected.concat(signIns.rejectionLatencies)
  state.shares.push(share)
  state.probes.push(...probes.map(({ ms }) => ms))
  state.counts.surgeSeconds! += measures.surgeMs / 1_000
  count(state, signIns)
  await untilRecovered(round, ended)
}

/** `share`: of the calls that were due, those that could start. */
export function judgeSurge(signIns: Tally, others: Tally, share: number): string[] {
  const { offered, rejected, rejectionLatencies, unsent, latencies } = signIns
  const violations: string[] = []
  const p99 = findPercentile(latencies, 0.99)
  if (p99 > longestMs) violations.push(`one of 100 admitted sign-ins took longer than ${Math.round(p99)} ms`)
  const rejectionP99 = findPercentile(rejectionLatencies, 0.99)
  if (rejectionP99 > longestMs)
    violations.push(`one of 100 rejected sign-ins took longer than ${Math.round(rejectionP99)} ms`)
  if (share < leastShare)
    violations.push(`only ${(surplus * share).toFixed(1)} times its capacity arrived, as ${mostWaiting} users waited`)
  if (unsent > offered / 100) violations.push(`${unsent} of ${offered} users could not complete their sign-in`)
  if (latencies.length < offered / 50) violations.push(`only ${latencies.length} of ${offered} sign-ins succeeded`)
  const [sent, otherSent] = [offered - unsent, others.offered - others.unsent]
  if (otherSent >= 100 && rejected / sent > others.rejected / otherSent + chance)
    violations.push(`${rejected} of ${sent} sign-ins were rejected, but ${others.rejected} of ${otherSent} others`)
  return violations
}

/** A quarter of the sign-ins that the node can do, during something that must not delay them. */
async function besides({ stage, state, order, measures }: Round, perSecond: number, what: 'passwords' | 'sockets') {
  const crowd = createCrowd(stage.node.url, mostWaiting)
  const attacking = createCrowd(stage.node.url, 64)
  const attackers = createAttackers(stage, attacking)
  const [signIns, passwords] = [createTally(), createTally()]
  const until = performance.now() + measures.otherMs
  const isOver = () => performance.now() > until || order.signal.aborted
  const held = what === 'sockets' ? await attackers.holdSockets(measures) : undefined
  const flood = what === 'passwords' ? attackers.floodPasswords(passwords, isOver) : undefined
  await arrive({ perSecond, until: isOver }, () => signInOnce(crowd, stage.visit(), signIns))
  await flood
  held?.close()
  attacking.close()
  crowd.close()
  state.violations.push(...listFailures(signIns), ...listFailures(passwords))
  if (measures.judgesTimes && signIns.rejected > signIns.offered / 100)
    state.violations.push(`${signIns.rejected} of ${signIns.offered} sign-ins were rejected during ${what}`)
  state.besides = state.besides.concat(signIns.latencies)
  state.counts.passwords! += passwords.offered
  count(state, signIns)
}

/** A database that takes a second for each query: calls get 503, the node isn't ready, and it recovers. */
async function slowDown(round: Round, proxy: TcpProxy) {
  const { stage, state, order, measures } = round
  const crowd = createCrowd(stage.node.url, mostWaiting)
  const signIns = createTally()
  const until = performance.now() + measures.otherMs
  const readiness = watchReadiness(stage.node.url)
  proxy.delay(1_000)
  await arrive({ perSecond: 50, until: () => performance.now() > until || order.signal.aborted }, () =>
    signInOnce(crowd, stage.visit(), signIns),
  )
  const probes = await readiness.stop()
  proxy.restore()
  const ended = performance.now()
  crowd.close()
  if (probes.every(({ status }) => status !== 503)) addFailure(signIns, '/ready was 200 while each query took a second')
  if (signIns.rejected + signIns.rejectedLate === 0)
    addFailure(signIns, 'no sign-in was rejected while each query took a second')
  state.violations.push(...listFailures(signIns))
  state.counts.slowSeconds! += measures.otherMs / 1_000
  count(state, signIns)
  await untilRecovered(round, ended)
}

async function untilRecovered({ stage, state, measures }: Round, since: number) {
  const { ms, violations } = await recover(
    { url: stage.node.url, visit: stage.visit },
    since,
    measures.longestRecoveryMs,
  )
  state.violations.push(...violations)
  state.recoveries.push(ms)
}

function count({ counts }: State, { offered, rejected, rejectedLate }: Tally) {
  counts.offered! += offered
  counts.rejectedStarts! += rejected
  counts.rejectedCompletions! += rejectedLate
}

const round = Math.round

function collectFigures(state: State) {
  const { capacities, admitted, besides, recoveries, probes, generatorDelays, peakMb, counts } = state
  const figures = {
    capacityPerSecond: round(Math.min(...capacities)),
    admittedPerSecond: round(admitted.length / counts.surgeSeconds!),
    admittedP99Ms: round(findPercentile(admitted, 0.99)),
    ...(state.rejected.length > 0 && { rejectedP99Ms: round(findPercentile(state.rejected, 0.99)) }),
    surgePercent: round(100 * Math.min(...state.shares)),
    duringAttacksP99Ms: round(findPercentile(besides, 0.99)),
    recoveryMaximumMs: round(Math.max(...recoveries)),
    slowestProbeMs: round(Math.max(...probes)),
    generatorDelayMaximumMs: round(Math.max(...generatorDelays)),
    memoryPeakMb: peakMb,
  }
  return { ...figures, ...counts }
}
