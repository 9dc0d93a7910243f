import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fakeClock } from '@thumbturn/service-harness/faketime.ts'
import { programPath } from '@thumbturn/service-harness/program-path.ts'
import { type Balancer, startBalancer } from '../common/balancer.ts'
import { call } from '../common/call.ts'
import { type Ground, startGround } from '../common/field.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import type { UsedMemory } from '../common/nodes.ts'
import type { Random } from '../common/random.ts'
import { createAdminKey } from '../common/stage.ts'
import { boundRise, measureRise, predictRise } from '../common/trend.ts'
import { type Findings, goesOn, type Order } from '../run.ts'
import type { Torture } from '../torture.ts'
import { hideBehind, restartBehind } from './rolling.ts'
import { findGrowth, measureSizes, type Sizes, sumBytes } from './soak/table-sizes.ts'

/** T-22. */
export const soak: Torture = {
  target: 'T-22',
  summary: 'runs two nodes for an hour with rotations, restarts, backups, and clock steps',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 100_000,
  minutes: 62,
  needsDisk: true,
  plan: { settings: { crossAuthMethods: ['otp'] } },
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'freeing memory (each credential leaks 8 kB)',
      plan: { startFile: 'memory-leak' },
    },
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'deleting what has expired',
      plan: { startFile: 'no-upkeep' },
    },
  ],
  run: (plan, order) => runSoak(plan, order),
}

/** Enough to keep the nodes busy, whatever the machine. */
const clients = 32
/** How long the capacity is measured; at first, code is compiled. */
const measuringMs = { warmUp: 10_000, measured: 20_000 }
/** The part of the capacity that the load uses. */
const share = 0.5
/** How long the load runs undisturbed in a round. */
const roundMs = 10_000
/** Steps of the clock stay within this many seconds, so that none from one end to the other expires what is in use. */
const longestStepSeconds = 20
/**
 * Memory and tables count from here on: until then, code is compiled, and what expires hasn't expired yet. Spent sessions
 * are deleted four minutes after they expire, at the latest (core/watermark.ts).
 */
const warmUpMinutes = 6
/** Of ceremonies and codes: what expires must do so during the warm-up. */
const lifetimes = { ceremonySeconds: 60, otpSeconds: 60 }
/** From 64 MB on, a thread copies the log of SQLite (storage/engine/sqlite-checkpoints.ts): its 17 MB aren't growth. */
const sqliteMb = 70
/** In an hour for the resident memory, and in two for what is used, which varies so little that an hour predicts them. */
const mostGrowthMb = { resident: 25, used: 50 }
/** The rounds of two hours. */
const allRounds = 600

type State = {
  rounds: number
  violations: string[]
  actions: Record<string, number>
  memory: UsedMemory[]
  sizes: Sizes[]
  begun: number
  /** Operations per second. */
  capacity: number
  /** Operations until the capacity was known. */
  operationsBefore: number
}

type Scene = {
  installation: Installation
  balancer: Balancer
  ground: Ground
  adminKey: string
  clock: ReturnType<typeof fakeClock>
  folder: string
}

