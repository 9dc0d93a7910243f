import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { addressList, type Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { fitsRpId, isRpId } from '../core/model/applications/check.ts'
import { changeApplication, createApplication } from '../core/model/applications/create.ts'
import { ensureOwnApplication } from '../core/model/applications/own.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { recordRefusals } from '../core/model/events/rejected-calls.ts'
import { recordRejections } from '../core/model/events/rejections.ts'
import type { Version } from '../http/current/public.ts'
import { buildServer } from '../http/server.ts'
import { composers, hashRelease, openData } from '../installation.ts'
import { checkRunning } from './check-running.ts'
import { startClockWatch } from './clock-watch.ts'
import { startDeliveries } from './deliveries.ts'
import { stopOnSignal } from './stopping.ts'
import { upkeep } from './upkeep.ts'
import { readVersion } from './version.ts'

const demoFolder = fileURLToPath(new URL('../../../demo/dist/demo', import.meta.url))
const siteFolder = fileURLToPath(new URL('../../../docs/build', import.meta.url))
const rootFolder = fileURLToPath(new URL('../../../..', import.meta.url))
const upkeepEveryMs = 60_000
const compiledAfterMs = 2_000
/** How long requests that have begun may go on once the service stops; all of it must end within five seconds. */
const patienceMs = 3_000

/** Starts the service and returns once it listens. It stops on a signal, after it has responded to what it has begun, within five seconds. */
export async function serve(given: Config): Promise<void> {
  const config = await withFreePort(given)
  const core = await openData(config)
  const opening = Promise.withResolvers<void>()
  const server = await buildServer({
    opening: opening.promise,
    core,
    version: describeVersion(config),
    baseUrl: config.BASE_URL,
    demoFolder,
    siteFolder,
    logLevel: config.LOG_LEVEL,
    mode: config.THUMBTURN_MODE,
    check: () => checkRunning(core, config),
    trustedProxies: addressList(config.TRUSTED_PROXIES),
  })
  const logged = (error: unknown) => server.log.error(error)
  const explaining = setInterval(() => void recordRejections(core).catch(logged), 1_000)
  const keeping = setInterval(() => void upkeep(core).catch(logged), upkeepEveryMs)
  const clockWatch = startClockWatch(core, server.log)
  const deliveries = startDeliveries(core, composers, server.log)
  core.metadata.start(server.log)
  const stop = async () => {
    clearInterval(explaining)
    clearInterval(keeping)
    clockWatch.stop()
    core.metadata.stop()
    const cutting = setTimeout(() => server.server.closeAllConnections(), patienceMs)
    await server.close()
    clearTimeout(cutting)
    await deliveries.stop()
    core.channels.mail?.close()
    await recordRejections(core).catch(logged)
    await recordRefusals(core).catch(logged)
    await core.store.close()
  }
  stopOnSignal(stop, (reason) => server.log.info({ reason }, 'Stopping'))
  const begin = async () => {
    await listenQuietly(server, config)
    // Only now: a port that is taken is another service's origin.
    await ensureOwnApplication(core, config.BASE_URL)
    await core.watermark.advance()
    const firstRun = await ensureDemo(core, config.BASE_URL)
    if (!firstRun) await moveDemo(core, config.BASE_URL)
    opening.resolve()
    return firstRun
  }
  const firstRun = await begin().catch(async (error: unknown) => {
    opening.reject(error)
    await stop()
    throw error
  })
  process.stdout.write(greeting(config, firstRun))
  // Node would write what it compiled at the end only, and an end by kill -9 is none: the next start would be slow again.
  setTimeout(flushCompileCache, compiledAfterMs).unref()
}

/** Fastify would log the socket addresses; the greeting says the address that a browser needs. */
async function listenQuietly(server: FastifyInstance, { PORT, HOST, LOG_LEVEL }: Config) {
  if (LOG_LEVEL === 'info') server.log.level = 'warn'
  await server.listen({ port: PORT, host: HOST })
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

/** The application `demo` for the machine's own origin, made on the first run. True on the first run. */
async function ensureDemo(core: Core, baseUrl: string): Promise<boolean> {
  const { hostname, origin } = new URL(baseUrl)
  const applications = (await core.store.applications.list()).filter(({ id }) => id !== ownApplicationId)
  if (applications.length > 0 || !isRpId(hostname) || (await core.publicSuffixes.has(hostname))) return false
  await createApplication(core, { id: 'demo', name: 'Thumbturn demo', rpId: hostname, origins: [origin] })
  return true
}

/**
 * When the service has moved to another port since, its origin is added to the demo, so that it still works. Only once it
 * listens there: a port that is taken is the origin of somebody else.
 */
async function moveDemo(core: Core, baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl)
  const demo = await core.applications.find('demo')
  if (!demo || demo.origins.includes(origin) || !fitsRpId(origin, demo.rpId)) return
  await changeApplication(core, demo, { origins: [...demo.origins, origin] })
}

function describeVersion({ THUMBTURN_VERSION_HASH }: Config): Version {
  const version = readVersion()
  return THUMBTURN_VERSION_HASH === 'on' ? { version, hash: hashRelease(rootFolder) } : { version }
}

function greeting(config: Config, firstRun: boolean): string {
  const { BASE_URL, DATA_DIR, DATABASE_URL, THUMBTURN_MODE, SMTP_URL } = config
  const keepsMail = THUMBTURN_MODE === 'development' && SMTP_URL === undefined
  const database = DATABASE_URL.startsWith('sqlite:') ? DATABASE_URL : 'PostgreSQL'
  return [
    '',
    firstRun
      ? '  Thumbturn is ready. This was its first run: it made the application "demo".'
      : '  Thumbturn is ready.',
    '',
    ...(existsSync(siteFolder) ? [`  Docs      ${BASE_URL}/`] : []),
    `  Demo      ${BASE_URL}/demo/`,
    `  API       ${BASE_URL}/apps/demo/fido2/v2`,
    `  Data      ${DATA_DIR} (${database})`,
    ...(keepsMail ? ['  Mail      npx thumbturn outbox list demo'] : []),
    '',
    '  Stop with Ctrl+C. Everything else: npx thumbturn help',
    '',
    '',
  ].join('\n')
}
