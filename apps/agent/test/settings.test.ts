import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../src/settings.ts'

test('without settings everything suits one machine', () => {
  const { AGENT_PORT, AGENT_HOST, AGENT_MINUTES, AGENT_URL } = readSettings({})
  assert.deepEqual([AGENT_PORT, AGENT_HOST, AGENT_MINUTES, AGENT_URL], [4340, 'localhost', 15, undefined])
})

test('all errors are reported together', () => {
  const wrong = {
    AGENT_PORT: '70000',
    AGENT_URL: 'agent.example',
    AGENT_MINUTES: '61',
    AGENT_PAGE: 'javascript:alert(1)',
  }
  assert.throws(() => readSettings(wrong), /AGENT_PORT.*AGENT_URL.*AGENT_PAGE.*AGENT_MINUTES/s)
})
