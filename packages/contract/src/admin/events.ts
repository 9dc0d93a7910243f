import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleDeviceId, examplePasskeyId, exampleUserId } from '../sample.ts'
import { Line, Uuid } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { severities } from '../vocabulary/events.ts'
import { ApplicationId, rejections, SentTime, Strict } from './shapes.ts'

const Severity = choice(severities, { description: 'How important it is, least important first', examples: ['info'] })

// Field names are those that log analysis connectors expect.
/** An event of an application. */
export const AdminEvent = Type.Object(
  {
    eventId: Type.String({ description: 'The type, of the event registry', examples: ['fido2.passkey.auth.success'] }),
    msg: Type.String({ description: 'A description of the type', examples: ['A user signed in with a passkey.'] }),
    severity: Severity,
    uuid: Type.String({ description: 'Sorts by time', examples: ['019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'] }),
    timestamp: Type.Integer({ description: 'Milliseconds since 1970', examples: [1_763_630_000_000] }),
    appId: Type.String({ examples: ['shop'] }),
    userId: Type.Optional(Type.String({ examples: [exampleUserId] })),
    username: Type.Optional(
      Type.String({
        description: 'The username of the user at the time of the response; absent in exports, and of deleted users',
        examples: ['ada'],
      }),
    ),
    passkeyId: Type.Optional(Type.String({ examples: [examplePasskeyId] })),
    deviceId: Type.Optional(Type.String({ examples: [exampleDeviceId] })),
    srcAddr: Type.Optional(
      Type.String({ description: 'The client address, or its keyed hash', examples: ['203.0.113.9'] }),
    ),
    traceId: Type.Optional(
      Type.String({ description: 'X-Trace-Id of the call', examples: ['4bf92f3577b34da6a3ce929d0e0e4736'] }),
    ),
    responseTimeUsec: Type.Optional(
      Type.Integer({ description: 'Microseconds from the start of the call to the event', examples: [1_840] }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why, in a few words' })),
    detail: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Facts about the event', examples: [{ userVerified: true }] },
      ),
    ),
  },
  { title: 'AdminEvent' },
)

/** The events that a call is about, whenever they happen; several filters must all match. */
export const tailFilters = {
  type: Type.Optional(
    Type.String({
      pattern: patterns.eventType,
      description: 'The beginning of the type',
      examples: ['fido2.passkey'],
    }),
  ),
  user: Type.Optional(Uuid('Only events of this user')),
  passkey: Type.Optional(Uuid('Only events of this passkey')),
  device: Type.Optional(
    Line(64, { minLength: 1, description: 'Only events of this device', examples: [exampleDeviceId] }),
  ),
  address: Type.Optional(
    Line(64, {
      minLength: 1,
      description: 'Only events of calls from this address; its keyed hash if events are pseudonymized',
      examples: ['203.0.113.9'],
    }),
  ),
  traceId: Type.Optional(
    Line(128, {
      minLength: 1,
      description: 'Only events of this call',
      examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
    }),
  ),
  reason: Type.Optional(
    Line(200, { minLength: 1, description: 'The beginning of the reason', examples: ['unknown passkey'] }),
  ),
  detail: Type.Optional(
    Type.String({
      pattern: patterns.detailFilter,
      description: 'A fact of the detail as `name:value`; without a value, only events that lack it',
      examples: ['os:Windows'],
    }),
  ),
  severity: Type.Optional(Severity),
}

const filters = {
  ...tailFilters,
  since: Type.Optional(SentTime('Only events from this time on')),
  until: Type.Optional(SentTime('Only events before this time')),
}

const shared = { limit: 'admin', tag: 'events' } as const

/** Reading an application's history. */
export const eventRoutes = {
  eventsList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/events',
    concurrency: 'report',
    canLag: true,
    access: { kind: 'admin', role: 'viewer' },
    summary: "Read an application's events",
    description:
      'Newest first, those that match every filter. If the response has `next`, there may be more: send it back as `before`, even if a page has few events or none, because one call searches only a few thousand. The events of the installation itself belong to the application `thumbturn`.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict({
      ...filters,
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo1000,
          description: 'Maximum number of events; 100 by default',
          examples: ['100'],
        }),
      ),
      before: Type.Optional(
        Type.String({
          pattern: patterns.uuid,
          description: 'Only events before the one with this uuid',
          examples: ['019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        events: Type.Array(AdminEvent),
        next: Type.Optional(
          Type.String({
            description: 'Where the next page begins',
            examples: ['019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'],
          }),
        ),
      },
      { title: 'AdminEvents' },
    ),
    also: {
      400: 'A filter is invalid or unknown',
      ...rejections,
      404: 'There is no such application',
    },
  }),
  eventsExport: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/events/export',
    concurrency: 'export',
    canLag: true,
    access: { kind: 'admin', role: 'viewer' },
    summary: "Export an application's events",
    description:
      'All events that match every filter as JSON Lines, newest first, sent while they are read. The last line is `{"end":true}`; without it, the export is incomplete.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict(filters),
    ok: 200,
    media: 'application/x-ndjson',
    result: Type.String({ examples: [`{"eventId":"fido2.user.deleted","severity":"notice"}\n{"end":true}\n`] }),
    also: { 400: 'A filter is invalid or unknown', ...rejections, 404: 'There is no such application' },
  }),
  eventsStream: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/events/stream',
    concurrency: 'stream',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Follow new events',
    description:
      'New events that match every filter, within about a second, as server-sent events (`EventSource`): `id` is the uuid, and `data` the event. With `Last-Event-ID`, it resumes after that event, if it is at most five minutes old. `event: skipped` says that events were left out: more than 1,000 came before the client took the last ones, or the one to resume after is too old. An `id` without data says that nothing is missing up to then. The response ends after five minutes; `EventSource` then resumes automatically.',
    params: Type.Object({ id: ApplicationId }),
    query: Strict(tailFilters),
    ok: 200,
    media: 'text/event-stream',
    result: Type.String({
      examples: ['id: 019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c\ndata: {"eventId":"fido2.user.deleted"}\n\n'],
    }),
    also: { 400: 'A filter is invalid or unknown', ...rejections, 404: 'There is no such application' },
  }),
} as const
