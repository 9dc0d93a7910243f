import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  name: string
  homepage: string
  bugs: string
  repository: { url: string }
}
const address = manifest.repository.url.replace(/^git\+|\.git$/g, '')

test('package.json states the address of the repository once, and derives its other addresses from it', () => {
  assert.match(manifest.repository.url, /^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/)
  assert.deepEqual([manifest.homepage, manifest.bugs], [`${address}#readme`, `${address}/issues`])
})

test('every file that names the repository or its images names that address', () => {
  const own = new URL(address).pathname.slice(1)
  const pattern = new RegExp(
    `(?:github\\.com|githubusercontent\\.com|ghcr\\.io)[/:]([\\w.-]+/${manifest.name}\\b)`,
    'g',
  )
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const found = paths.flatMap((path) => [...readTracked(path).matchAll(pattern)].map(([, name]) => ({ path, name })))
  assert.ok(found.length > 0, 'addresses are found')
  assert.deepEqual(
    found.filter(({ name }) => name !== own),
    [],
  )
})

/** Empty if the file was deleted and that isn't committed yet. */
function readTracked(path: string): string {
  try {
    return read(path)
  } catch {
    return ''
  }
}

test('workflows, templates, and the website derive the address instead of stating it', () => {
  const paths = globSync(['.github/**/*.{yml,md}', 'apps/docs/docusaurus.config.ts', 'apps/docs/src/**/*.{ts,tsx}'], {
    cwd: root,
  })
  assert.ok(paths.length > 10)
  for (const path of paths) assert.ok(!read(path).includes(address), path)
})
