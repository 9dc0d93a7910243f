import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { hashRelease } from '../../src/adapters/release.ts'

const commit = 'd412729c5e7a4b0f9d3e2c1b0a99887766554433'
const other = '0'.repeat(40)

/** Creates a folder with these files. */
function createFolder(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-release-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

for (const [what, files] of [
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }],
  [
    'on a branch that Git has packed',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${other} refs/heads/another-main\n${commit} refs/heads/main\n`,
    },
  ],
  ['without a branch', { '.git/HEAD': `${commit}\n` }],
  [
    'in a linked worktree',
    {
      '.git': 'gitdir: main/.git/worktrees/linked\n',
      'main/.git/worktrees/linked/HEAD': 'ref: refs/heads/topic\n',
      'main/.git/worktrees/linked/commondir': '../..\n',
      'main/.git/refs/heads/topic': `${commit}\n`,
    },
  ],
] as const) {
  test(`a checkout ${what} is identified by its commit`, (t) =>
    assert.equal(hashRelease(createFolder(t, files)), commit))
}

const release = { 'apps/service/package.json': '{}', 'apps/service/src/main.ts': 'serve()' }

test('a release without Git is identified by its sources, wherever it is installed', (t) => {
  const folder = createFolder(t, release)
  const hash = hashRelease(folder)
  assert.match(hash, /^[0-9a-f]{64}$/)
  const copy = createFolder(t, { 'data/thumbturn.db': 'not a source' })
  cpSync(folder, copy, { recursive: true })
  assert.equal(hashRelease(copy), hash)
})

test('changing one source changes the hash', (t) => {
  const changed = { ...release, 'apps/service/src/main.ts': 'serve();' }
  assert.notEqual(hashRelease(createFolder(t, changed)), hashRelease(createFolder(t, release)))
})

test('a repository without a commit is identified by its sources', (t) => {
  const unborn = createFolder(t, { ...release, '.git/HEAD': 'ref: refs/heads/main\n' })
  assert.equal(hashRelease(unborn), hashRelease(createFolder(t, release)))
})
