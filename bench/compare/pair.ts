import type { ChildProcess } from 'node:child_process'
import type { SignInMode } from '../adapters/adapter.ts'
import type { Running } from '../contestants/contestant.ts'
import { measure } from '../load/load-process.ts'
import type { Order, Round } from '../load/round.ts'
import { readUsageWithChildren } from '../load/usage.ts'

/** A service, with a load for each mode. */
export type Side = { label: string; running: Running; loads: Partial<Record<SignInMode, ChildProcess>> }

/** Something of the commit, and the same of the working tree. */
export type Both<Value> = { base: Value; tree: Value }

export type PairOrder = Order & { mode: SignInMode }

/** The round of one service: processor time in microseconds, with that of its work afterward, such as counting events. */
export type SideRound = Pick<Round, 'count' | 'cpuEach' | 'perSecond' | 'p99' | 'rssMb' | 'errors' | 'firstError'>

/** Lets both do at least as many of a work, at the same time: a service is compiled while it runs. */
export async function warmUp({ base, tree }: Both<Side>, order: PairOrder, count: number): Promise<void> {
  const warmUpOne = async ({ label, loads }: Side) => {
    for (let done = 0; done < count; ) {
      const round = await measure(loads[order.mode]!, order)
      if (round.count === 0) throw new Error(`${order.work} of ${label} fail: ${round.firstError}`)
      done += round.count
    }
  }
  await Promise.all([warmUpOne(base), warmUpOne(tree)])
}

/** Four turns, in an order that gives neither the better place. */
const turnsOfRound = ['base', 'tree', 'tree', 'base'] as const

/** One round of both, each of whose turns lasts as long as the order says. */
export async function measurePair(pair: Both<Side>, order: PairOrder): Promise<Both<SideRound>> {
  const turns: Turn[] = []
  for (const at of turnsOfRound) turns.push(await measureTurn(pair, at, order))
  return { base: combine(turns, 'base'), tree: combine(turns, 'tree') }
}

/** `waitingSeconds`: the processor time of the other service, whose turn it wasn't. */
type Turn = { at: keyof Both<Side>; round: Round; waitingSeconds: number }

async function measureTurn(pair: Both<Side>, at: Turn['at'], { mode, ...order }: PairOrder): Promise<Turn> {
  const waiting = at === 'base' ? pair.tree : pair.base
  const before = readUsageWithChildren(waiting.running.pids).cpuSeconds
  const round = await measure(pair[at].loads[mode]!, order)
  return { at, round, waitingSeconds: readUsageWithChildren(waiting.running.pids).cpuSeconds - before }
}

function combine(turns: readonly Turn[], at: Turn['at']): SideRound {
  const own = turns.filter((turn) => turn.at === at).map(({ round }) => round)
  const waiting = turns.filter((turn) => turn.at !== at)
  const total = (figure: (round: Round) => number) => own.reduce((sum, round) => sum + figure(round), 0)
  const count = total((round) => round.count)
  const cpu = total((round) => round.cpuEach * round.count)
  const cpuWaiting = waiting.reduce((sum, { waitingSeconds }) => sum + waitingSeconds * 1e6, 0)
  return {
    count,
    cpuEach: (cpu + cpuWaiting) / count,
    perSecond: total(({ perSecond }) => perSecond) / own.length,
    p99: total(({ p99 }) => p99) / own.length,
    rssMb: own.at(-1)!.rssMb,
    errors: total(({ errors }) => errors),
    firstError: own.find(({ firstError }) => firstError !== undefined)?.firstError,
  }
}
