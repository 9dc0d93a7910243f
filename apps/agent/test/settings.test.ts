import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadAgentKeys, readSettings } from '../src/settings.ts'
import { folder } from './situations.ts'

test('without settings everything suits one machine', () => {
  const { AGENT_PORT, AGENT_HOST, AGENT_MINUTES, AGENT_KEYS } = readSettings({})
  assert.deepEqual([AGENT_PORT, AGENT_HOST, AGENT_MINUTES, AGENT_KEYS], [4340, 'localhost', 15, []])
})

test('all errors are reported together', () => {
  const wrong = { AGENT_PORT: '70000', AGENT_KEYS: 'a=short', AGENT_MINUTES: '61', AGENT_PAGE: 'javascript:alert(1)' }
  assert.throws(() => readSettings(wrong), /AGENT_PORT.*AGENT_KEYS.*AGENT_PAGE.*AGENT_MINUTES/s)
})

for (const [what, keys] of [
  ['a name without a key', 'a='],
  ['a key without an agent', `=${'k'.repeat(32)}`],
  ['the same name twice', `a=${'k'.repeat(32)},a=${'l'.repeat(32)}`],
  ['the same key for two names', `a=${'k'.repeat(32)},b=${'k'.repeat(32)}`],
]) {
  test(`${what} is rejected`, () => assert.throws(() => readSettings({ AGENT_KEYS: keys }), /AGENT_KEYS/))
}

test('without AGENT_KEYS a key is made once, for its owner to read', (t) => {
  const DATA_DIR = folder((clean) => t.after(clean))
  const settings = readSettings({ DATA_DIR })
  const [first] = loadAgentKeys(settings)
  assert.equal(first?.key.length, 43)
  assert.deepEqual(loadAgentKeys(settings), [first])
  const file = join(DATA_DIR, 'agent.key')
  assert.equal(readFileSync(file, 'utf8').trim(), first?.key)
  assert.equal(statSync(file).mode & 0o777, 0o600)
})
