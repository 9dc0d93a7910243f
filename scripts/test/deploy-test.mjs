// `npm run deploy:test [-- nginx caddy forward-auth compose helm]`: runs the files of deploy/ as an operator would. It takes minutes and needs
// Debian 12 and root; not part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { node } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'
import { canInstall, installByApt } from './apt.mjs'
import { ensureHeadlessShell } from './browser.mjs'
import { ensureGoTool } from './go-tools.mjs'

/** Programs that the tests use, and the packages of Debian that contain them. */
const programs = {
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/caddy': 'caddy',
  '/usr/bin/openssl': 'openssl',
  '/usr/sbin/ip': 'iproute2',
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/sbin/dockerd': 'docker.io',
  '/usr/bin/docker': 'docker.io',
  '/usr/sbin/iptables': 'iptables',
  '/usr/bin/wget': 'wget',
  '/usr/lib/postgresql/15/bin/initdb': 'postgresql',
}
/** The network has loopback only, with free ports and the addresses of two clients. The names lead to a public address, because
 * Chromium doesn't let public pages call loopback. */
const alone = `
ip link set lo up
ip address add 192.0.2.1/32 dev lo
ip address add 203.0.113.7/32 dev lo
ip address add 198.51.100.9/32 dev lo
mount --bind "$HOSTS" /etc/hosts
exec "$@"`

/** The further tools of each test. */
const goTools = { caddy: ['caddy'], compose: ['caddy', 'compose'], helm: ['helm'] }
const files = Object.fromEntries(
  globSync('scripts/test/deploy/*.test.ts', { cwd: root }).map((path) => [basename(path, '.test.ts'), path]),
)
const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in files))
if (unknown !== undefined) fail(`There is no deploy test ${unknown}: choose from ${Object.keys(files).join(', ')}.`)
else if (!canInstall()) fail('These tests need Debian 12 and root: they install packages and start servers.')
else testDeploy(words.length > 0 ? words : Object.keys(files))

function testDeploy(chosen) {
  const missing = new Set(Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name])))
  if (missing.size > 0 && !installByApt([...missing])) return fail('apt-get could not install them: see above.')
  const chromium = ensureHeadlessShell()
  if (!chromium) return fail('There is no Chromium.')
  if (chosen.includes('helm')) ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-deploy-'))
  try {
    makeCertificates(folder)
    writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost\n192.0.2.1 id.example.com shop.id.example.com\n')
    const failed = chosen.filter((name) => !testFile(name, { folder, chromium }))
    console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
    process.exitCode = failed.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A certificate authority of its own, and the certificate that the proxies present. */
function makeCertificates(folder) {
  const names = 'subjectAltName=DNS:id.example.com,DNS:*.id.example.com'
  const openssl = (...args) => spawnSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const key = (file) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file]
  openssl('req', '-x509', ...key('ca.key'), '-subj', '/CN=Test authority', '-days', '30', '-out', 'ca.pem')
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
  const leaf = ['-subj', '/CN=id.example.com', '-addext', names, '-addext', 'basicConstraints=critical,CA:FALSE']
  openssl('req', '-x509', ...issuer, ...key('privkey.pem'), ...leaf, '-days', '30', '-out', 'fullchain.pem')
}

function testFile(name, { folder, chromium }) {
  const reporter = ['--test-reporter=spec', '--test-reporter-destination=stdout']
  const tools = (goTools[name] ?? []).map((tool) => [`${tool.toUpperCase()}_PATH`, ensureGoTool(tool)])
  if (tools.some(([, path]) => path === undefined)) return false
  const env = {
    ...process.env,
    ...Object.fromEntries(tools),
    HOSTS: join(folder, 'hosts'),
    DEPLOY_CERTIFICATES: folder,
    // Helpers of scripts/test/release/ require it.
    RELEASE_DIR: folder,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    CHROMIUM_PATH: chromium,
  }
  console.log(`\n${name}`)
  const test = [node, '--test', ...reporter, files[name]]
  // Docker's daemon gets a network of its own instead: images are made with packages of Debian.
  const isolated = name === 'nginx' || name === 'caddy'
  const [command, ...args] = isolated ? ['unshare', '--net', '--mount', 'sh', '-ec', alone, 'sh', ...test] : test
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

function fail(message) {
  console.error(message)
  process.exitCode = 2
}
