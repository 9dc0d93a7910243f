import type { Input } from '@thumbturn/contract'
import type { eventRoutes } from '@thumbturn/contract/admin/events.ts'
import { badRequest, notFound } from '../../core/errors.ts'
import type { EventQuery, EventRecord } from '../../core/model/events/event.ts'
import { eventRegistry } from '../../core/model/events/registry.ts'
import type { HandlersOf } from '../call.ts'

const toResponse = (event: EventRecord) => {
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

function parseTime(name: string, text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : Date.parse(text)
  // The validator lets a leap second pass, which no clock of ours has.
  if (Number.isNaN(at)) throw badRequest(`${name} is no time`)
  return at
}

type Filters = Omit<Input<typeof eventRoutes.eventsList>['query'], 'before' | 'limit'>

function readFilters({ user, passkey, device, since, until, detail, ...same }: Filters): Omit<EventQuery, 'limit'> {
  const colon = detail?.indexOf(':') ?? 0
  return {
    ...same,
    userId: user,
    passkeyId: passkey,
    deviceId: device,
    since: parseTime('since', since),
    until: parseTime('until', until),
    detail: detail === undefined ? undefined : { name: detail.slice(0, colon), value: detail.slice(colon + 1) },
  }
}

export const events = {
  async eventsList({ params, query }, { core }) {
    const application = await core.applications.find(params.id)
    if (!application) throw notFound(`There is no application ${params.id}`)
    const { before, limit = '100', ...filters } = query
    const page = { ...readFilters(filters), before, limit: Number(limit) }
    const { events, next } = await core.store.events.page(application.id, page)
    return { events: events.map(toResponse), next }
  },
} satisfies HandlersOf<typeof eventRoutes>
