import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { EventRecord } from './event.ts'

/** An event as the administration API and connectors name its fields; absent ones are undefined. */
export type PublishedEvent = ReturnType<typeof toPublishedEvent>

export function toPublishedEvent(event: EventRecord) {
  const { summary: msg, severity } = eventRegistry[event.type]
  return {
    eventId: event.type,
    msg,
    severity,
    uuid: event.id,
    timestamp: event.at,
    appId: event.appId,
    userId: event.userId,
    passkeyId: event.passkeyId,
    deviceId: event.deviceId,
    srcAddr: event.address,
    traceId: event.traceId,
    responseTimeUsec: event.duration,
    reason: event.reason,
    detail: event.detail,
  }
}
