import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { findFalseInstalls } from '@thumbturn/contract/vocabulary/publication.ts'

const root = resolve(import.meta.dirname, '..')

/** Texts that readers see as they are in the repository; pages of the website have a test in their own workspace. */
const files = globSync(
  ['README.md', '{apps,packages}/*/README.md', 'apps/{service,dashboard,demo,docs}/src/**/*.{ts,tsx}'],
  {
    cwd: root,
  },
)

test('every README, screen, and message says how to install what can be installed today', () => {
  assert.ok(files.length > 100)
  for (const path of files) assert.deepEqual(findFalseInstalls(readFileSync(join(root, path), 'utf8')), [], path)
})
