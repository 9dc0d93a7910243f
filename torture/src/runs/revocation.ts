import { setTimeout as pause } from 'node:timers/promises'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { listAllowedScopes } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { inviteWith, join, owner } from '@thumbturn/service-harness/members.ts'
import { type Answer, origin, type Service } from '@thumbturn/service-harness/service.ts'
import { apiKey } from '@thumbturn/service-harness/situations.ts'
import { type Installation, install, type Plan } from '../common/installation.ts'
import { createRemote } from '../common/remote.ts'
import type { Revocable, Scene } from '../common/revocable.ts'
import { revocations, toKeyApplication } from '../common/revocations.ts'
import { type Figures, type Findings, goesOn, type Order, summarize } from '../run.ts'
import type { Torture } from '../torture.ts'

/** T-9. */
export const revocation: Torture = {
  target: 'T-9',
  summary: 'revokes on one node what is used on the other',
  variants: [
    { engine: 'sqlite', nodes: 2 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 125,
  plan: {},
  controls: [
    {
      engine: 'sqlite',
      nodes: 2,
      without: 'reading revocations by other nodes (results are kept for five seconds)',
      plan: { startFile: 'stale-reads' },
    },
  ],
  run: (plan, order) => runRevocation(plan, order),
}

/** Measurements of each kind in a round, at the same time. */
const parallel = 4
/** A revocation that isn't effective after this time never is. How soon it must be is judged by the target, as it depends on the machine. */
const longestMs = 60_000
/** All nodes are killed in one of this many rounds. */
const killEvery = 20
/** Revocations of each kind that are checked again after a kill. */
const checkedOfEach = 8

type State = {
  rounds: number
  violations: string[]
  times: Map<string, number[]>
  responses: Map<string, number[]>
  revoked: Map<string, Revocable[]>
  checked: number
}

/** Measures how long what the first node has revoked still works at the second, and checks it after both were killed. */
export async function runRevocation(plan: Plan, order: Order, killsEvery = killEvery): Promise<Findings> {
  const installation = await install(plan)
  for (const node of installation.nodes) await node.start()
  const pilot = await installation.openPilot()
  try {
    const remotes = installation.nodes.map((node) => createRemote(node, pilot, installation))
    const scene = await prepareScene(pilot, remotes, installation.apiKey)
    const state: State = {
      rounds: 0,
      violations: [],
      times: new Map(),
      responses: new Map(),
      revoked: new Map(),
      checked: 0,
    }
    while (goesOn(order, state)) {
      const kinds = Object.keys(revocations)
      await Promise.all(
        kinds.flatMap((kind) => Array.from({ length: parallel }, (_, at) => measure(state, scene, { kind, at }))),
      )
      state.rounds++
      if (state.rounds % killsEvery === 0) await checkAfterKill(state, installation)
      order.progress(`${state.rounds * parallel} measurements of ${kinds.length} kinds, ${state.checked} after kills`)
    }
    const { rounds, violations } = state
    return { rounds, violations, figures: collectFigures(state) }
  } finally {
    await pilot.close()
    await installation.close()
  }
}

/** Prepares what is revoked. With one node, it is used there, too. */
export async function prepareScene(pilot: Service, nodes: readonly Service[], ownKey: string): Promise<Scene> {
  const { core } = pilot
  await ensureOwnApplication(core, origin)
  const own = (await core.applications.findFresh('thumbturn'))!
  for (let at = 0; at < parallel; at++)
    await createApplication(core, { id: toKeyApplication(at), rpId: 'localhost', origins: [origin] })
  const { text: adminKey } = await apiKey(pilot, [...listAllowedScopes(own)], own)
  const [first, second = first] = nodes
  await untilKnown(nodes)
  // The last owner can't be removed.
  await join(first!, await inviteWith(pilot, [owner]))
  return { first: first!, second: second!, adminKey, apiKey: ownKey }
}

/** A node learns within a second of applications that it didn't create. */
async function untilKnown(remotes: readonly Pick<Service, 'ask'>[]) {
  for (const remote of remotes)
    for (let at = 0; at < parallel; at++)
      while ((await remote.ask('GET', `//apps/${toKeyApplication(at)}/fido2/v2/.well-known/jwks.json`)).status === 404)
        await pause(50)
}

async function measure(state: State, scene: Scene, { kind, at }: { kind: string; at: number }) {
  try {
    const revocable = await revocations[kind]!(scene, at)
    const before = await revocable.probe()
    const revoked = isAccepted(before) ? await revocable.revoke() : before
    if (!isAccepted(revoked)) throw new Error(`unexpected ${revoked.status} ${revoked.text}`)
    const { untilMs, rejectedMs } = await measureUntilRejected(revocable)
    if (untilMs > longestMs)
      state.violations.push(`${kind}: still accepted ${Math.round(untilMs)} ms after its revocation`)
    add(state.times, kind, untilMs)
    add(state.responses, kind, rejectedMs)
    const kept = add(state.revoked, kind, revocable)
    if (kept.length > checkedOfEach) await kept.shift()!.undo?.()
  } catch (error) {
    state.violations.push(`${kind}: ${(error as Error).message}`)
  }
}

/**
 * `untilMs`: from the acknowledged revocation until a call was sent that was rejected; `rejectedMs`: until it was rejected,
 * which includes how long the node took to respond.
 */
async function measureUntilRejected({ probe }: Revocable): Promise<{ untilMs: number; rejectedMs: number }> {
  const begun = performance.now()
  for (;;) {
    const untilMs = performance.now() - begun
    if ((await isRejected(probe)) || untilMs > longestMs) return { untilMs, rejectedMs: performance.now() - begun }
    await pause(5)
  }
}

const isAccepted = ({ status }: Answer) => status >= 200 && status < 300

/** A device that isn't offered its passkey rejects the call itself. */
async function isRejected(probe: Revocable['probe']): Promise<boolean> {
  try {
    const { status, text } = await probe()
    if (status === 0 || status >= 500) throw new Error(`a call failed: ${status} ${text}`)
    return status >= 400
  } catch (error) {
    if (error instanceof DOMException) return true
    throw error
  }
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): Value[] {
  const values = map.get(key) ?? []
  map.set(key, values)
  values.push(value)
  return values
}

/** Kills every node at once, and checks after the restart that everything revoked still is. */
async function checkAfterKill(state: State, { nodes }: Installation) {
  await Promise.all(nodes.map((node) => node.kill()))
  await Promise.all(nodes.map((node) => node.start()))
  for (const [kind, revoked] of state.revoked)
    for (const { probe } of revoked) {
      state.checked++
      if (!(await isRejected(probe))) state.violations.push(`${kind}: accepted again after kill -9`)
    }
}

function collectFigures({ times, responses, checked }: State): Figures {
  if (times.size === 0) return {}
  const all = [...times.values()]
  const counts = all.map(({ length }) => length)
  return {
    kinds: times.size,
    measurementsOfEach: Math.min(...counts),
    measurements: counts.reduce((sum, count) => sum + count, 0),
    slowestMs: Math.round(Math.max(...all.flat())),
    slowestResponseMs: Math.round(Math.max(...[...responses.values()].flat())),
    checkedAfterKills: checked,
    ...Object.assign({}, ...[...times].map(([kind, taken]) => summarize(kind, taken))),
  }
}
