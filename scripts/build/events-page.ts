import { readFileSync, writeFileSync } from 'node:fs'
import { type EventType, eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'

const page = new URL('../../docs/events.md', import.meta.url)

const head = `<!-- Written by npm run emit from packages/contract/src/vocabulary/event-registry.ts; change that instead. -->
# Events

The history of an application. Every event has a type, an \`id\` (a UUID that sorts by time), the time in milliseconds since
1970, the application, and the severity of its type. An event of a call also has the client's \`address\`, the call's \`traceId\`,
and how long the call had taken until then (\`duration\`, in microseconds). The columns below list what else it can have.

The \`traceId\` is that of the call's \`traceparent\` header (W3C Trace Context), else its \`X-Request-ID\`, else \`traceId\` in its
body, else a random one. The response carries it as \`X-Trace-Id\`, and every log line of the call contains it.

An event is written in the same batch as the change that it records, so neither exists without the other. Events that an
attacker can cause at will are limited: a rejected ceremony of a known application has a \`….failure\` event with its reason, at most \`rejectionEvents\` (100)
a minute and application. All rejections are counted, and \`fido2.calls.refused\` reports their number once a minute.

Fields in *italics* are usernames or contacts. If the application sets \`pseudonymiseEvents\`, they and the client's address
are stored as keyed hashes (\`~\` and 22 characters): the same user or address always has the same hash in that application.

| Event | Severity | When | About | Detail |
| --- | --- | --- | --- | --- |
`

const ids = { userId: 'user', passkeyId: 'passkey', deviceId: 'device' }

function row(type: EventType): string {
  const {
    severity,
    summary,
    fields,
    detail,
    personal = {},
  } = eventRegistry[type] as (typeof eventRegistry)[EventType] & {
    personal?: Record<string, string>
  }
  const about = fields.map((field) => ids[field]).join(', ')
  const members = [
    ...Object.entries(detail).map(([name, what]) => `\`${name}\`: ${what}`),
    ...Object.entries(personal).map(([name, what]) => `*\`${name}\`*: ${what}`),
  ]
  return `| \`${type}\` | ${severity} | ${summary} | ${about} | ${members.join('<br>')} |`
}

const wanted = `${head}${(Object.keys(eventRegistry) as EventType[]).map(row).join('\n')}\n`
if (!process.argv.includes('--check')) writeFileSync(page, wanted)
else if (readFileSync(page, 'utf8') !== wanted) {
  console.error('docs/events.md does not match packages/contract/src/vocabulary/event-registry.ts: run npm run emit')
  process.exitCode = 1
}
