import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { fakeClock } from '@thumbturn/service-harness/faketime.ts'
import { programPath } from '@thumbturn/service-harness/program-path.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { call } from './call.ts'
import { type Ground, startGround } from './field.ts'
import { type Installation, install, type Plan } from './installation.ts'
import { readMemory } from './memory.ts'
import type { Random } from './random.ts'
import { hideBehind, restartBehind } from './rolling.ts'
import { type Findings, goesOn, type Order } from './run.ts'
import { createAdminKey } from './stage.ts'
import { countRows, findGrowingTables, type RowCounts } from './table-sizes.ts'

/** Half of what keeps both processors busy. */
const clients = 16
/** How long the load runs undisturbed in a round. */
const roundMs = 10_000
/** Steps of the clock stay within this many seconds. */
const longestStepSeconds = 30
/** Memory and tables count from here on: until then, code is compiled, and what expires hasn't expired yet. */
const warmUpMinutes = { memory: 0.5, tables: 30 }
/** A growth that is a violation on any machine. */
const mostGrowthMb = 100

type State = {
  rounds: number
  violations: string[]
  actions: Record<string, number>
  memory: number[]
  rows: RowCounts[]
  begun: number
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
  const installation = await install({ ...plan, environment })
  for (const node of installation.nodes) await node.start()
  const balancer = await startBalancer(installation.nodes)
  const state: State = {
    ...{ rounds: 0, violations: [], actions: {}, memory: [], rows: [], begun: performance.now() },
  }
  try {
    for (const node of installation.nodes) await balancer.untilKnown(node, true)
    const adminKey = await createAdminKey(installation)
    const nodes = [hideBehind(balancer, installation.nodes)]
    const ground = await startGround({ ...installation, nodes }, order, clients)
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
  if (minutes > warmUpMinutes.memory) state.memory.push(readMemory(installation.nodes[0]!.pid()).nowMb)
  if (minutes > warmUpMinutes.tables) state.rows.push(await countRows(installation))
  if (measureGrowth(state) > mostGrowthMb) state.violations.push(`the memory has grown by ${measureGrowth(state)} MB`)
  state.violations.push(...findGrowingTables(state.rows))
  state.rounds++
  order.progress(
    `${ground.load.operations()} operations, ${state.memory.at(-1) ?? 0} MB, ${JSON.stringify(state.actions)}`,
  )
}

/** What happens beside the load, by the name of its count. */
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

/** The difference between the lowest values of the last and of the first quarter. */
function measureGrowth({ memory }: State): number {
  const part = Math.ceil(memory.length / 4)
  return memory.length < 4 ? 0 : Math.max(0, Math.min(...memory.slice(-part)) - Math.min(...memory.slice(0, part)))
}

function collectFigures(state: State, { load, field: { tally } }: Ground) {
  const requests = Object.values(tally).reduce((sum, count) => sum + count, 0)
  const failed = Object.entries(tally).reduce((sum, [status, n]) => (Number(status) < 500 ? sum : sum + n), 0)
  return {
    minutes: Math.round((performance.now() - state.begun) / 60_000),
    operations: load.operations(),
    requests,
    failedRequests: failed,
    failedPerMillion: Math.round((failed / Math.max(1, requests)) * 1e6),
    memoryGrowthMb: measureGrowth(state),
    memoryMb: state.memory.at(-1) ?? 0,
    ...state.actions,
  }
}
