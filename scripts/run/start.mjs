// `npm start` and `npm run thumbturn`: runs the service's command line. While a started service runs, it builds what
// has changed of the demo, of the dashboard, and of the website, and runs the demo's backends.
import { spawn } from 'node:child_process'
import { accessSync, existsSync, constants as fsConstants, mkdirSync, openSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { buildDashboard, buildHosted, buildPages, hasDashboard, hasHosted, hasPage } from '../build/pages.mjs'
import { createBuildEnvironment } from '../build/run-build.mjs'
import { watchChain } from './chain.mjs'
import { node } from './command.mjs'
import { root } from './install.mjs'

const othersAfterMs = 1_000
const buildsNothing = process.env.CI || process.env.NODE_ENV === 'test'
const main = join(root, 'apps/service/src/main.ts')
const args = process.argv.slice(2)
const serves = args.length === 0 || (args.length === 1 && args[0] === 'serve')
const start = serves ? await settings() : undefined
// Before anything listens for the event, there is nothing to stop.
if (start) watchChain(() => process.emit('orphaned') || process.exit(1))
if (start) ensurePages()

if (!process.exitCode) {
  process.argv = [process.argv[0], main, ...args]
  await import(main)
}
// By now the service responds, or has reported why it can't.
if (start && !process.exitCode) {
  // The first request has priority.
  setTimeout(start.demos ? startDemosBeside : buildDemoBeside, othersAfterMs)
  setTimeout(buildDashboardBeside, othersAfterMs)
  setTimeout(buildHostedBeside, othersAfterMs)
  if (start.site) setTimeout(buildSiteBeside, othersAfterMs)
}

/** The settings; undefined if they are invalid, which is then reported. */
async function settings() {
  const { loadStart } = await import('./start-settings.ts')
  try {
    return loadStart(process.env)
  } catch ({ message }) {
    console.error(message)
    process.exitCode = 2
  }
}

/** Builds the pages of /demo and /dashboard and the hosted pages where there are none: the service serves only what it finds when it starts. */
function ensurePages() {
  if (!hasPage('demo')) ensureBuilt('demo', () => buildPages('demo'))
  if (!hasDashboard()) ensureBuilt('dashboard', buildDashboard)
  if (!hasHosted()) ensureBuilt('hosted pages', buildHosted)
}

function ensureBuilt(name, build) {
  console.log(`Building the ${name}; this happens once…`)
  if (!build()) console.error(`The ${name} could not be built; the service starts without it.`)
}

/**
 * The bank and the other backends are what an integrator would write, so they run in a process of their own, with their own
 * addresses. It ends with this process, however that happens, because the channel between the two closes.
 */
function startDemosBeside() {
  const { BASE_URL, DATA_DIR, THUMBTURN_MODE } = start.config
  const env = { ...process.env, ...start.demoPorts, SERVICE_URL: BASE_URL, DATA_DIR, THUMBTURN_MODE }
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [join(root, 'scripts/run/demos.mjs')], { cwd: root, stdio, env })
  // On a busy machine they would hardly run at all, and tests of them wait.
  if (!buildsNothing) child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL))
  child.on('error', ({ message }) => console.error(`The demos could not be started: ${message}`))
  child.on('exit', (code) => code && console.error('The demos have stopped; the service continues without them.'))
  child.unref()
  child.channel.unref()
}

function buildDemoBeside() {
  if (buildsNothing) return
  spawnBuild('demo', 'build:demo')
}

function buildDashboardBeside() {
  if (buildsNothing) return
  spawnBuild('dashboard', 'build')
}

function buildHostedBeside() {
  if (buildsNothing) return
  spawnBuild('hosted', 'build')
}

/**
 * The website takes a minute to build and needs its own packages, so it is built while the service runs, at the lowest
 * priority. Without network access the build fails, and the service is unaffected.
 */
function buildSiteBeside() {
  if (buildsNothing) return
  const isFirst = !isSiteBuilt()
  const build = spawnBuild('docs', 'build')
  if (build === undefined || !isFirst) return
  const { BASE_URL, PORT } = start.config
  // A free port is chosen later.
  const address = PORT === 0 ? '/' : `${BASE_URL}/`
  console.log(`The documentation is being built, which takes a few minutes. It will be at ${address}`)
  build.on('exit', () =>
    console.log(
      isSiteBuilt()
        ? `The documentation is ready: ${address}`
        : `The documentation could not be built; ${findLog('docs')} says why. The service is unaffected.`,
    ),
  )
}

const isSiteBuilt = () => existsSync(join(root, 'apps/docs/build/index.html'))

const findLog = (app) => `node_modules/.cache/${app}.log`

/** Runs a build of an app that ends with this process; undefined if nothing can be written. What it prints goes to a log file. */
function spawnBuild(app, script) {
  const folder = join(root, 'apps', app)
  if (!canWrite(folder)) return undefined
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const output = openSync(join(root, findLog(app)), 'w')
  // A process group of its own, so that the build's children end with it.
  const options = { cwd: folder, stdio: ['ignore', output, output], detached: true, env: createBuildEnvironment() }
  const child = spawn(node, ['--run', script], options)
  let isBuilding = true
  child.on('exit', () => {
    isBuilding = false
  })
  process.on('exit', () => isBuilding && child.pid && process.kill(-child.pid))
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.on('error', () => undefined)
  // The service doesn't wait for it, and ends it when it ends.
  child.unref()
  return child
}

/** A checkout that can't be written to stays as it was built. */
function canWrite(folder) {
  try {
    accessSync(folder, fsConstants.W_OK)
    return true
  } catch {
    return false
  }
}
