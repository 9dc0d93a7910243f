import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('../scripts/run/with-node.mjs', import.meta.url))

test('a command without a help of its own explains itself with --help, and does nothing', () => {
  const { status, stdout } = spawnSync(process.execPath, [runner, 'scripts/test/nightly.mjs', '--help'])
  assert.equal(status, 0)
  assert.match(stdout.toString(), /^`npm run nightly`: tests that take too long.*\n {2}engines +suites over HTTP/)
})
