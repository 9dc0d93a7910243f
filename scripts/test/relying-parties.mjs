// Programs of other languages sign a user in at a service, refresh their tokens, and sign the user out: `npm run nightly -- relying-parties`, or
// some of them with `node scripts/test/relying-parties.mjs django spring`. Debian's packages are installed if root runs it; the rest comes from
// the package index of each language.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { installByApt } from './apt.mjs'
import { ensureGoTool } from './go-tools.mjs'

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const hasGo = () => succeeds('sh', '-c', 'go version | grep -Eq "go1[.](2[5-9]|[3-9][0-9])"')
const hasPython = () => succeeds('python3', '-m', 'venv', '--help')

/** Whether a program can run, and the packages of Debian that it needs. */
const programs = {
  'oauth2-proxy': [hasGo, ['golang']],
  mod_auth_openidc: [
    () => existsSync('/usr/lib/apache2/modules/mod_auth_openidc.so'),
    ['apache2', 'libapache2-mod-auth-openidc', 'media-types'],
  ],
  django: [hasPython, ['python3-venv']],
  authlib: [hasPython, ['python3-venv']],
  'go-oidc': [hasGo, ['golang']],
  next: [() => true, []],
  'mcp-conformance': [() => true, []],
  spring: [() => succeeds('javac', '--version') && succeeds('mvn', '--version'), ['default-jdk-headless', 'maven']],
}

const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in programs))
if (unknown === undefined) testPrograms(words.length > 0 ? words : Object.keys(programs))
else fail(`There is no program ${unknown}: choose from ${Object.keys(programs).join(', ')}.`)

function testPrograms(wanted) {
  const missing = wanted.filter((name) => !programs[name][0]()).flatMap((name) => programs[name][1])
  if (missing.length > 0) installByApt(missing)
  const lacking = wanted.filter((name) => !programs[name][0]())
  if (lacking.length > 0) return fail(`Not installed: what ${lacking.join(', ')} needs.`)
  if (wanted.includes('oauth2-proxy')) process.env.OAUTH2_PROXY_PATH = ensureGoTool('oauth2-proxy') ?? ''
  const files = wanted.map((name) => `scripts/test/relying-parties/${name}.test.ts`)
  const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files]
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
