import { Command, Option } from '@commander-js/extra-typings'
import { findSeverity } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { type Severity, severities } from '@thumbturn/contract/vocabulary/events.ts'
import type { Core } from '../core/core.ts'
import { badRequest } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { EventQuery, EventRecord } from '../core/model/events/event.ts'
import { applicationNamed } from './app.ts'
import type { Cli } from './cli.ts'
import { moment, show, wrapIndented } from './output.ts'

type EventOptions = {
  type?: string
  user?: string
  since?: string
  until?: string
  severity?: Severity
  limit: string
}

export const createEventsCommands = (cli: Cli) =>
  new Command('events').description("Read an application's history").addCommand(listCommand(cli))

const listCommand = (cli: Cli) =>
  new Command('list')
    .description('List events, newest first; those of thumbturn are about the installation itself')
    .argument('<app>', 'the application')
    .option('--type <beginning>', 'only types that start with this, such as fido2.passkey')
    .option('--user <id>', 'only events of this user')
    .addOption(new Option('--severity <least>', 'only this severity and higher ones').choices(severities))
    .option('--since <time>', 'only events since this time: 2026-11-20T09:30:00Z, or 90m, 24h, 7d ago')
    .option('--until <time>', 'before then')
    .option('--limit <n>', 'the maximum number of events', '100')
    .action((app, options) =>
      cli.run(async (core) => {
        const events = await readEvents(core, await applicationNamed(core, app), toQuery(core, options))
        const shown = events.map((event) => ({ ...event, severity: findSeverity(event.type) }))
        show(cli.output, shown, () => (events.length === 0 ? 'No such events.' : events.map(toText).join('\n')))
      }),
    )

async function readEvents({ store }: Core, { id }: Application, query: EventQuery): Promise<EventRecord[]> {
  const events: EventRecord[] = []
  for (let before = query.before; events.length < query.limit; ) {
    const page = await store.events.page(id, { ...query, before, limit: query.limit - events.length })
    events.push(...page.events)
    before = page.next
    if (before === undefined) break
  }
  return events
}

/** The type on a line of its own, then what else is known. */
function toText({ type, at, userId, address, traceId, reason, detail }: EventRecord): string {
  const facts = { user: userId, ...detail, reason, address, trace: traceId }
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined)
  const line = `${moment(at)}  ${findSeverity(type).padEnd(8)}  ${type}`
  if (known.length === 0) return line
  return `${line}\n    ${wrapIndented(known.map(([name, fact]) => `${name}=${fact}`).join(' '), '    ')}`
}

function toQuery(core: Core, { type, user, since, until, severity, limit }: EventOptions): EventQuery {
  if (!/^[1-9]\d{0,4}$/.test(limit)) throw badRequest('--limit takes a whole number from 1 to 99999')
  if (type !== undefined && !/^[a-z0-9._-]+$/.test(type))
    throw badRequest('--type takes the beginning of a type, such as fido2.passkey')
  const [from, to] = [parseTime(core, since), parseTime(core, until)]
  return { type, userId: user, severity, since: from, until: to, limit: Number(limit) }
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time, or how long ago: `90m`, `24h`, `7d`. */
function parseTime({ now }: Core, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now() - Number(count) * unitMs[unit]!
  if (Number.isNaN(at))
    throw badRequest(`"${text}" is not a time: write 2026-11-20T09:30:00Z, or 90m, 24h, 7d for a time that long ago`)
  return at
}
