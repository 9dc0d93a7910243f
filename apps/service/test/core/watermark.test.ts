import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeepUntil, toSpentToken } from '../../src/core/watermark.ts'

const now = 1_000_000_000
const endsAt = now + 300_000

test('a session is recorded until it ends, as long as the watermark is half a minute behind the clock', () => {
  for (const watermark of [0, now - 60_000, now - 30_001])
    assert.equal(findKeepUntil({ watermark, now, endsAt }), undefined)
})

test('a session is recorded for two lifetimes and ten minutes after a watermark that is near or ahead of the clock', () => {
  for (const watermark of [now - 30_000, now, now + 3_600_000])
    assert.equal(findKeepUntil({ watermark, now, endsAt }), watermark + 2 * 300_000 + 600_000)
})

test('a token that another party dates is remembered for a day longer', () => {
  assert.deepEqual(toSpentToken('nonce', now), { id: 'nonce', expiresAt: now + 86_400_000 })
})
