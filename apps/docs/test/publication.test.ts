import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFalseInstalls } from '@thumbturn/contract/vocabulary/publication.ts'
import { withPublication } from '../plugins/samples/publication.mts'
import { withSamples } from '../plugins/samples/sample.mts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('a page has the part for the state of this version, and not the other', () => {
  const page = 'A\n\n<Unpublished>\n\nB\n\n</Unpublished>\n\n<Published>\n\nC\n\n</Published>\n\nD\n'
  assert.equal(withPublication(page, false).replaceAll(/\n+/g, ' '), 'A B D ')
  assert.equal(withPublication(page, true).replaceAll(/\n+/g, ' '), 'A C D ')
})

for (const published of [false, true])
  test(`no page names a package that can't be installed so (${published ? 'after' : 'before'} publication)`, () => {
    for (const path of globSync('apps/docs/docs/**/*.mdx', { cwd: root })) {
      const text = withPublication(readFileSync(join(root, path), 'utf8'), published)
      const { page } = withSamples(root, text, published)
      assert.deepEqual(findFalseInstalls(page, published), [], path)
    }
  })
