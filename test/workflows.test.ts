import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('workflows pin every action to a commit', () => {
  for (const path of workflows) {
    const used = [...read(path).matchAll(/uses: (.+)$/gm)].map(([, action]) => action!)
    assert.ok(used.length > 0, path)
    for (const action of used) assert.match(action, /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path)
  }
})

test('workflows may read by default; the job that publishes packages gets an identity, for provenance and instead of a token', () => {
  for (const path of workflows) assert.match(read(path), /^permissions:\n {2}contents: read$/m, path)
  const [, job = ''] = /^ {2}packages:\n((?: {4}.*\n|\n)+)/m.exec(read('.github/workflows/release.yml')) ?? []
  assert.match(job, /^ {6}id-token: write$/m)
  assert.match(job, /npm publish --provenance --access public /)
  assert.doesNotMatch(job, /secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
})
