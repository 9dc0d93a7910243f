// `npm start` and `npm run thumbturn`: builds the demo when its sources changed, then runs the service's command line.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from './ensure.mjs'
import { fingerprint } from './fingerprint.mjs'
import { node } from './run.mjs'
import { isSiteBuilt } from './site.mjs'

const main = join(root, 'apps/service/src/main.ts')
const args = process.argv.slice(2)
const serves = args.length === 0 || args[0] === 'serve'
if (serves) buildDemo()

process.argv = [process.argv[0], main, ...args]
await import(main)
// By now the service answers, or has said why it cannot.
if (serves && !process.exitCode) buildSiteBeside()

/** Builds what /demo serves, unless it was built from just these sources. */
function buildDemo() {
  const demo = join(root, 'apps/demo')
  const stamp = join(demo, 'dist/.built-from')
  const state = fingerprint(['apps/demo', 'packages/web', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  console.log('Building the demo; this happens once…')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'error'], { cwd: demo, stdio: 'inherit' })
  // The service does not need its demo.
  if (status !== 0) return console.error('The demo could not be built; the service starts without it.')
  mkdirSync(join(demo, 'dist'), { recursive: true })
  writeFileSync(stamp, state)
}

/**
 * The website takes a minute and some packages of its own, so it is built beside the running service, with what the
 * processor has to spare. A machine without network stays without it, and the service does not notice.
 */
function buildSiteBeside() {
  if (process.env.CI || process.env.NODE_ENV === 'test' || process.env.SITE === 'off' || isSiteBuilt()) return
  const log = join(root, 'node_modules/.cache/site.log')
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const output = openSync(log, 'w')
  const child = spawn(node, [join(root, 'scripts/docs.mjs'), 'build'], { cwd: root, stdio: ['ignore', output, output] })
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.on('error', () => undefined)
  // The service may end before it; Ctrl+C ends both.
  child.unref()
  console.log('The documentation website is being built in the background; it appears at / when it is ready.')
}
