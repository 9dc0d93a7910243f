import { app, deviceInfo, newName } from '@thumbturn/service-harness/situations.ts'
import { type Scene, step } from './scene.ts'

/** More than the preparations of a round need: on PostgreSQL, limits go by its clock, which no run moves. */
export const limitsTimes = 5
/** Starts of a sign-in that one user of a network can make in a minute. */
const limit = { calls: 60 * limitsTimes, perSecond: limitsTimes }
const batch = { calls: 20, most: 40 }
const hourMs = 3_600_000

/** Uses up a limit: moved clocks neither refill it nor make it last longer. */
export async function checkLimit(scene: Scene) {
  const { nodes, random, clocks, blame, counts } = scene
  const body = { app, deviceInfo, user: { username: newName() } }
  const begun = performance.now()
  let accepted = 0
  /** Whether a call was rejected. */
  const call = async () => {
    const calls = Array.from({ length: batch.calls }, () => random.pick(nodes).post('/auth/init', body))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    accepted += statuses.filter((status) => status === 200).length
    return statuses.includes(429)
  }
  for (let batches = 0; batches < batch.most && !(await call()); batches++);
  for (const ms of [hourMs, 0, -hourMs, 0]) {
    step(scene, ms)
    await call()
  }
  const most = limit.calls + limit.perSecond * Math.ceil((performance.now() - begun) / 1_000) + nodes.length
  if (accepted > most)
    blame(`of at most ${most} calls by their limit, ${accepted} were accepted while clocks were moved`)
  await clocks.pass(60_000)
  const { status, text } = await random.pick(nodes).post('/auth/init', body)
  if (status !== 200) blame(`a minute after its limit was reached, a call got ${status} ${text}`)
  counts.limits++
}
