import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { Core } from '../../core/core.ts'
import type { RequestWatch } from '../../http/request-watch.ts'
import type { EngineObserver } from '../../storage/engine/observer.ts'
import { countCeremonies } from './ceremonies.ts'
import { countClockJumps } from './clock.ts'
import { countConnectorEvents, showConnectorLag } from './connectors.ts'
import { measureDatabase, showDatabaseLoad } from './database.ts'
import { countLimits } from './limits.ts'
import { countOverload } from './overload.ts'
import { createRegistry } from './registry.ts'
import { measureRequests } from './requests.ts'
import { showUpkeep } from './upkeep.ts'

/** Labels of the metric that describes the running program. */
export type BuildInfo = { version: string; mode: string; database: string; node: string }

/** The metrics of a service, and what connects them to it. No label has values that a caller can choose. */
export type Metrics = {
  observer: EngineObserver
  /** The same core, counted. */
  watchCore<C extends Core>(core: C): C
  requests: RequestWatch
  /** Called for each call that is rejected because of overload, with the class of its limits. */
  countRejection(limit: LimitClass): void
  /** Called at the start, and after each upkeep. */
  recordUpkeep(core: Core): Promise<void>
  /** All metrics in the text format of Prometheus. */
  print(): Promise<string>
  contentType: string
}

export function createMetrics(build: BuildInfo): Metrics {
  const metrics = createRegistry()
  const { registry, gauge } = metrics
  const labelNames = ['version', 'mode', 'database', 'node'] as const
  gauge({ name: 'thumbturn_build_info', help: 'The running program; always 1', labelNames }).set(build, 1)
  const watches = [
    countCeremonies(metrics),
    countLimits(metrics),
    countClockJumps(metrics),
    countConnectorEvents(metrics),
  ]
  const [upkeep, lag] = [showUpkeep(metrics), showConnectorLag(metrics)]
  return {
    observer: measureDatabase(metrics),
    watchCore(core) {
      showDatabaseLoad(metrics, core.store)
      return Object.assign({ ...core }, ...watches.map((watch) => watch(core)))
    },
    requests: measureRequests(metrics),
    countRejection: countOverload(metrics),
    async recordUpkeep(core) {
      await upkeep.record(core)
      await lag.record(core)
    },
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
