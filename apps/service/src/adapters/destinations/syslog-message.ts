import type { Severity } from '@thumbturn/contract/vocabulary/events.ts'
import { toPublishedEvent } from '../../core/model/events/published-event.ts'
import type { OutgoingEvent } from '../../core/ports/destinations.ts'
import type { OpenConnector } from './opening.ts'

const severityNumbers: Readonly<Record<Severity, number>> = { info: 6, notice: 5, warning: 4, critical: 2 }

// The size that receivers should be able to receive (RFC 5424 §6.1), and a part of it.
const mostBytes = 8_192
const mostValueBytes = 2_048

/** A message (RFC 5424 §6) behind its length in bytes (RFC 5425 §4.3.1). */
export function toFrame(outgoing: OutgoingEvent, connector: OpenConnector<'syslog'>): string {
  const message = toMessage(outgoing, connector)
  return `${Buffer.byteLength(message)} ${message}`
}

function toMessage({ event, severity, message }: OutgoingEvent, { origin, target }: OpenConnector<'syslog'>): string {
  const priority = (target.facility ?? 10) * 8 + severityNumbers[severity]
  const time = new Date(event.at).toISOString()
  const host = new URL(origin).hostname.slice(0, 255)
  const { detail, ...fields } = toPublishedEvent(event)
  const named = Object.entries(detail ?? {}).map(([name, value]) => [`detail.${name}`, value] as const)
  const parameters = toParameters([...Object.entries(fields), ...named])
  const data = `[${target.structuredDataId ?? 'thumbturn@32473'}${parameters}]`
  return `<${priority}>1 ${time} ${host} thumbturn - ${toMessageId(event.type)} ${data} ${removeControls(message)}`
}

/** At most 32 characters: the type without its common beginning. */
export const toMessageId = (type: string): string => type.replace(/^fido2\./, '').slice(0, 32)

type Fields = readonly (readonly [name: string, value: unknown])[]

/** Parameters of structured data; those that don't fit are left out, and `truncated` says so. */
function toParameters(fields: Fields): string {
  let text = ''
  for (const [name, value] of fields) {
    if (value === undefined || name === 'msg') continue
    const parameter = ` ${name.slice(0, 32)}="${escapeValue(String(value))}"`
    if (Buffer.byteLength(text + parameter) > mostBytes - 1_024) return `${text} truncated="true"`
    text += parameter
  }
  return text
}

/** RFC 5424 §6.3.3. A line break could make receivers read another message. */
const escapeValue = (value: string) => shorten(removeControls(value)).replaceAll(/["\\\]]/g, '\\$&')

/** Also the separators of lines and paragraphs, and what changes the direction of text. */
const removeControls = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')

/** Valid UTF-8 of a limited size. */
function shorten(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostValueBytes) return bytes.toString()
  return `${new TextDecoder().decode(bytes.subarray(0, mostValueBytes), { stream: true })}…`
}
