// `npm run release:test [-- archive debian image reproducible]`: makes the release artifacts and tests them as a user gets
// them. It takes minutes and needs Debian 12 and root; not part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { canInstall, installByApt } from './apt.mjs'

/** Programs that the tests use, and the packages of Debian that contain them. */
const programs = {
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/sbin/dockerd': 'docker.io',
  '/usr/bin/docker': 'docker.io',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/sbin/ip': 'iproute2',
}
const files = Object.fromEntries(
  globSync('scripts/test/release/*.test.ts', { cwd: root }).map((path) => [basename(path, '.test.ts'), path]),
)
const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in files))
if (unknown !== undefined) fail(`There is no release test ${unknown}: choose from ${Object.keys(files).join(', ')}.`)
else if (!canInstall()) fail('These tests need Debian 12 and root: they install packages and start containers.')
else testRelease(words.length > 0 ? words : Object.keys(files))

function testRelease(chosen) {
  const missing = new Set(Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name])))
  if (missing.size > 0 && !installByApt([...missing])) return fail('apt-get could not install them: see above.')
  const out = mkdtempSync(join(tmpdir(), 'thumbturn-release-'))
  try {
    if (!run(node, ['scripts/release/release.mjs', '--out', out])) return fail('The release could not be made.')
    const failed = chosen.filter((name) => !testFile(name, out))
    console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
    process.exitCode = failed.length === 0 ? 0 : 1
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function testFile(name, out) {
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
  const test = [node, '--test', ...reporter, files[name]]
  // Nothing but loopback, so that whatever the archive fetched would fail.
  const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const [command, ...args] = name === 'archive' ? [...alone, ...test] : test
  console.log(`\n${name}`)
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, RELEASE_DIR: out } }).status === 0
  )
}

function fail(message) {
  console.error(message)
  process.exitCode = 2
}
