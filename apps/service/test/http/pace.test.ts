import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from '../../src/http/pace.ts'

/** A pace, and calls that end at equal intervals while so many are in progress. */
function start() {
  let now = 0
  const pace = createPace(() => now)
  return {
    pace,
    end(calls: number, { everyMs, inProgress }: { everyMs: number; inProgress: number }) {
      for (let call = 0; call < calls; call++) {
        now += everyMs
        pace.end(inProgress)
      }
    },
  }
}

test('a further call takes as long as those before it, at the pace at which they end', () => {
  const { pace, end } = start()
  end(101, { everyMs: 2, inProgress: 50 })
  assert.equal(pace.estimateMs(50), 100)
  assert.equal(pace.estimateMs(100), 200)
})

test('a machine that becomes slower is noticed within a second', () => {
  const { pace, end } = start()
  end(201, { everyMs: 1, inProgress: 50 })
  end(200, { everyMs: 5, inProgress: 50 })
  assert.ok(pace.estimateMs(50) > 200, `${pace.estimateMs(50)}`)
})

test('the pace of few calls says nothing about a queue', () => {
  const { pace, end } = start()
  end(20, { everyMs: 1_000, inProgress: 31 })
  assert.equal(pace.estimateMs(500), 0)
  end(101, { everyMs: 1, inProgress: 40 })
  assert.equal(pace.estimateMs(31), 0)
  assert.equal(pace.estimateMs(32), 32)
})

test('a pause between two bursts is not part of the pace', () => {
  const { pace, end } = start()
  end(101, { everyMs: 1, inProgress: 40 })
  end(1, { everyMs: 1, inProgress: 1 })
  end(101, { everyMs: 1, inProgress: 40 })
  end(1, { everyMs: 60_000, inProgress: 1 })
  end(101, { everyMs: 1, inProgress: 40 })
  assert.equal(pace.estimateMs(40), 40)
})
