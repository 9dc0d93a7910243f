import type { ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { Destination, OpenDestination } from '../core/ports/destinations.ts'
import { openWebhook } from './destinations/webhook.ts'
import { parseNetworks } from './egress/addresses.ts'
import { openEgress } from './egress/egress.ts'

type DestinationOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones. */
  networks: readonly string[]
  now: () => number
}

/** Opens destinations of every type. */
export function createDestinations({ networks: allowed, now }: DestinationOptions): OpenDestination {
  const networks = parseNetworks(allowed)
  return ({ id, target, secrets }) => {
    if (target.type === 'webhook') {
      return openWebhook({ id, url: target.url, secrets, egress: openEgress({ networks }), now })
    }
    return createUnavailable(target.type)
  }
}

const createUnavailable = (type: ConnectorType): Destination => ({
  send: async () => ({ status: 'failed', kind: 'setup', error: `This release can't send to ${type} yet` }),
  close: async () => {},
})
