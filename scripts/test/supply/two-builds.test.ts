import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cloneRepository, createFolder, root, run } from './clone.ts'

type Component = { name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }

const installed = '{.,{apps,packages}/*,bench,e2e,examples,harness}/node_modules'

/** Makes archives and SBOM in a clone of this commit, with the packages that are installed here. Returns their folder. */
function build(t: TestContext, place: string, env: NodeJS.ProcessEnv): string {
  const clone = join(createFolder(t), place)
  cloneRepository(clone)
  for (const path of globSync(installed, { cwd: root }).filter((path) => !path.startsWith('apps/docs')))
    run('cp', ['-a', '--parents', path, clone], { cwd: root })
  const out = join(clone, 'dist/release')
  run(process.execPath, ['scripts/release/release.mjs', 'archive', 'sbom'], {
    cwd: clone,
    env: { ...process.env, ...env },
  })
  return out
}

test('two clones in different folders, time zones, and languages make the same bytes, with a complete list of components', (t) => {
  const first = build(t, 'one', { TZ: 'UTC' })
  const second = build(t, 'another/place', { TZ: 'Asia/Tokyo', LC_ALL: 'C' })
  const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8')
  assert.equal(readFileSync(join(second, 'SHA256SUMS'), 'utf8'), sums)
  assert.equal(sums.trim().split('\n').length, 3)
  const [sbom = ''] = globSync('*.cdx.json', { cwd: first })
  const { components } = JSON.parse(readFileSync(join(first, sbom), 'utf8')) as { components: Component[] }
  t.diagnostic(`${components.length} components`)
  assert.ok(components.length > 100)
  for (const { name, version } of components) assert.ok(name && version)
})
