import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownTokens } from '../../src/adapters/known-tokens.ts'

test('a token is known by all of its characters', () => {
  const known = createKnownTokens()
  known.add('header.claims.signature')
  assert.equal(known.has('header.claims.signature'), true)
  assert.equal(known.has('header.other.signature'), false)
})

test('the oldest token is forgotten at the limit', () => {
  const known = createKnownTokens(2)
  for (const token of ['first', 'second', 'second', 'third']) known.add(token)
  assert.deepEqual(
    ['first', 'second', 'third'].map((token) => known.has(token)),
    [false, true, true],
  )
})
