import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '@thumbturn/service-harness/stores.ts'
import type { LimitStore } from '../../src/core/ports/stores/limits.ts'
import { createSharedLimiter } from '../../src/core/use-cases/limits/shared.ts'

const limit = { calls: 6_000, seconds: 60 }

/** Requirements for calls that several nodes count together, and for what they cost. */
eachStore('shared limits', (opened) => {
  const start = (limits: LimitStore) => {
    let now = 1_000_000
    const cost = { writes: 0, reads: 0 }
    const counting: LimitStore = {
      ...limits,
      time: async () => now,
      async take(...given) {
        cost.writes++
        return limits.take(...given)
      },
      async wait(...given) {
        cost.reads++
        return limits.wait(...given)
      },
    }
    const createNode = () => createSharedLimiter({ store: counting, hash: (key) => key, monotonic: () => now })
    const nodes = [createNode(), createNode(), createNode()]
    const call = async () => {
      const waits = await Promise.all(nodes.map((node) => node.take('attacker', limit)))
      return waits.filter((ms) => ms === 0).length
    }
    return { cost, call, advance: (ms: number) => (now += ms) }
  }

  test('three nodes that are called far too often allow no more than the limit, and nearly all of it', async (t) => {
    const { call } = start((await opened(t)).store.limits)
    let allowed = 0
    for (let round = 0; round < 4_000; round++) allowed += await call()
    assert.ok(allowed <= limit.calls && allowed > 0.98 * limit.calls, `${allowed} calls were allowed`)
  })

  test('rejected calls cost no statement until a part of the limit can be available, and few then', async (t) => {
    const { call, cost, advance } = start((await opened(t)).store.limits)
    for (let round = 0; round < 4_000; round++) await call()
    const exhausted = { ...cost }
    for (let round = 0; round < 1_000; round++) assert.equal(await call(), 0)
    assert.deepEqual(cost, exhausted)
    let allowed = 0
    for (let round = 0; round < 3_000; round++) {
      advance(2)
      allowed += await call()
    }
    assert.ok(allowed <= 600 + 60, `${allowed} calls were allowed in six seconds, a tenth of the window`)
    assert.ok(allowed > 400, `${allowed} calls were allowed`)
    const added = { writes: cost.writes - exhausted.writes, reads: cost.reads - exhausted.reads }
    assert.ok(added.writes <= 150 && added.reads <= 150, `9,000 calls cost ${JSON.stringify(added)}`)
  })

  /** Nodes whose clock and the database's are apart: a node reads the database's clock by its own `readTime`. */
  const startApart = (limits: LimitStore) => {
    let now = 1_000_000
    const createNode = (readTime: () => number) => {
      const store = { ...limits, time: async () => readTime() }
      return createSharedLimiter({ store, hash: (key) => key, monotonic: () => now })
    }
    const countAllowed = async (nodes: readonly ReturnType<typeof createNode>[]) => {
      let allowed = 0
      for (let round = 0; round < 4_000; round++)
        for (const node of nodes) if ((await node.take('attacker', limit)) === 0) allowed++
      return allowed
    }
    return { createNode, countAllowed, now: () => now, advance: (ms: number) => (now += ms) }
  }

  test('a node whose reading of the shared clock is interrupted for half a minute counts with the others', async (t) => {
    const { createNode, countAllowed, now, advance } = startApart((await opened(t)).store.limits)
    let readings = 0
    const interrupted = createNode(() => {
      const time = now()
      if (readings++ === 0) advance(30_000)
      return time
    })
    const allowed = await countAllowed([interrupted, createNode(now)])
    assert.ok(allowed <= limit.calls, `${allowed} calls were allowed`)
  })

  test('a minute after the shared clock was set, all nodes have the new time', async (t) => {
    const { createNode, countAllowed, now, advance } = startApart((await opened(t)).store.limits)
    let ahead = 0
    const readTime = () => now() + ahead
    const first = createNode(readTime)
    await first.take('other', limit)
    ahead = 3_600_000
    const second = createNode(readTime)
    await second.take('other', limit)
    advance(60_000)
    const allowed = await countAllowed([first, second])
    assert.ok(allowed <= limit.calls, `${allowed} calls were allowed`)
  })
})
