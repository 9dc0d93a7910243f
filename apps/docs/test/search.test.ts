import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropRepetition } from '../src/search/repetition.ts'
import { findWords, splitWords, stem } from '../src/search/words.ts'

test('forms of a word have one stem', () => {
  for (const [word, ...forms] of [
    ['token', 'tokens'],
    ['deploy', 'deploys', 'deployed', 'deploying'],
    ['verify', 'verifies', 'verified', 'verifying'],
    ['run', 'running'],
    ['cache', 'cached', 'caches', 'caching'],
    ['exceed', 'exceeded', 'exceeds'],
    ['erase', 'erased', 'erasing'],
  ])
    for (const form of forms) assert.equal(stem(form), stem(word!), form)
})

test('words that only end alike keep their own stems', () => {
  for (const [one, other] of [
    ['string', 'str'],
    ['exceed', 'exc'],
    ['status', 'statu'],
    ['thing', 'th'],
    ['migrate', 'rate'],
  ])
    assert.notEqual(stem(one!), stem(other!))
})

const findMarked = (text: string, query: string) =>
  findWords(text, splitWords(query)).map(({ index, length }) => text.slice(index, index + length))

test('a result marks whole words and their beginnings, and nothing inside of other words', () => {
  assert.deepEqual(findMarked('A separate rate limits migrations at rates', 'rate limit'), ['rate', 'limits', 'rates'])
  assert.deepEqual(findMarked('Configuration of a reconfigured config', 'config'), ['Configuration', 'config'])
  assert.deepEqual(findMarked('It verifies what was verified', 'verify'), ['verifies', 'verified'])
})

test('a result marks a term that pages write in several ways', () => {
  assert.deepEqual(findMarked('Sign in, or the sign-in of who signed in', 'signin'), [
    'Sign in',
    'sign-in',
    'signed in',
  ])
})

test('a lead that continues the description of its page is not repeated', () => {
  assert.equal(dropRepetition('Run it. Run it: protect its data.', 'Run it.'), 'Run it: protect its data.')
  assert.equal(dropRepetition('Run it. Protect its data.', 'Run it.'), 'Run it. Protect its data.')
  assert.equal(dropRepetition('Protect its data.', ''), 'Protect its data.')
})
