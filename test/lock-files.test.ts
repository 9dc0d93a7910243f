import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

test('docs/commands.md lists every lock file with its reason', () => {
  const tracked = execFileSync('git', ['ls-files', '--', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  const listed = readFileSync(join(root, 'docs/commands.md'), 'utf8').matchAll(
    /^\| `(\S*package-lock\.json)` \| .+ \|$/gm,
  )
  assert.deepEqual([...listed].map(([, path]) => path).sort(), tracked.trim().split('\n').sort())
})

test('a lock file names no registry', () => {
  const tracked = execFileSync('git', ['ls-files', '--', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  for (const path of tracked.trim().split('\n'))
    assert.doesNotMatch(readFileSync(join(root, path), 'utf8'), /"resolved": "http/, path)
})
