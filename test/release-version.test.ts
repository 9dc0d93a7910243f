import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { isWritten, places, replaceVersion } = await import(join(root, 'scripts/release/versions.mjs'))
const { version: from } = JSON.parse(read('package.json')) as { version: string }

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(isWritten)
const replace = (path: string, text = read(path), previous = from): string =>
  replaceVersion(path, text, { from: previous, to: '9.8.7' })

test('a new version is written into every manifest, and each place that names it', () => {
  const manifests = tracked.filter((path) => path.endsWith('package.json') && read(path).includes(`"${from}"`))
  assert.ok(manifests.length > 20, `${manifests.length} manifests`)
  for (const path of [...Object.keys(places), 'README.md', 'deploy/compose.yaml', 'examples/operate/install.sh'])
    assert.ok(replace(path).includes('9.8.7'), path)
  for (const path of manifests.filter((path) => read(path).includes('"name": "@thumbturn/')))
    assert.ok(!replace(path).includes(`"${from}"`), path)
})

test('every module of Maven, and what depends on one, gets the new version', () => {
  const projects = tracked.filter((path) => /(pom\.xml|\.gradle\.kts)$/.test(path) && read(path).includes('thumbturn-'))
  assert.ok(projects.length > 10, `${projects.length} projects`)
  for (const path of [...projects, 'sdks/java/README.md', 'sdks/kotlin/README.md'])
    assert.doesNotMatch(replace(path), new RegExp(`[>:]${RegExp.escape(from)}\\b`), path)
})

test('in a lock file, our own packages get the new version, and no other', () => {
  const lock = {
    name: 'thumbturn',
    version: '1.0.0',
    packages: {
      '': { name: 'thumbturn', version: '1.0.0', devDependencies: { other: '1.0.0' } },
      'packages/web': { name: '@thumbturn/web', version: '1.0.0', dependencies: { '@thumbturn/contract': '1.0.0' } },
      'node_modules/other': { version: '1.0.0' },
      'node_modules/@thumbturn/web': { resolved: 'packages/web', link: true },
    },
  }
  const changed = replace('package-lock.json', JSON.stringify(lock), '1.0.0')
  assert.deepEqual(changed.match(/"(other|@thumbturn\/contract|version)": "[\d.]+"/g), [
    '"version": "9.8.7"',
    '"version": "9.8.7"',
    '"other": "1.0.0"',
    '"version": "9.8.7"',
    '"@thumbturn/contract": "9.8.7"',
    '"version": "1.0.0"',
  ])
})

test('versions of the past, and longer ones, stay as they are', () => {
  const history = 'made before release 1.0.0; thumbturn-1.0.0.1.tgz; thumbturn:1.0.01'
  assert.equal(replace('docs/a.md', history, '1.0.0'), history)
  assert.equal(replace('docs/a.md', 'thumbturn_1.0.0_amd64.deb', '1.0.0'), 'thumbturn_9.8.7_amd64.deb')
  for (const path of ['CHANGELOG.md', 'bench/results/a.json', 'apps/service/src/storage/migrations/0001-baseline.ts'])
    assert.ok(!isWritten(path), path)
})
