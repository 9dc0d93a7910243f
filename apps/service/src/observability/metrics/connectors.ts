import { connectorTypes } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Core } from '../../core/core.ts'
import type { DeliveryResult } from '../../core/ports/destinations.ts'
import { listConnectors } from '../../core/use-cases/connectors/status.ts'
import type { MetricRegistry } from './registry.ts'

/** Counts the events that receivers accepted, and the attempts that failed. */
export function countConnectorEvents({ counter }: MetricRegistry): (core: Core) => Pick<Core, 'openDestination'> {
  const delivered = counter({
    name: 'thumbturn_connector_events_total',
    help: 'Events that receivers of connectors accepted',
    labelNames: ['type'],
  })
  const failed = counter({
    name: 'thumbturn_connector_failures_total',
    help: 'Batches that receivers of connectors did not accept, by kind of failure',
    labelNames: ['type', 'kind'],
  })

  function count(type: string, events: number, result: DeliveryResult) {
    if (result.status === 'delivered') delivered.inc({ type }, events)
    else failed.inc({ type, kind: result.kind })
  }

  return ({ openDestination }) => ({
    openDestination(connector) {
      const destination = openDestination(connector)
      return {
        close: () => destination.close(),
        async send(batch, signal) {
          const result = await destination.send(batch, signal)
          count(connector.target.type, batch.length, result)
          return result
        },
      }
    },
  })
}

/** Shows how long the oldest event waits for a connector of each type. */
export function showConnectorLag({ gauge }: MetricRegistry) {
  const waiting = gauge({
    name: 'thumbturn_connector_lag_seconds',
    help: 'How long the oldest event has waited for a connector of this type that is not paused; measured every minute',
    labelNames: ['type'],
  })
  return {
    async record(core: Core): Promise<void> {
      const applications = await core.store.connectors.listApplications()
      const listed = (await Promise.all(applications.map((id) => listConnectors(core, id)))).flat()
      const running = listed.filter(({ status }) => status.state !== 'paused')
      for (const type of connectorTypes) {
        const lags = running
          .filter(({ connector }) => connector.target.type === type)
          .map(({ status }) => status.lag.ms)
        if (lags.length > 0) waiting.set({ type }, Math.max(...lags) / 1_000)
        else waiting.remove({ type })
      }
    },
  }
}
