import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const load = (path: string) => import(join(root, 'scripts/release/verify', path))
const { listGiven, planBuilds } = await load('given.mjs')
const { compareArtifacts } = await load('compare.mjs')

type Comparison = { name: string; sha256: string; isEqual: boolean; differences: string[] }

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-verify-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** An archive with these files, packed like one of a release. */
function pack(
  folder: string,
  files: Record<string, string>,
  options: { modified?: number; mode?: number } = {},
): string {
  const tree = join(folder, 'tree')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(tree, name, '..'), { recursive: true })
    writeFileSync(join(tree, name), text)
    chmodSync(join(tree, name), options.mode ?? 0o644)
  }
  const path = join(folder, 'thumbturn-0.1.0-linux-x64.tar.gz')
  const same = ['--sort=name', '--owner=0', '--group=0', `--mtime=@${options.modified ?? 1}`]
  execFileSync('tar', ['-C', folder, ...same, '-czf', path, 'tree'])
  return path
}

const name = 'thumbturn-0.1.0-linux-x64.tar.gz'

type Packing = { built?: Record<string, string>; modified?: number; mode?: number }

/** The differences between an archive with these files, and one that was built: of the same files, unless others are named. */
async function compare(t: TestContext, given: Record<string, string>, { built = given, ...options }: Packing = {}) {
  const folder = createFolder(t)
  const [one, other] = ['given', 'built'].map((place) => join(folder, place))
  for (const path of [one!, other!]) mkdirSync(path)
  const paths = [{ name, path: pack(one!, given, options) }]
  const [compared] = (await compareArtifacts(paths, new Map([[name, pack(other!, built)]]), { folder })) as Comparison[]
  return compared!
}

const files = { 'bin/thumbturn': 'start', 'app/.hidden/key': 'one' }

test('an archive with the same bytes is equal', async (t) => {
  const { isEqual, differences, sha256 } = await compare(t, files)
  assert.deepEqual([isEqual, differences], [true, []])
  assert.match(sha256, /^[0-9a-f]{64}$/)
})

test('each file in an archive that differs is named, also one whose name starts with a dot', async (t) => {
  const given = { 'bin/thumbturn': 'start', 'app/.hidden/key': 'two', 'bin/extra': '' }
  const { isEqual, differences } = await compare(t, given, { built: { ...files, LICENSE: 'x' } })
  assert.equal(isEqual, false)
  assert.deepEqual(differences, [
    'lacks tree/LICENSE',
    'differs in tree/app/.hidden/key',
    "has tree/bin/extra, which this commit doesn't build",
  ])
})

test('a file with another mode differs', async (t) => {
  const { differences } = await compare(t, files, { mode: 0o755 })
  assert.deepEqual(differences, ['differs in tree/app/.hidden/key', 'differs in tree/bin/thumbturn'])
})

test('an archive of the same files that is packed differently differs', async (t) => {
  const { isEqual, differences } = await compare(t, files, { modified: 2 })
  assert.equal(isEqual, false)
  assert.match(differences.join(), /^the first difference is at byte \d+.*the files in it are the same, and are packed/)
})

test('an archive that is cut off, and a file that the commit does not build, differ', async (t) => {
  const folder = createFolder(t)
  const [built, cut] = [pack(folder, files), join(folder, 'cut.tar.gz')]
  writeFileSync(cut, 'no archive')
  const given = [
    { name, path: cut },
    { name: 'SHA256SUMS', path: cut },
  ]
  const [one, other] = (await compareArtifacts(given, new Map([[name, built]]), { folder })) as Comparison[]
  assert.match(one!.differences.join(), /byte 0, and it has 10 bytes instead of \d+, and it can't be unpacked$/)
  assert.deepEqual(other!.differences, ['this commit builds no file of this name'])
})

test('what is given decides what is built: of checksums all kinds, and each npm package by its name', () => {
  const plan = (...names: string[]) => planBuilds(names.map((one) => ({ name: one })))
  assert.deepEqual(plan(name, 'thumbturn_0.1.0_amd64.deb'), { release: ['archive', 'deb'], packages: [] })
  assert.deepEqual(plan('SHA256SUMS', name).release, [])
  assert.deepEqual(plan('thumbturn-0.1.0.tgz', 'thumbturn-web-0.1.0.tgz'), {
    release: undefined,
    packages: ['thumbturn', 'web'],
  })
  assert.deepEqual(plan('thumbturn-0.1.0.cdx.json', 'thumbturn-0.1.0.openvex.json').release, ['sbom', 'vex'])
})

test('of a folder, the artifacts are compared; a file that is none is an error', (t) => {
  const folder = createFolder(t)
  for (const file of ['SHA256SUMS', 'notes.txt']) writeFileSync(join(folder, file), '')
  assert.deepEqual(listGiven([folder]), [{ name: 'SHA256SUMS', path: join(folder, 'SHA256SUMS') }])
  assert.throws(() => listGiven([join(folder, 'notes.txt')]), /notes\.txt isn't an artifact of a release/)
  assert.throws(() => listGiven([join(folder, 'missing')]), /doesn't exist/)
  assert.throws(() => listGiven([folder, join(folder, 'SHA256SUMS')]), /Several of the files are called SHA256SUMS/)
})

test('a commit that does not exist, or an option in its place, fails before anything is built', (t) => {
  const folder = createFolder(t)
  writeFileSync(join(folder, 'SHA256SUMS'), '')
  const verify = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/release/verify.mjs', ...args], { cwd: root, encoding: 'utf8' })
  assert.match(verify('v99.0.0', folder).stderr, /This clone has no commit v99\.0\.0/)
  assert.match(verify('v99.0.0').stderr, /Name a tag or commit, and the files or folders/)
  assert.equal(verify('v99.0.0', folder).status, 2)
  assert.equal(verify('--', '--all', folder).status, 2)
})
