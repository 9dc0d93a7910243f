import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Config, splitAddressList } from '../config.ts'
import type { Core } from '../core/core.ts'
import { recordStart } from '../core/use-cases/applications/last-start.ts'
import { ensureOwnApplication, findAddressProblem, moveOwnApplication } from '../core/use-cases/applications/own.ts'
import { recordRejections } from '../core/use-cases/events/rejections.ts'
import type { Version } from '../http/current/public.ts'
import { listen } from '../http/listen.ts'
import { buildServer } from '../http/server.ts'
import { explainOutage, openData, trustOwnAuthorities } from '../installation.ts'
import { checkRunningService } from './check-running-service.ts'
import { startClockWatch } from './clock-watch.ts'
import { hasApplications, prepareDemo } from './demo-application.ts'
import type { InstallationState } from './greeting.ts'
import { layout } from './layout.ts'
import { startLoadShedding } from './load-shedding.ts'
import { createLog, flushLog } from './log.ts'
import { toggleDebugOnSignal } from './log-signal.ts'
import { loadMonitoring, type Monitoring } from './monitoring.ts'
import { findSetUp } from './set-up-link.ts'
import { announceReady, announceStart, warnAboutAddress } from './start-messages.ts'
import { stopOnSignal } from './stopping.ts'
import { recordCounts, upkeep } from './upkeep.ts'
import { readVersion } from './version.ts'
import { startWorkers } from './workers.ts'

const upkeepEveryMs = 60_000
/** How long the service waits for upkeep when it stops. */
const upkeepEndMs = 1_000
const compiledAfterMs = 2_000
/** How long started requests can continue once the service stops; all of it must end within five seconds. */
const patienceMs = 3_000

/** Connections that the system keeps until the event loop accepts them; beyond, clients wait a second or more until they try again. */
const mostUnaccepted = 4_096

/** Starts the service and returns once it listens. It stops on a signal, after it has responded to what it has begun, within five seconds. */
export async function serve(given: Config): Promise<void> {
  trustOwnAuthorities(given)
  const config = await withFreePort(given)
  const log = createLog(config)
  announceStart(config, log)
  const monitoring = await loadMonitoring(config, log)
  const core = monitoring.watchCore(await openData(config, { observers: monitoring.observers }))
  const opening = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const shedding = startLoadShedding(core, config.OVERLOAD_WAIT_MS, { log, count: monitoring.countRejection })
  const server = await buildServer({
    loadShedding: shedding,
    stopping: stopping.signal,
    opening: opening.promise,
    core,
    version: describeVersion(config),
    baseUrl: config.BASE_URL,
    ...findPages(config),
    log,
    watches: monitoring.requests,
    mode: config.THUMBTURN_MODE,
    command: layout.command,
    ...(layout.demoDataCommand !== undefined && { demoDataCommand: layout.demoDataCommand }),
    check: (applicationId) => checkRunningService(core, config, applicationId),
    securityContacts: { contacts: splitAddressList(config.SECURITY_CONTACT), policy: config.SECURITY_POLICY },
    trustedProxies: splitAddressList(config.TRUSTED_PROXIES),
  })
  const maintenance = startMaintenance(core, server.log, (signal) =>
    upkeep(core, config, signal).then(() => monitoring.recordUpkeep(core)),
  )
  const clockWatch = startClockWatch(core, server.log)
  const workers = startWorkers(core, server.log)
  core.metadata.start(server.log)
  const stop = async (delayMs = 0) => {
    stopping.abort()
    if (delayMs > 0) await pause(delayMs)
    for (const watch of [clockWatch, shedding]) watch?.stop()
    await stopParts({ core, server, monitoring, maintenance, workers })
  }
  const { STOP_DELAY_MS: delayMs } = config
  stopOnSignal(() => stop(delayMs), { log: server.log, flushLog: () => flushLog(log), delayMs })
  toggleDebugOnSignal(server.log, config.LOG_LEVEL)
  const running = await begin({ server, core, config, monitoring }).catch(async (error: unknown) => {
    opening.reject(error)
    // After a signal, what still begins finds the database closed.
    if (stopping.signal.aborted) return undefined
    await stop()
    throw explainOutage(error, config)
  })
  if (!running) return
  opening.resolve()
  announceReady({ config, ...running }, server.log)
  void core.store.warmUp()
  // Node would write what it compiled at the end only, and an end by kill -9 is none: the next start would be slow again.
  setTimeout(flushCompileCache, compiledAfterMs).unref()
}

type Startup = { server: FastifyInstance; core: Core; config: Config; monitoring: Monitoring }

