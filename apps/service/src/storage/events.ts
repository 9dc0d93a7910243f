import type { EventRecord, EventStore } from '../core/events/event.ts'
import { type EventType, severities, severityOf } from '../core/events/registry.ts'
import { type Database, prepareInsert, prepareRead } from './database.ts'
import { sessionSpending } from './spent-sessions.ts'
import type { EventRow } from './tables.ts'

export function sqlEvents(db: Database): EventStore {
  const insertEvent = eventInsert(db)
  const spend = sessionSpending(db)
  const list = newestEvents(db)
  return {
    async append(event) {
      await db.atomically([insertEvent(event)])
    },
    async appendSpending(event, spending) {
      const steps = [spend(event.appId, spending), insertEvent(event)]
      return (await db.atomically(steps, { spent_sessions_id: false })) ?? true
    },
    async list(appId, limit) {
      return (await list({ appId, limit })).map(toEvent)
    },
  }
}

/** The step that appends an event in the batch of what it tells about. */
export function eventInsert(db: Database) {
  const insert = prepareInsert(db, 'events')
  return (event: EventRecord) => insert(eventRow(event))
}

/** Ids are time-ordered, so the primary key already has the order asked for. */
const newestEvents = (db: Database) =>
  prepareRead(db, ({ appId, limit }: { appId: string; limit: number }) =>
    db.query.selectFrom('events').select(eventColumns).where('app_id', '=', appId).orderBy('id', 'desc').limit(limit),
  )

/** An event as its row. */
export const eventRow = (event: EventRecord): EventRow => ({
  app_id: event.appId,
  id: event.id,
  type: event.type,
  at: event.at,
  user_id: event.userId ?? null,
  passkey_id: event.passkeyId ?? null,
  device_id: event.deviceId ?? null,
  detail: event.detail ? JSON.stringify(event.detail) : null,
  severity: severities.indexOf(severityOf(event.type)),
  address: event.address ?? null,
  trace_id: event.traceId ?? null,
  duration: event.duration ?? null,
  reason: event.reason ?? null,
})

const eventColumns = [
  'app_id',
  'id',
  'type',
  'at',
  'user_id',
  'passkey_id',
  'device_id',
  'detail',
  'address',
  'trace_id',
  'duration',
  'reason',
] as const

const toEvent = (row: Omit<EventRow, 'severity'>): EventRecord => ({
  id: row.id,
  appId: row.app_id,
  type: row.type as EventType,
  at: row.at,
  ...(row.user_id !== null && { userId: row.user_id }),
  ...(row.passkey_id !== null && { passkeyId: row.passkey_id }),
  ...(row.device_id !== null && { deviceId: row.device_id }),
  ...(row.address !== null && { address: row.address }),
  ...(row.trace_id !== null && { traceId: row.trace_id }),
  ...(row.duration !== null && { duration: row.duration }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.detail !== null && { detail: JSON.parse(row.detail) as EventRecord['detail'] }),
})
