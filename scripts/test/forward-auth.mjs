// Proxies with TLS in front of protected sites, with the files of deploy/forward-auth: `npm run nightly -- forward-auth`, or some of them with
// `node scripts/test/forward-auth.mjs caddy apache`. Debian's packages are installed if root runs it. Traefik isn't one of them: it is
// tested if `traefik` is on PATH. nginx is in `npm run deploy:test`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { installByApt } from './apt.mjs'

const has = (path) => () => existsSync(path)
const hasTraefik = () => spawnSync('traefik', ['version'], { stdio: 'ignore' }).status === 0

/** Whether a proxy can run, and the packages of Debian that it needs. */
const proxies = {
  caddy: [has('/usr/bin/caddy'), ['caddy']],
  haproxy: [has('/usr/sbin/haproxy'), ['haproxy']],
  envoy: [has('/usr/bin/python3'), ['python3', 'python3-venv']],
  apache: [has('/usr/share/lua/5.3/socket/http.lua'), ['apache2', 'lua-socket']],
  traefik: [hasTraefik, []],
}

const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in proxies))
if (unknown === undefined) testProxies(words.length > 0 ? words : listTestable())
else fail(`There is no proxy ${unknown}: choose from ${Object.keys(proxies).join(', ')}.`)

function listTestable() {
  const names = Object.keys(proxies)
  if (hasTraefik()) return names
  console.log('Traefik is not tested, because no `traefik` is on PATH.')
  return names.filter((name) => name !== 'traefik')
}

function testProxies(wanted) {
  const isMissing = (name) => !proxies[name][0]()
  const missing = wanted.filter(isMissing).flatMap((name) => proxies[name][1])
  if (missing.length > 0) installByApt(missing)
  const lacking = wanted.filter(isMissing)
  if (lacking.length > 0) return fail(`Not installed: what ${lacking.join(', ')} needs.`)
  const files = wanted.map((name) => `scripts/test/forward-auth/${name}.test.ts`)
  const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files]
  process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
