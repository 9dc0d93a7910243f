import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import {
  countParts,
  findProblem,
  isComplete,
  listChanges,
  listFields,
  listPlaceholders,
} from '../src/messages/draft.ts'

test('a text must have what its message needs, and only placeholders that exist', () => {
  const missing = 'This text must contain {code}.'
  assert.equal(findProblem('code', 'short', 'Welcome'), missing)
  const unknown = 'This text has the unknown placeholder {nmae}; there are: {app}.'
  assert.equal(findProblem('recovered', 'short', 'Hello {nmae}'), unknown)
  assert.match(findProblem('code', 'title', ' ') ?? '', /empty/)
  assert.match(findProblem('code', 'title', 'x'.repeat(121)) ?? '', /120 characters/)
  assert.equal(findProblem('code', 'short', '{code}'), undefined)
  assert.equal(isComplete('code', { short: '{code}' }), false)
})

test('only a link has a button, and each text offers its placeholders', () => {
  assert.ok(!listFields('code').includes('action') && listFields('link').includes('action'))
  assert.deepEqual(listPlaceholders('code', 'spoken'), ['{app}', '{digits}', '{minutes}'])
  assert.deepEqual(listChanges({ title: 'a', text: 'b' }, { title: 'a', text: 'c' }), ['text'])
})

test('an SMS of 160 characters is one part, or of 70 with characters beyond GSM 7-bit', () => {
  assert.deepEqual(countParts('x'.repeat(160)), { characters: 160, parts: 1 })
  assert.equal(countParts('x'.repeat(161)).parts, 2)
  assert.deepEqual(countParts(`${'x'.repeat(158)}€`), { characters: 159, parts: 1 })
  assert.deepEqual(countParts(`${'x'.repeat(159)}€`), { characters: 160, parts: 2 })
  assert.equal(countParts('验'.repeat(70)).parts, 1)
  assert.equal(countParts('验'.repeat(71)).parts, 2)
})
