import type { Core } from '../../core.ts'
import type { Connector, DeadLetter } from '../../model/connectors/connector.ts'

const keptMs = 30 * 86_400_000

/** The record of an event that the receiver of a connector rejected. */
export const createDeadLetter = (
  { now }: Pick<Core, 'now'>,
  { appId, id: connectorId }: Connector,
  rejected: Pick<DeadLetter, 'eventId' | 'position' | 'error'>,
): DeadLetter => ({ appId, connectorId, ...rejected, at: now(), expiresAt: now() + keptMs })
