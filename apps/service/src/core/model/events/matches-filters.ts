import { findSeverity } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { normalizeType } from '@thumbturn/contract/vocabulary/event-types.ts'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import type { EventFilters, EventRecord } from './event.ts'

type Filter = Exclude<keyof EventFilters, undefined>
type Rules = { [Name in Filter]: (event: EventRecord, wanted: NonNullable<EventFilters[Name]>) => boolean }

const rules: Rules = {
  type: (event, prefix) => event.type.startsWith(normalizeType(prefix)),
  severity: (event, severity) => severities.indexOf(findSeverity(event.type)) >= severities.indexOf(severity),
  userId: (event, id) => event.userId === id,
  passkeyId: (event, id) => event.passkeyId === id,
  deviceId: (event, id) => event.deviceId === id,
  address: (event, address) => event.address === address,
  traceId: (event, id) => event.traceId === id,
  reason: (event, prefix) => event.reason?.startsWith(prefix) ?? false,
  detail: (event, { name, value }) => String(event.detail?.[name] ?? '') === value,
}

/** Whether an event matches every filter, as a read of the store decides it. */
export const matchesFilters = (event: EventRecord, filters: EventFilters): boolean =>
  (Object.keys(rules) as Filter[]).every((name) => {
    const wanted = filters[name]
    return wanted === undefined || (rules[name] as (event: EventRecord, wanted: unknown) => boolean)(event, wanted)
  })
