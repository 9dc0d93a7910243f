import { readFileSync } from 'node:fs'
import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import type { RequestWatch } from '../http/request-watch.ts'
import type { EngineObserver } from '../storage/engine/observer.ts'
import { layout } from './layout.ts'
import { readVersion } from './version.ts'

/** Something that watches a running service. */
type Watch = {
  observer: EngineObserver
  watchCore<C extends Core>(core: C): C
  requests: RequestWatch
  countRejection?(limit: LimitClass): void
  recordUpkeep?(core: Core): Promise<void>
  /** Serves what it knows; returns the address. */
  open?(): Promise<string>
  close(): Promise<void>
}

/** Everything that watches a running service. */
export type Monitoring = {
  observers: readonly EngineObserver[]
  watchCore<C extends Core>(core: C): C
  requests: readonly RequestWatch[]
  countRejection(limit: LimitClass): void
  recordUpkeep(core: Core): Promise<void>
  /** Serves the metrics; returns their address. */
  open(): Promise<string | undefined>
  close(): Promise<void>
}

/** Loads only what is configured: the libraries take memory. */
export async function loadMonitoring(config: Config, log: FastifyBaseLogger): Promise<Monitoring> {
  const loaded = await Promise.all([loadMetrics(config), loadTraces(config, log)])
  const watches = loaded.filter((watch) => watch !== undefined)
  return {
    observers: watches.map(({ observer }) => observer),
    watchCore: (core) => watches.reduce((watched, watch) => watch.watchCore(watched), core),
    requests: watches.map(({ requests }) => requests),
    countRejection: (limit) => {
      for (const watch of watches) watch.countRejection?.(limit)
    },
    recordUpkeep: async (core) => {
      for (const watch of watches) await watch.recordUpkeep?.(core)
    },
    open: async () => (await Promise.all(watches.map((watch) => watch.open?.()))).find((address) => address),
    close: async () => void (await Promise.all(watches.map((watch) => watch.close()))),
  }
}

const isOnSqlite = ({ DATABASE_URL }: Config) => DATABASE_URL.startsWith('sqlite:')

async function loadMetrics(config: Config): Promise<Watch | undefined> {
  const { THUMBTURN_MODE: mode, METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = config
  if (port === undefined) return undefined
  const { createMetrics } = await import('../observability/metrics/metrics.ts')
  const { openMetricsEndpoint } = await import('../observability/metrics/endpoint.ts')
  const database = isOnSqlite(config) ? 'SQLite' : 'PostgreSQL'
  const metrics = createMetrics({ version: readVersion(), mode, database, node: process.version })
  let endpoint: Awaited<ReturnType<typeof openMetricsEndpoint>> | undefined
  return {
    ...metrics,
    async open() {
      endpoint = await openMetricsEndpoint(metrics, { host, port, token })
      return endpoint.address
    },
    close: async () => endpoint?.close(),
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether the standard variables of OpenTelemetry name a collector for traces. */
export const wantsTraces = (env: Environment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none'

/** The packages of OpenTelemetry are optional peers of the package, in the versions that it was tested with. */
function createInstallCommand(): string {
  const { peerDependencies } = JSON.parse(readFileSync(layout.manifest, 'utf8')) as { peerDependencies: object }
  return `npm install ${Object.entries(peerDependencies)
    .filter(([name]) => name.startsWith('@opentelemetry/'))
    .map(([name, version]) => `${name}@${version}`)
    .join(' ')}`
}

const importTraces = () => import('../observability/traces/traces.ts')

/** Without the packages of OpenTelemetry, which are optional, the service runs and says how to install them. */
export async function loadTraces(
  config: Config,
  log: FastifyBaseLogger,
  { env = process.env as Environment, load = importTraces } = {},
): Promise<Watch | undefined> {
  if (!wantsTraces(env)) return undefined
  try {
    const { createTraces } = await load()
    return createTraces({ version: readVersion(), database: isOnSqlite(config) ? 'sqlite' : 'postgresql', log })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    log.warn({ install: createInstallCommand() }, 'Traces are off: the packages of OpenTelemetry are not installed')
    return undefined
  }
}
