import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryLimiter } from '../../../../src/core/use-cases/limits/memory.ts'

const limit = { calls: 4, seconds: 60 }

function limiterAt(start: number, most?: number) {
  let at = start
  const limiter = createMemoryLimiter(() => at, most)
  return {
    limiter,
    take: (key: string) => limiter.take(key, limit) as number,
    wait: (ms: number) => {
      at += ms
    },
  }
}

test('a burst up to the limit is allowed, then one call per interval', () => {
  const { take, wait } = limiterAt(1_000_000)
  assert.deepEqual([take('a'), take('a'), take('a'), take('a')], [0, 0, 0, 0])
  assert.equal(take('a'), 15_000)
  wait(5_000)
  assert.equal(take('a'), 10_000)
  wait(10_000)
  assert.equal(take('a'), 0)
  assert.equal(take('a'), 15_000)
  assert.equal(take('b'), 0)
})

test("rejected calls aren't counted", () => {
  const { take, wait } = limiterAt(1_000_000)
  for (let call = 0; call < 4; call++) take('a')
  for (let knock = 0; knock < 1_000; knock++) take('a')
  wait(15_000)
  assert.equal(take('a'), 0)
})

test("a million addresses don't fill the memory, and an address that keeps calling stays counted", () => {
  const { limiter, take } = limiterAt(1_000_000)
  let answered = 0
  for (let address = 0; address < 1_000_000; address++) {
    take(`network ${address}`)
    if (address % 10_000 === 0 && take('network again') === 0) answered++
  }
  assert.ok(limiter.size() <= 100_000, `${limiter.size()} keys`)
  assert.equal(answered, 4)
})

const messages = { calls: 10, seconds: 600 }

test("a caller with very many networks can't free a key that has reached its limit", () => {
  const { limiter, wait } = limiterAt(1_000_000)
  const send = () => limiter.take('send user shop ada', messages) as number
  for (let call = 0; call < messages.calls; call++) assert.equal(send(), 0)
  // 10,000 calls a second for half a minute, each from another network and for another user.
  for (let call = 0; call < 300_000; call++) {
    void limiter.take(`send network ${call}`, { calls: 300, seconds: 60 })
    void limiter.take(`send user shop ${call}`, messages)
    wait(0.1)
  }
  assert.ok(send() > 0)
  assert.ok(limiter.size() <= 100_000, `${limiter.size()} keys`)
})

test('of too many keys at once, those that have used more calls stay counted', () => {
  const { limiter, take } = limiterAt(1_000_000, 100)
  for (let key = 0; key < 20; key++) for (let call = 0; call < 4; call++) take(`exhausted ${key}`)
  for (let key = 0; key < 1_000; key++) take(`other ${key}`)
  const waits = Array.from({ length: 20 }, (_, key) => take(`exhausted ${key}`))
  assert.deepEqual(new Set(waits), new Set([15_000]))
  assert.ok(limiter.size() <= 100, `${limiter.size()} keys`)
})

test('unused keys are removed once all of their calls are available again', () => {
  const { limiter, take, wait } = limiterAt(1_000_000)
  for (let address = 0; address < 1_000; address++) take(`network ${address}`)
  for (let minute = 0; minute < 3; minute++) {
    wait(61_000)
    take('grace')
  }
  assert.ok(limiter.size() <= 2, `${limiter.size()} keys`)
})

test('a key stays counted through every change of generations', () => {
  const { take, wait } = limiterAt(1_000_000, 3)
  let answered = 0
  for (let second = 0; second < 600; second++) {
    if (take('again') === 0) answered++
    wait(1_000)
    take(`other ${second}`)
  }
  // Four calls at once, and one in each of the 39 15-second intervals that end before the last call.
  assert.equal(answered, 4 + 39)
})