/** Runs two nodes for a long time under load while keys are rotated, a node restarts, backups are made, and the clock is set. */
export async function runSoak(plan: Plan, order: Order): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-soak-'))
  const clock = fakeClock(folder)
  const environment = { STOP_DELAY_MS: '1500', ...clock.settings, ...plan.environment }
  const installation = await install({ ...plan, environment, settings: { ...plan.settings, ...lifetimes } })
  if (plan.engine === 'sqlite') await fillDatabase(installation)
  for (const node of installation.nodes) await node.start()
  const balancer = await startBalancer(installation.nodes)
  const state: State = {
    rounds: 0,
    violations: [],
    actions: {},
    memory: [],
    sizes: [],
    begun: performance.now(),
    capacity: 0,
    operationsBefore: 0,
  }
  try {
    for (const node of installation.nodes) await balancer.untilKnown(node, true)
    const adminKey = await createAdminKey(installation)
    const nodes = [hideBehind(balancer, installation.nodes)]
    const ground = await startGround({ ...installation, nodes }, order, clients)
    state.capacity = await measureCapacity(ground)
    ground.load.setPace(state.capacity * share)
    state.begun = performance.now()
    state.operationsBefore = ground.load.operations()
    const scene: Scene = { installation, balancer, ground, adminKey, clock, folder }
    while (goesOn(order, state)) await playRound(state, scene, order)
    await ground.close()
    return { rounds: state.rounds, violations: state.violations, figures: collectFigures(state, ground) }
  } finally {
    await balancer.close()
    await installation.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds history, so that the thread runs from the start. */
async function fillDatabase({ database }: Installation) {
  await database.query(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sqliteMb})
     insert into audit_entries (id, at, actor_kind, actor_id, actor_name, action, after)
     select printf('filler-%d', n), ${Date.now()}, 'system', '-', '-', 'filler', hex(zeroblob(${2 ** 19})) from numbers`,
  )
}

/** Operations per second of clients who never pause. */
async function measureCapacity({ load }: Ground): Promise<number> {
  load.setPace(Number.POSITIVE_INFINITY)
  await pause(measuringMs.warmUp)
  const before = load.operations()
  await pause(measuringMs.measured)
  return Math.max(1, ((load.operations() - before) * 1_000) / measuringMs.measured)
}

async function playRound(state: State, scene: Scene, order: Order) {
  const { ground, installation } = scene
  await pause(roundMs)
  const names = Object.keys(actions).filter((name) => name !== 'backups' || installation.engine === 'sqlite')
  const name = ground.field.random.pick(names)
  await actions[name]!(scene, ground.field.random)
  state.actions[name] = (state.actions[name] ?? 0) + 1
  await ground.check()
  state.violations.push(...ground.field.violations)
  // The first node never restarts, so that its memory can grow.
  const minutes = (performance.now() - state.begun) / 60_000
  if (minutes > warmUpMinutes) {
    state.memory.push(await installation.nodes[0]!.measureMemory())
    state.sizes.push(await measureSizes(installation))
  }
  state.violations.push(...findMemoryGrowth(state), ...findGrowth(state.sizes))
  state.rounds++
  order.progress(
    `${ground.load.operations()} operations, ${state.memory.at(-1)?.usedMb ?? 0} MB, ${JSON.stringify(state.actions)}`,
  )
}

const listMeasured = ({ memory }: State, which: keyof UsedMemory) => memory.map((measured) => measured[which])

/** A leak of objects is clear after some minutes; memory of libraries shows only in the resident one, which varies more. */
function findMemoryGrowth(state: State): string[] {
  const predicted = Math.round(predictRise(listMeasured(state, 'usedMb'), allRounds))
  const grown = Math.round(measureRise(listMeasured(state, 'residentMb')))
  return [
    ...(predicted > mostGrowthMb.used ? [`the memory grows by ${predicted} MB in two hours`] : []),
    ...(grown > mostGrowthMb.resident ? [`the resident memory has grown by ${grown} MB`] : []),
  ]
}

/** The events during the load, by the name of their count. */
const actions: Readonly<Record<string, (scene: Scene, random: Random) => Promise<void>>> = {
  async rotations({ balancer, adminKey }) {
    // Rejected while the last rotation is under way.
    const path = '/admin/v1/applications/demo/signing-keys'
    const response = await call(`${balancer.url}${path}`, 'POST', { token: adminKey })
    if (response?.status !== 200 && response?.status !== 400)
      throw new Error(`a rotation failed: ${response?.status} ${response?.text}`)
  },
  async restarts({ installation, balancer }) {
    await restartBehind(installation.nodes[1]!, balancer)
  },
  async backups({ installation, folder }, random) {
    const file = join(folder, `backup-${random.between(0, 1e9)}.db`)
    await promisify(execFile)(process.execPath, [programPath, 'backup', file, '--without-key'], {
      env: installation.settings,
    })
    rmSync(file)
  },
  async clockSteps({ clock }, random) {
    clock.set(random.between(-longestStepSeconds, longestStepSeconds))
  },
}

function collectFigures(state: State, { load, field: { tally } }: Ground) {
  const requests = Object.values(tally).reduce((sum, count) => sum + count, 0)
  const failed = Object.entries(tally).reduce((sum, [status, n]) => (Number(status) < 500 ? sum : sum + n), 0)
  const minutes = (performance.now() - state.begun) / 60_000
  const [first, last] = [state.sizes[0], state.sizes.at(-1)]
  const grownBytes = first && last ? sumBytes(last) - sumBytes(first) : 0
  return {
    minutes: Math.round(minutes),
    // Those in which growth of tables and files would have been found.
    steadyMinutes: Math.max(0, Math.round(minutes - warmUpMinutes)),
    capacityPerSecond: Math.round(state.capacity),
    operationsPerSecond: Math.round((load.operations() - state.operationsBefore) / (minutes * 60)),
    operations: load.operations(),
    requests,
    failedRequests: failed,
    failedPerMillion: Math.round((failed / Math.max(1, requests)) * 1e6),
    memoryGrowthMb: Math.round(measureRise(listMeasured(state, 'residentMb'))),
    usedMemoryGrowthMb: Math.round(10 * measureRise(listMeasured(state, 'usedMb'))) / 10,
    largestGrowthMb: Math.round(boundRise(listMeasured(state, 'usedMb'), allRounds)),
    memoryMb: Math.round(state.memory.at(-1)?.residentMb ?? 0),
    tableGrowthKb: Math.round(grownBytes / 1024),
    ...state.actions,
  }
}
