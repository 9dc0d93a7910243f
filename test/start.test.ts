import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const start = fileURLToPath(new URL('../scripts/run/start.mjs', import.meta.url))

test('npm start reports all invalid settings together and starts nothing', () => {
  const wrong = { PORT: '70000', DEMOS: 'maybe', SITE: 'no', BANK_PORT: '0', WALLET_PORT: '4330x', AGENT_PORT: '8e1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [start], { env: { ...process.env, ...wrong } })
  assert.equal(
    stderr.toString(),
    [
      'These settings cannot be used:',
      '  PORT must be a whole number from 0 to 65535',
      '  DEMOS must be one of on, off',
      '  SITE must be one of on, off',
      '  BANK_PORT must be a whole number from 1 to 65535',
      '  WALLET_PORT must be a whole number from 1 to 65535',
      '  AGENT_PORT must be a whole number from 1 to 65535',
      '',
    ].join('\n'),
  )
  assert.equal(stdout.toString(), '')
  assert.equal(status, 2)
})
