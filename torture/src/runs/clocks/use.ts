import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { readClaims } from '@thumbturn/service-harness/situations.ts'
import { expectUse, type Item, type Window } from './judge-use.ts'
import type { Lifetime, Perishable } from './lifetime.ts'
import { lifetimes } from './lifetimes.ts'
import { isOwnFailure } from './light-load.ts'
import { type Scene, step } from './scene.ts'

/** An item that will be used a while before its end, or after it. */
type Waiting = { item: Item; prepared: Perishable; isEarly: boolean }

/** How long before or after the end, so that a busy machine doesn't miss it. */
const marginMs = 15_000
const hourMs = 3_600_000

/** Prepares everything twice, each at a node of its own: to be used before its end and after it. */
export async function prepareAll(scene: Scene): Promise<Waiting[]> {
  const waiting: Waiting[] = []
  for (const lifetime of lifetimes)
    for (const isEarly of [true, false]) {
      const found = await whileMoved(scene, () => prepare(scene, lifetime)).catch((error: unknown) => {
        scene.blame(`${lifetime.name}: ${(error as Error).message}`)
      })
      if (found) waiting.push({ ...found, isEarly })
    }
  return waiting
}

async function prepare(scene: Scene, { name, lifeMs, recordedMs, toleranceMs, prepare: begin }: Lifetime) {
  const node = scene.random.pick(scene.nodes)
  const from = node.clock.now()
  const prepared = await begin(node)
  const begun = { from, to: node.clock.now() }
  const { endsAt, token } = prepared
  if (token !== undefined) checkClaims(scene, { name, lifeMs, token, begun })
  scene.counts.prepared++
  const end = endsAt === undefined ? shift(begun, lifeMs) : { from: endsAt, to: endsAt }
  const watermark = recordedMs === undefined ? 0 : await scene.readWatermark()
  const item: Item = {
    name,
    end,
    from: toleranceMs === undefined ? Number.NEGATIVE_INFINITY : end.from - lifeMs - toleranceMs,
    ...(recordedMs !== undefined && {
      record: { begun, end: shift(begun, recordedMs), lifeMs: recordedMs, watermark },
    }),
  }
  return { item, prepared }
}

const shift = ({ from, to }: Window, ms: number): Window => ({ from: from + ms, to: to + ms })

/** The times in a token are whole seconds of its node's clock, and exactly its lifetime apart. */
function checkClaims(
  { blame }: Scene,
  { name, lifeMs, token, begun }: { name: string; lifeMs: number; token: string; begun: Window },
) {
  const { iat, exp } = readClaims(token) as { iat: number; exp: number }
  const isRight = Number.isInteger(iat) && (exp - iat) * 1000 === lifeMs
  if (!isRight || iat < Math.floor(begun.from / 1000) || iat > begun.to / 1000)
    blame(`${name}: iat ${iat} and exp ${exp} at ${new Date(begun.from).toISOString()}`)
}

/** Uses them in the order of their times, while clocks are set ahead and back. */
export async function useAll(scene: Scene, waiting: readonly Waiting[]) {
  const { random, clocks, nodes, skews } = scene
  const planned = waiting.map((one) => ({ ...one, at: random.between(0, nodes.length - 1) }))
  const dueAt = ({ item, isEarly }: Waiting) => (isEarly ? item.end.from - marginMs : item.end.to + marginMs)
  for (const one of planned.toSorted((a, b) => dueAt(a) - skews[a.at]! - dueAt(b) + skews[b.at]!)) {
    const ms = dueAt(one) - nodes[one.at]!.clock.now()
    if (ms > 0) await clocks.pass(ms)
    await whileMoved(scene, () => use(scene, one, nodes[one.at]!))
  }
}

/** One time in four while one clock, or all of them, are an hour ahead or back. */
async function whileMoved<Result>(scene: Scene, act: () => Promise<Result>): Promise<Result> {
  const { random, nodes } = scene
  if (random.between(1, 4) > 1) return act()
  const which = random.between(0, nodes.length)
  step(scene, random.pick([-hourMs, hourMs]), which < nodes.length ? [which] : undefined)
  return act().finally(() => step(scene, 0))
}

/** On PostgreSQL, limits go by its clock, which no run moves: the calls of minutes can be too many for the seconds that they take. */
const patience = { attempts: 60, everyMs: 1_000 }

async function use(scene: Scene, { item, prepared }: Waiting, node: Service) {
  const { blame, counts } = scene
  let tried = await useOnce(scene, prepared, node)
  for (let attempts = 1; tried.response.status === 429 && attempts < patience.attempts; attempts++) {
    await pause(patience.everyMs)
    tried = await useOnce(scene, prepared, node)
  }
  const { at, watermark, response } = tried
  const rightTime = node.clock.now() - scene.clocks.offset(scene.nodes.indexOf(node))
  const expected = expectUse(item, { at, watermark, rightTime })
  counts[expected]++
  const isAccepted = response.status >= 200 && response.status < 300
  if (!isOwnFailure(response) && (expected === 'either' || (expected === 'accepted') === isAccepted)) return
  const relative = Math.round((at.from - item.end.from) / 1000)
  const when = `${Math.abs(relative)} s ${relative < 0 ? 'before' : 'after'} its end`
  const offsets = scene.skews.map((_, index) => Math.round(scene.clocks.offset(index) / 1000)).join(' and ')
  const behind = Math.round((watermark.to - at.to) / 1000)
  blame(`${item.name}: ${response.status} ${when}; offsets ${offsets} s, watermark ${behind} s; ${response.text}`)
}

async function useOnce({ readWatermark }: Scene, prepared: Perishable, node: Service) {
  const before = { watermark: await readWatermark(), at: node.clock.now() }
  const response = await prepared.use(node)
  const after = { at: node.clock.now(), watermark: await readWatermark() }
  const watermark: Window = { from: before.watermark, to: after.watermark }
  return { response, at: { from: before.at, to: after.at }, watermark }
}
