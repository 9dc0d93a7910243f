import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import type { Connector } from '../../model/connectors/connector.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { OutgoingEvent } from '../../ports/destinations.ts'

/** An event with what its type says about it. */
export function toOutgoing(event: EventRecord, position: number): OutgoingEvent {
  const { severity, summary: message } = eventRegistry[event.type]
  return { position, event, severity, message }
}

/** Whether a connector sends events of that type. */
export function isSelected({ filter }: Connector, { type }: EventRecord): boolean {
  const { severity = 'info', types = [] } = filter
  const level = severities.indexOf(eventRegistry[type].severity)
  return level >= severities.indexOf(severity) && (types.length === 0 || types.some((start) => type.startsWith(start)))
}
