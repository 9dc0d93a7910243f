import type { Severity } from '@thumbturn/contract/vocabulary/events.ts'
import type { OutgoingEvent } from '../../core/ports/destinations.ts'

/** As the data model of OpenTelemetry maps the severities of syslog. */
const severityNumbers: Readonly<Record<Severity, number>> = { info: 9, notice: 10, warning: 13, critical: 18 }

/** The body of an export, in the JSON encoding of protocol buffers: 64-bit integers are text. */
export const toExportRequest = (
  batch: readonly OutgoingEvent[],
  { appId, origin }: { appId: string; origin: string },
) => ({
  resourceLogs: [
    {
      resource: {
        attributes: toAttributes({
          'service.name': 'thumbturn',
          'service.instance.id': new URL(origin).host,
          'thumbturn.app.id': appId,
        }),
      },
      scopeLogs: [{ scope: { name: 'thumbturn.events' }, logRecords: batch.map(toLogRecord) }],
    },
  ],
})

function toLogRecord({ event, severity, message }: OutgoingEvent) {
  const { id, type, at, userId, address, traceId, detail = {} } = event
  const details = Object.entries(detail).map(([name, value]) => [`thumbturn.detail.${name}`, value])
  return {
    timeUnixNano: `${at}000000`,
    observedTimeUnixNano: `${at}000000`,
    severityNumber: severityNumbers[severity],
    severityText: severity,
    eventName: type,
    body: { stringValue: message },
    attributes: toAttributes({
      'log.record.uid': id,
      'event.name': type,
      'user.id': userId,
      'client.address': address,
      'thumbturn.passkey.id': event.passkeyId,
      'thumbturn.device.id': event.deviceId,
      'thumbturn.trace_id': traceId,
      'thumbturn.duration_us': event.duration,
      'thumbturn.reason': event.reason,
      ...Object.fromEntries(details),
    }),
    // Clients can also send trace IDs of other formats.
    ...(traceId !== undefined && /^(?!0+$)[0-9a-f]{32}$/.test(traceId) && { traceId }),
  }
}

type Value = string | number | boolean | undefined

const toAttributes = (values: Readonly<Record<string, Value>>) =>
  Object.entries(values)
    .filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined)
    .map(([key, value]) => ({ key, value: toAnyValue(value) }))

function toAnyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