/** Listens, and completes what is stored. Returns what the line that the service is ready says. */
async function begin({ server, core, config, monitoring }: Startup) {
  await listenQuietly(server, config)
  // Only now: a port that is taken is another service's origin.
  await ensureOwnApplication(core, config.BASE_URL)
  await moveOwnApplication(core, config.BASE_URL)
  await recordStart(core, { address: config.BASE_URL, mode: config.THUMBTURN_MODE })
  await core.watermark.advance()
  await monitoring.recordUpkeep(core)
  const found = await prepareApplications(core, config)
  const problem = await findAddressProblem(core, { baseUrl: config.BASE_URL, command: layout.command })
  if (problem) warnAboutAddress(problem, config, server.log)
  const setUp = await findSetUp(core, config, problem)
  return { found, setUp, metricsAddress: await monitoring.open() }
}

type Parts = {
  core: Awaited<ReturnType<typeof openData>>
  server: FastifyInstance
  monitoring: Monitoring
  maintenance: ReturnType<typeof startMaintenance>
  workers: ReturnType<typeof startWorkers>
}

/** Stops accepting requests first and closes the database last: the parts in between still write to it. */
async function stopParts({ core, server, monitoring, maintenance, workers }: Parts) {
  maintenance.stop()
  core.metadata.stop()
  const cutting = setTimeout(() => server.server.closeAllConnections(), patienceMs)
  await server.close()
  clearTimeout(cutting)
  await workers.stop()
  await monitoring.close()
  core.channels.mail?.close()
  await maintenance.finish()
  await core.store.close()
}

/** Starts what is written once a second or once a minute; `finish` writes what is left. */
function startMaintenance(core: Core, log: FastifyBaseLogger, keepUp: (signal: AbortSignal) => Promise<void>) {
  const stopping = new AbortController()
  const logged = (error: unknown) => log.error(error)
  const explaining = setInterval(() => void recordRejections(core).catch(logged), 1_000)
  let keepingUp: Promise<void> | undefined
  // One that takes longer than a minute isn't joined by the next one.
  const keepUpOnce = () => {
    keepingUp ??= keepUp(stopping.signal)
      .catch(logged)
      .finally(() => {
        keepingUp = undefined
      })
  }
  const timer = setInterval(keepUpOnce, upkeepEveryMs)
  return {
    stop() {
      stopping.abort()
      clearInterval(explaining)
      clearInterval(timer)
    },
    async finish() {
      await Promise.race([keepingUp, pause(upkeepEndMs, undefined, { ref: false })])
      await recordRejections(core).catch(logged)
      await recordCounts(core).catch(logged)
    },
  }
}

/** Fastify would log every socket address; the line that the service is ready says the address that a browser needs. */
async function listenQuietly(server: FastifyInstance, { PORT, HOST, LOG_LEVEL }: Config) {
  if (LOG_LEVEL === 'info' || LOG_LEVEL === 'debug') server.log.level = 'warn'
  await listen(server, { port: PORT, host: HOST, backlog: mostUnaccepted })
  server.log.level = LOG_LEVEL
}

/** `PORT=0`: the port must be known before the addresses that depend on it. */
async function withFreePort(config: Config): Promise<Config> {
  if (config.PORT !== 0) return config
  const { createServer } = await import('node:net')
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, config.HOST, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
  const BASE_URL = config.BASE_URL === 'http://localhost:0' ? `http://localhost:${port}` : config.BASE_URL
  return Object.freeze({ ...config, PORT: port, BASE_URL })
}

/** The demo is for development only. */
function findPages({ THUMBTURN_MODE }: Config) {
  const { demoFolder, dashboardFolder, hostedFolder, siteFolder } = layout
  const isDevelopment = THUMBTURN_MODE === 'development'
  return {
    ...(isDevelopment && demoFolder && { demoFolder }),
    ...(dashboardFolder && { dashboardFolder }),
    ...(hostedFolder && { hostedFolder }),
    ...(siteFolder && { siteFolder }),
  }
}

async function prepareApplications(core: Core, { BASE_URL, THUMBTURN_MODE }: Config): Promise<InstallationState> {
  if (THUMBTURN_MODE === 'development' && (await prepareDemo(core, BASE_URL))) return 'newDemo'
  return (await hasApplications(core)) ? 'applications' : 'nothing'
}

function describeVersion({ THUMBTURN_VERSION_HASH }: Config): Version {
  const version = readVersion()
  return THUMBTURN_VERSION_HASH === 'on' ? { version, hash: layout.identifyRelease() } : { version }
}
