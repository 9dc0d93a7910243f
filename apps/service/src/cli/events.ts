import type { Application } from '../core/applications/application.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import type { EventQuery, EventRecord } from '../core/events/event.ts'
import { type Severity, severities, severityOf } from '../core/events/registry.ts'
import { applicationNamed } from './app.ts'
import { moment, type Output, show, table } from './output.ts'

export type EventOptions = {
  type?: string
  user?: string
  since?: string
  until?: string
  severity?: string
  limit?: string
}

/** `events list <app> [--type <beginning>] [--user <id>] [--since <time>] …`: newest first. */
export async function eventsList(
  core: Core,
  output: Output,
  { appId, options }: { appId: string | undefined; options: EventOptions },
): Promise<void> {
  const events = await found(core, await applicationNamed(core, appId), queryOf(core, options))
  const shown = events.map((event) => ({ ...event, severity: severityOf(event.type) }))
  show(output, shown, () =>
    table(['time', 'severity', 'event', 'user', 'address', 'trace id', 'detail'], events.map(rowOf)),
  )
}

async function found({ store }: Core, { id }: Application, query: EventQuery): Promise<EventRecord[]> {
  const events: EventRecord[] = []
  for (let before = query.before; events.length < query.limit; ) {
    const page = await store.events.page(id, { ...query, before, limit: query.limit - events.length })
    events.push(...page.events)
    before = page.next
    if (before === undefined) break
  }
  return events
}

const rowOf = ({ type, at, userId, address, traceId, reason, detail }: EventRecord) => {
  const facts = Object.entries({ ...detail, ...(reason !== undefined && { reason }) })
  const said = facts.map(([name, fact]) => `${name}=${fact}`).join(' ')
  return [moment(at), severityOf(type), type, userId ?? '', address ?? '', traceId ?? '', said]
}

function queryOf(core: Core, { type, user, since, until, severity, limit = '100' }: EventOptions): EventQuery {
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw badRequest('--limit takes a whole number from 1 to 99999')
  if (type !== undefined && !/^[a-z0-9.-]+$/.test(type))
    throw badRequest('--type takes the beginning of a type, such as fido2.passkey')
  if (severity !== undefined && !isSeverity(severity))
    throw badRequest(`--severity takes one of ${severities.join(', ')}`)
  const [from, to] = [timeOf(core, since), timeOf(core, until)]
  return { type, userId: user, severity, since: from, until: to, limit: Number(limit) }
}

const isSeverity = (text: string): text is Severity => severities.some((one) => one === text)

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time as it is written, or so long ago: `90m`, `24h`, `7d`. */
function timeOf({ now }: Core, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now() - Number(count) * unitMs[unit]!
  if (Number.isNaN(at))
    throw badRequest(`"${text}" is no time: write 2026-11-20T09:30:00Z, or 90m, 24h, 7d for so long ago`)
  return at
}
