import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Line, Timestamp } from '../shapes.ts'
import { actorKinds, auditActions } from '../vocabulary/audit.ts'
import { choice } from '../vocabulary/choice.ts'
import { rejections, SentTime, Strict } from './shapes.ts'

const exampleId = '019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'

const Values = (description: string) =>
  Type.Optional(
    Type.Object({}, { additionalProperties: true, description, examples: [{ 'settings.maxPasskeys': 25 }] }),
  )

const AuditEntry = Type.Object(
  {
    id: Type.String({ description: 'Sorts by time', examples: [exampleId] }),
    at: Timestamp('When the change was made'),
    actor: Type.Object({
      kind: choice(actorKinds, { description: 'Who made it', examples: ['member'] }),
      id: Type.String({ description: 'The member, or the admin key', examples: [exampleUserId] }),
      name: Type.String({ description: 'Their name at that time', examples: ['Ada Lovelace'] }),
    }),
    action: choice(auditActions, { description: 'What was done', examples: ['application.changed'] }),
    application: Type.Optional(Type.String({ description: 'The application', examples: ['shop'] })),
    target: Type.Optional(Type.String({ description: 'The id of what was changed', examples: [exampleUserId] })),
    before: Values('Fields as they were before; never secrets'),
    after: Values('The same fields after the change'),
    address: Type.Optional(Type.String({ description: 'The address of the caller', examples: ['192.0.2.1'] })),
    userAgent: Type.Optional(Type.String({ description: 'The program of the caller', examples: ['Mozilla/5.0'] })),
  },
  { title: 'AuditEntry' },
)

/** The audit log of the installation. */
export const auditRoutes = {
  auditList: route({
    method: 'GET',
    path: '/audit',
    canLag: true,
    access: { kind: 'admin', role: 'owner', scope: 'installation' },
    limit: 'admin',
    concurrency: 'report',
    tag: 'audit log',
    summary: 'Read the audit log',
    description:
      'Every administrative change by members, admin keys, and the command line, newest first. While the response has `next`, there are more: send it back as `before`, even if a page has fewer entries than `limit` or none, because one call searches only a few thousand.',
    query: Strict({
      application: Type.Optional(Line(63, { description: 'Only changes of this application', examples: ['shop'] })),
      actor: Type.Optional(
        Line(64, { description: 'Only changes by the actor with this id', examples: [exampleUserId] }),
      ),
      action: Type.Optional(
        choice(auditActions, { description: 'Only this action', examples: ['application.changed'] }),
      ),
      text: Type.Optional(
        Line(200, {
          minLength: 1,
          description:
            'Only changes that contain each of these words, in any case: in their actor, action, application, target, values, or address',
          examples: ['maxPasskeys'],
        }),
      ),
      since: Type.Optional(SentTime('Only changes from this time on')),
      until: Type.Optional(SentTime('Only changes before this time')),
      before: Type.Optional(
        Type.String({ pattern: patterns.uuid, description: 'Only changes before this one', examples: [exampleId] }),
      ),
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo1000,
          description: 'The maximum number of results; 100 by default',
          examples: ['100'],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        entries: Type.Array(AuditEntry),
        next: Type.Optional(Type.String({ description: 'Where the next page starts', examples: [exampleId] })),
      },
      { title: 'AuditLog' },
    ),
    also: { ...rejections, 400: 'A filter is invalid or unknown' },
  }),
} as const
