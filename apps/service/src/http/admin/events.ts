import { Readable } from 'node:stream'
import type { Input } from '@thumbturn/contract'
import type { eventRoutes } from '@thumbturn/contract/admin/events.ts'
import { patterns } from '@thumbturn/contract/patterns.ts'
import type { Core } from '../../core/core.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { unknownApplication } from '../../core/model/applications/application.ts'
import type { EventQuery, EventRecord } from '../../core/model/events/event.ts'
import { type PublishedEvent, toPublishedEvent } from '../../core/model/events/published-event.ts'
import { readAllEvents } from '../../core/use-cases/events/read-all.ts'
import { type TailStep, tailEvents } from '../../core/use-cases/events/tail.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { parseTimestamp } from '../timestamp.ts'

type Filters = Omit<Input<typeof eventRoutes.eventsList>['query'], 'before' | 'limit'>

function readFilters({ user, passkey, device, since, until, detail, ...same }: Filters): Omit<EventQuery, 'limit'> {
  const colon = detail?.indexOf(':') ?? 0
  return {
    ...same,
    userId: user,
    passkeyId: passkey,
    deviceId: device,
    since: parseTimestamp(since),
    until: parseTimestamp(until),
    detail: detail === undefined ? undefined : { name: detail.slice(0, colon), value: detail.slice(colon + 1) },
  }
}

/** @throws AppError not_found: there is no such application, not even the installation's own */
export async function findApplication({ applications }: Core, id: string): Promise<Application> {
  const application = await applications.findFresh(id)
  if (!application) throw unknownApplication(id)
  return application
}

type NamedEvent = PublishedEvent & { username: string | undefined }

/** Events with the names that their users have now: events themselves keep IDs only. */
async function nameUsers({ store }: Core, appId: string, events: readonly EventRecord[]): Promise<NamedEvent[]> {
  const ids = new Set(events.flatMap(({ userId }) => userId ?? []))
  const names = ids.size === 0 ? undefined : await store.users.findUsernames(appId, [...ids])
  return events.map((event) => ({ ...toPublishedEvent(event), username: names?.get(event.userId ?? '') }))
}

/** An export that ends early has no last line. */
async function* toLines(pages: AsyncIterable<readonly EventRecord[]>, admitAgain: () => Promise<void>) {
  for await (const events of pages) {
    if (!(await isAdmitted(admitAgain))) return
    if (events.length > 0) yield events.map((event) => `${JSON.stringify(toPublishedEvent(event))}\n`).join('')
  }
  yield '{"end":true}\n'
}

/** Any other ID is a foreign one, or an empty one before the first event. */
const readLastEventId = (id: string | undefined) => (id !== undefined && idPattern.test(id) ? id : undefined)
const idPattern = new RegExp(patterns.uuid)

type Tail = {
  steps: AsyncIterable<TailStep>
  name: (events: readonly EventRecord[]) => Promise<NamedEvent[]>
  admitAgain: () => Promise<void>
}

/**
 * Server-sent events (HTML §9.2). Each step ends with an ID without data, which shows that the connection is open and from
 * where to resume, even before the first event.
 */
async function* toServerSentEvents({ name, steps, admitAgain }: Tail) {
  yield 'retry: 1000\n\n'
  for await (const { events, skipped, reached } of steps) {
    if (!(await isAdmitted(admitAgain))) return
    const parts = (await name(events)).map((event) => `id: ${event.uuid}\ndata: ${JSON.stringify(event)}\n\n`)
    yield `${skipped ? 'event: skipped\ndata: {}\n\n' : ''}${parts.join('')}id: ${reached}\n\n`
  }
}

/** Whether the caller can read on: neither did their session or key end, nor their role change. */
const isAdmitted = (admitAgain: () => Promise<void>) =>
  admitAgain().then(
    () => true,
    () => false,
  )

export const events = {
  async eventsList({ params, query }, { core }) {
    const application = await findApplication(core, params.id)
    const { before, limit = '100', ...filters } = query
    const page = { ...readFilters(filters), before, limit: Number(limit) }
    const { events, next } = await core.store.events.page(application.id, page)
    return { events: await nameUsers(core, application.id, events), next }
  },
  async eventsExport({ params, query }, { core, disconnectSignal, admitAgain }) {
    const { id: appId } = await findApplication(core, params.id)
    const all = readAllEvents(core, { appId, query: readFilters(query), signal: disconnectSignal() })
    return new CustomResponse(Readable.from(toLines(all, admitAgain)), {
      'content-disposition': `attachment; filename="events-${appId}.jsonl"`,
    })
  },
  async eventsStream({ params, query }, { core, lastEventId, disconnectSignal, admitAgain }) {
    const { id: appId } = await findApplication(core, params.id)
    const after = readLastEventId(lastEventId)
    const steps = tailEvents(core, { appId, query: readFilters(query), after, signal: disconnectSignal() })
    const name: Tail['name'] = (events) => nameUsers(core, appId, events)
    // A proxy must neither keep nor collect it.
    return new CustomResponse(Readable.from(toServerSentEvents({ steps, name, admitAgain })), {
      'x-accel-buffering': 'no',
    })
  },
} satisfies HandlersOf<typeof eventRoutes>
