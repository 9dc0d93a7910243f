import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const { runBuild } = await import(join(root, 'scripts/build/run-build.mjs'))

type Build = { dependencies?: string[]; command?: string; output?: string[] }

test('every page of the demo has a build of its own', () => {
  const { scripts, wireit } = JSON.parse(readFileSync(join(root, 'apps/demo/package.json'), 'utf8')) as {
    scripts: Record<string, string>
    wireit: Record<string, Build>
  }
  const pages = globSync('src/*/index.html', { cwd: join(root, 'apps/demo') }).map((page) => dirname(page).slice(4))
  const builds = ['demo', ...pages.sort()].map((page) => `build:${page}`)
  assert.deepEqual(wireit.build!.dependencies, builds)
  for (const build of builds) {
    assert.equal(scripts[build], 'wireit')
    assert.deepEqual(wireit[build]!.output, [`dist/${build.slice('build:'.length)}/**`])
  }
})

/** A folder whose build copies its input, and notes in `runs` that it ran. It stands where the root's programs are found. */
function createFolder(t: TestContext, command = 'echo ran >> runs && cp input output') {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'build-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const build = { command, files: ['input'], output: ['output'], packageLocks: [] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { build: 'wireit' }, wireit: { build } }))
  writeFileSync(join(folder, 'input'), 'one')
  const countRuns = () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').length
  return { folder, countRuns, read: () => readFileSync(join(folder, 'output'), 'utf8') }
}

test('a build runs again after its input or its output changed, and only then', (t) => {
  const { folder, countRuns, read } = createFolder(t)
  assert.ok(runBuild(folder, 'build'))
  assert.ok(runBuild(folder, 'build'))
  assert.equal(countRuns(), 1)
  writeFileSync(join(folder, 'input'), 'two')
  assert.ok(runBuild(folder, 'build'))
  assert.equal(countRuns(), 2)
  assert.equal(read(), 'two')
  rmSync(join(folder, 'output'))
  assert.ok(runBuild(folder, 'build'))
  assert.equal(countRuns(), 3)
  assert.equal(read(), 'two')
})

test('a build that fails is reported and runs again', (t) => {
  const { folder, countRuns } = createFolder(t, 'echo ran >> runs && exit 1')
  assert.equal(runBuild(folder, 'build'), false)
  assert.equal(runBuild(folder, 'build'), false)
  assert.equal(countRuns(), 2)
})

test('of two processes that build at the same time, one waits for the other', async (t) => {
  const { folder, countRuns, read } = createFolder(t, 'echo ran >> runs && sleep 1 && cp input output')
  const script = `import { runBuild } from '${join(root, 'scripts/build/run-build.mjs')}'
    process.exitCode = runBuild('${folder}', 'build') ? 0 : 1`
  const args = ['--input-type=module', '-e', script]
  const both = [1, 2].map(() => spawn(process.execPath, args, { stdio: 'inherit' }))
  assert.deepEqual((await Promise.all(both.map((child) => once(child, 'exit')))).flat(), [0, null, 0, null])
  assert.equal(countRuns(), 1)
  assert.equal(read(), 'one')
})

test('the npm that runs a command does not take the place of the build', (t) => {
  const { folder, countRuns } = createFolder(t)
  const before = { ...process.env }
  Object.assign(process.env, { npm_lifecycle_event: 'start', npm_package_json: join(root, 'package.json') })
  t.after(() => {
    process.env = before
  })
  assert.ok(runBuild(folder, 'build'))
  assert.equal(countRuns(), 1)
})
