import type { ConnectorTarget, ConnectorType } from '@thumbturn/contract/vocabulary/connectors.ts'
import type { OpenDestination } from '../../core/ports/destinations.ts'
import type { Networks } from '../egress/addresses.ts'

/** The context that every destination needs from the installation. `now`: milliseconds since 1970. */
export type DestinationContext = { networks: Networks; now: () => number }

/** A connector of one type that is opened. */
export type OpenConnector<Type extends ConnectorType> = Omit<Parameters<OpenDestination>[0], 'target'> & {
  target: Extract<ConnectorTarget, { type: Type }>
}
