import { type EventType, eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import type { EventRecord } from '@thumbturn/service/core/model/events/event.ts'
import type { OutgoingEvent } from '@thumbturn/service/core/ports/destinations.ts'

/** 2026-11-23T08:30:00.123Z */
export const eventTime = 1_795_422_600_123

/** An event as a connector sends it, with every field. */
export function outgoing(position: number, changes: Partial<EventRecord> = {}): OutgoingEvent {
  const type: EventType = changes.type ?? 'fido2.passkey.auth.success'
  const { severity, summary: message } = eventRegistry[type]
  const event: EventRecord = {
    id: `019aa0d2-6f40-7000-9c1b-${String(position).padStart(12, '0')}`,
    appId: 'shop',
    type,
    at: eventTime + position,
    userId: '5f0c3a8e-0f4b-4d0c-8a56-7a1f4a7d1c11',
    passkeyId: '0b7d5d2c-7c0d-4d9e-9a51-3a1f4a7d1c22',
    deviceId: 'd1',
    address: '203.0.113.9',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    duration: 1840,
    detail: { userVerified: true, client: 'Chrome 142', os: 'Windows 11', took: 812.5, count: 3 },
    ...changes,
  }
  return { position, event, severity, message }
}

/** Consecutive events from a position on. */
export const outgoingBatch = (length: number, from = 1): OutgoingEvent[] =>
  Array.from({ length }, (_, index) => outgoing(from + index))

/** Values that break careless formats: other lines, quotes, brackets, and every kind of Unicode. */
export const awkwardTexts = [
  'a\nb',
  'a\r\n<86>1 2026-11-23T08:30:00Z evil thumbturn - - - forged',
  'quote " backslash \\ bracket ] end',
  'Ñandú 🦤 مرحبا 你好',
  'tab\tnull\u0000escape\u001b[31mred',
  'line\u2028paragraph\u2029next\u0085right-to-left\u202e',
  '{"json": [1, "2"]}',
  '</script><script>alert(1)</script>',
]
