import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { ApplicationId, rejections } from './shapes.ts'

const exampleId = '019aa0d2-6f40-7000-9c1b-3d2f4e5a6b7c'

const OutboxMessage = Type.Object(
  {
    id: Type.String({ description: 'Sorts by time', examples: [exampleId] }),
    channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('voice')], { examples: ['email'] }),
    to: Type.String({ description: 'The address or phone number', examples: ['ada@example.com'] }),
    locale: Type.String({ description: 'The language', examples: ['en-US'] }),
    createdAt: Timestamp('When it would have been sent'),
    senderName: Type.Optional(Type.String({ description: 'Only of an email', examples: ['Shop'] })),
    subject: Type.Optional(Type.String({ description: 'Only of an email', examples: ['Your code for Shop'] })),
    text: Type.String({ description: 'The whole text, with its code', examples: ['Your code is 123456.'] }),
  },
  { title: 'OutboxMessage' },
)

const shared = { method: 'GET', access: { kind: 'admin', role: 'developer' }, limit: 'admin', tag: 'outbox' } as const

/** The messages that are kept instead of being sent, in development. */
export const outboxRoutes = {
  outboxList: route({
    ...shared,
    path: '/applications/{id}/outbox',
    summary: 'List the messages in the outbox',
    description:
      'Returns the latest 50 messages, newest first. Works only in development mode. Messages are kept for a day.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ messages: Type.Array(OutboxMessage) }, { title: 'OutboxMessages' }),
    also: { ...rejections, 404: 'The application does not exist, or the service runs in production mode' },
  }),
  outboxShow: route({
    ...shared,
    path: '/applications/{id}/outbox/{messageId}',
    summary: 'Show a message in the outbox',
    description: 'Works only in development mode.',
    params: Type.Object({
      id: ApplicationId,
      messageId: Type.String({ minLength: 1, maxLength: 64, description: 'The message id', examples: [exampleId] }),
    }),
    ok: 200,
    result: OutboxMessage,
    also: { ...rejections, 404: 'The application or message does not exist, or the service runs in production mode' },
  }),
} as const
