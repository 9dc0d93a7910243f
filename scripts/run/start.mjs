// `npm start` and `npm run thumbturn`: builds the demo when its sources changed, then runs the service's command line.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { buildPages } from '../build/pages.mjs'
import { isSiteBuilt } from '../build/site.mjs'
import { watchChain } from './chain.mjs'
import { node } from './command.mjs'
import { root } from './install.mjs'

const demosAfterMs = 1_000
const main = join(root, 'apps/service/src/main.ts')
const args = process.argv.slice(2)
const serves = args.length === 0 || (args.length === 1 && args[0] === 'serve')
const start = serves ? await settings() : undefined
// Before anything listens for it, there is nothing to stop.
if (start) watchChain(() => process.emit('orphaned') || process.exit(1))
if (start) buildDemo()

if (!process.exitCode) {
  process.argv = [process.argv[0], main, ...args]
  await import(main)
}
// By now the service answers, or has said why it cannot.
if (start && !process.exitCode) {
  // The first request comes first.
  if (start.demos) setTimeout(startDemosBeside, demosAfterMs)
  if (start.site) buildSiteBeside()
}

/** Undefined, and said, where they cannot be used. */
async function settings() {
  const { loadStart } = await import('./start-settings.ts')
  try {
    return loadStart(process.env)
  } catch ({ message }) {
    console.error(message)
    process.exitCode = 2
  }
}

/** Builds what /demo serves, unless it was built from just these sources. The service does not need it. */
function buildDemo() {
  const failed = buildPages(['demo'], () => console.log('Building the demo; this happens once…'))
  if (failed.length > 0) console.error('The demo could not be built; the service starts without it.')
}

/**
 * The bank and its neighbours are what an integrator would write, so they run in a process of their own, with addresses of
 * their own. It ends with this one: the channel between the two closes, however that comes.
 */
function startDemosBeside() {
  const { BASE_URL, DATA_DIR, THUMBTURN_MODE } = start.config
  const env = { ...process.env, ...start.demoPorts, SERVICE_URL: BASE_URL, DATA_DIR, THUMBTURN_MODE }
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [join(root, 'scripts/run/demos.mjs')], { cwd: root, stdio, env })
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL))
  child.on('error', ({ message }) => console.error(`The demos could not be started: ${message}`))
  child.on('exit', (code) => code && console.error('The demos have ended; the service goes on without them.'))
  child.unref()
  child.channel.unref()
}

/**
 * The website takes a minute and some packages of its own, so it is built beside the running service, with what the
 * processor has to spare. A machine without network stays without it, and the service does not notice.
 */
function buildSiteBeside() {
  if (process.env.CI || process.env.NODE_ENV === 'test' || isSiteBuilt()) return
  const log = join(root, 'node_modules/.cache/site.log')
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const output = openSync(log, 'w')
  // A group of its own, so that what the build starts ends with it.
  const options = { cwd: root, stdio: ['ignore', output, output], detached: true }
  const child = spawn(node, [join(root, 'scripts/build/docs.mjs'), 'build'], options)
  let isBuilding = true
  child.on('exit', () => {
    isBuilding = false
  })
  process.on('exit', () => isBuilding && child.pid && process.kill(-child.pid))
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.on('error', () => undefined)
  // The service doesn't wait for it, and ends it when it ends.
  child.unref()
  console.log('The documentation website is being built in the background; it appears at / when it is ready.')
}
