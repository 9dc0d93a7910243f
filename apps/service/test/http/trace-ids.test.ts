import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTraceIds } from '../../src/http/trace.ts'

const failing = {
  uuid: (): string => {
    throw new Error('no randomness')
  },
}

test('without randomness, requests get IDs in sequence instead of ending the process', () => {
  const createId = createTraceIds({ random: failing as never })
  const [first, second] = [createId({ headers: {} }), createId({ headers: {} })]
  assert.match(first, /^[A-Za-z0-9._:-]{8,64}$/)
  assert.notEqual(first, second)
})

test('an ID that the caller sent needs no randomness', () => {
  const createId = createTraceIds({ random: failing as never })
  assert.equal(createId({ headers: { 'x-request-id': 'request-1' } }), 'request-1')
})
