import { readFileSync, writeFileSync } from 'node:fs'
import { type EventType, eventRegistry } from '@thumbturn/service/core/model/events/registry.ts'

const page = new URL('../../docs/events.md', import.meta.url)

const head = `<!-- Written by npm run emit from core/model/events/registry.ts; change that instead. -->
# Events

What an application's history tells. Every event has a type, an \`id\` (a UUID that sorts by time), the time in milliseconds since
1970, the application, and the severity of its type; where it happened in a call also the client's \`address\`, the call's
\`traceId\` and how long the call had taken until then (\`duration\`, in microseconds). The columns below say what else it may have.

The \`traceId\` is that of the call's \`traceparent\` header (W3C Trace Context), else its \`X-Request-ID\`, else \`traceId\` in its
body, else a random one. The answer carries it as \`X-Trace-Id\`, and so does every line that the call leaves in the log.

An event is written in the same batch as what it tells of: neither is there without the other. What strangers can repeat at
will is bounded: a rejected ceremony of a known application has a \`….failure\` event with its reason, at most \`rejectionEvents\` (100)
a minute and application. All rejections are counted, and \`fido2.calls.refused\` says once a minute how many there were.

Members in *italics* are usernames or addresses. Where the application sets \`pseudonymiseEvents\`, they and the client's address
are kept as keyed hashes (\`~\` and 22 characters): the same person or address always has the same one in that application.

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
  console.error('docs/events.md is not what core/model/events/registry.ts says: run npm run emit')
  process.exitCode = 1
}
