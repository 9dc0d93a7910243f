import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import type { EngineObserver } from '../storage/engine/observer.ts'
import { readVersion } from './version.ts'

/** What watches a running service. */
export type Monitoring = {
  observers: readonly EngineObserver[]
  watchCore<C extends Core>(core: C): C
  watchServer(server: FastifyInstance): void
  recordUpkeep(core: Core): Promise<void>
  /** Serves the metrics; returns their address. */
  open(): Promise<string | undefined>
  close(): Promise<void>
}

const off: Monitoring = {
  observers: [],
  watchCore: (core) => core,
  watchServer: () => {},
  recordUpkeep: async () => {},
  open: async () => undefined,
  close: async () => {},
}

/** Loads only what is configured: the libraries take memory. */
export async function loadMonitoring(config: Config): Promise<Monitoring> {
  if (config.METRICS_PORT === undefined) return off
  return loadMetrics(config, config.METRICS_PORT)
}

async function loadMetrics(config: Config, port: number): Promise<Monitoring> {
  const { createMetrics } = await import('../observability/metrics/metrics.ts')
  const { openMetricsEndpoint } = await import('../observability/metrics/endpoint.ts')
  const { THUMBTURN_MODE: mode, METRICS_HOST: host, METRICS_TOKEN: token } = config
  const database = config.DATABASE_URL.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL'
  const metrics = createMetrics({ version: readVersion(), mode, database, node: process.version })
  let endpoint: Awaited<ReturnType<typeof openMetricsEndpoint>> | undefined
  return {
    observers: [metrics.observer],
    watchCore: metrics.watchCore,
    watchServer: metrics.watchServer,
    recordUpkeep: metrics.recordUpkeep,
    async open() {
      endpoint = await openMetricsEndpoint(metrics, { host, port, token })
      return endpoint.address
    },
    close: async () => endpoint?.close(),
  }
}
