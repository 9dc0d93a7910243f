import { Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { exampleUserId } from '../sample.ts'
import { Timestamp } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import {
  ConnectorFilter,
  ConnectorName,
  ConnectorPatch,
  ConnectorRequest,
  ConnectorTarget,
  connectorStates,
  deliveryFailures,
  SecretsRequest,
} from '../vocabulary/connectors.ts'
import { AdminEvent } from './events.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const exampleError = 'The receiver responded with 503'

const ConnectorId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The connector',
  examples: [exampleUserId],
})

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

const Status = Type.Object(
  {
    state: choice(connectorStates, {
      description:
        '`retrying`: the last attempt failed, and another one follows; `attention`: the connector or its receiver must be fixed',
      examples: ['active'],
    }),
    waitingEvents: count('How many events wait to be sent, before the filter', 12),
    waitingSeconds: count('How long the oldest of them has waited', 3),
    delivered: count('How many events the receiver accepted', 48_211),
    missed: count('How many events were deleted before they could be sent, at the end of their retention', 0),
    deadLetters: count('How many events the receiver rejected, and are kept to be replayed', 0),
    lastDeliveryAt: Type.Optional(Timestamp('When the receiver last accepted events')),
    nextAttemptAt: Type.Optional(Timestamp('When the next attempt takes place, after one that failed')),
    lastError: Type.Optional(
      Type.Object({
        kind: choice(deliveryFailures, {
          description:
            '`temporary`: it is tried again; `setup`: the connector or its receiver must be fixed; `rejected`: an event became a dead letter',
          examples: ['temporary'],
        }),
        message: Type.String({ description: 'What happened', examples: [exampleError] }),
        at: Timestamp('When it happened'),
      }),
    ),
  },
  { title: 'ConnectorStatus' },
)

const fields = {
  id: Type.String({ description: 'The connector', examples: [exampleUserId] }),
  name: ConnectorName,
  target: ConnectorTarget,
  filter: ConnectorFilter,
  secretFields: Type.Array(Type.String({ examples: ['signingSecret'] }), {
    description: 'Which secrets are stored; of headers, their names',
    examples: [['signingSecret']],
  }),
  createdAt: Timestamp('When it was created'),
  pausedAt: Type.Optional(Timestamp('When it was paused; absent while it sends')),
  status: Status,
}

const Connector = Type.Object(fields, { title: 'Connector' })

const NewConnector = Type.Object(
  {
    ...fields,
    signingSecret: Type.Optional(
      Type.String({
        description: 'What a webhook is signed with, which is never shown again; absent for other types',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      }),
    ),
  },
  { title: 'NewConnector' },
)

const Position = (description: string) => Type.Integer({ minimum: 0, description, examples: [48_212] })

const DeadLetter = Type.Object(
  {
    position: Position('Its place among the events of the application; identifies the dead letter'),
    uuid: Type.String({ description: 'The event', examples: [exampleUserId] }),
    error: Type.String({ description: 'Why the receiver rejected it', examples: ['The receiver responded with 400'] }),
    rejectedAt: Timestamp('When the receiver rejected it'),
    expiresAt: Timestamp('When the dead letter is deleted'),
    event: Type.Optional(AdminEvent),
  },
  { title: 'DeadLetter' },
)

const onConnector = { limit: 'admin', tag: 'connectors' } as const
const params = Type.Object({ id: ApplicationId, connectorId: ConnectorId })
const also = { ...rejections, 404: 'There is no such application or connector' } as const

/** Connectors, which send the events of an application to other systems. */
export const connectorRoutes = {
  connectorsList: route({
    ...onConnector,
    method: 'GET',
    path: '/applications/{id}/connectors',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the connectors',
    description: 'With their status, oldest first, without their secrets.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ connectors: Type.Array(Connector) }, { title: 'Connectors' }),
    also: { ...rejections, 404: 'There is no such application' },
  }),
  connectorGet: route({
    ...onConnector,
    method: 'GET',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Read a connector',
    description: 'With its status, without its secrets.',
    params,
    ok: 200,
    result: Connector,
    also,
  }),
  connectorCreate: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Create a connector',
    description:
      'It sends the events from now on. The response is the only place where the signing secret of a webhook is shown.',
    params: Type.Object({ id: ApplicationId }),
    body: ConnectorRequest,
    ok: 200,
    result: NewConnector,
    also: {
      400: 'A field is invalid, a secret of that type is missing, or the application has 20 connectors',
      ...rejections,
      404: 'There is no such application',
    },
  }),
  connectorChange: route({
    ...onConnector,
    method: 'PATCH',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change a connector',
    description:
      'Fields that are absent stay as they are; those that are present are replaced as a whole. The next attempt follows at once. If the address of the receiver changes, `secrets` are required again.',
    params,
    body: ConnectorPatch,
    ok: 200,
    result: Connector,
    also: { ...also, 400: 'A field is invalid, the type changes, or the address without `secrets`' },
  }),
  connectorDelete: route({
    ...onConnector,
    method: 'DELETE',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a connector',
    description: 'With its dead letters. What it has not sent yet is not sent.',
    params,
    ok: 204,
    also,
  }),
  connectorPause: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/pause',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Pause a connector',
    description:
      'It stops after the batch that it is sending. Events wait until it resumes, or until they are deleted.',
    params,
    ok: 204,
    also,
  }),
  connectorResume: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/resume',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Resume a connector',
    description: 'It continues after the last event that it sent.',
    params,
    ok: 204,
    also,
  }),
  connectorTest: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/test',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Send a test event',
    description:
      'Sends one event of the type `fido2.connector.tested` at once, also while the connector is paused, and returns what the receiver said.',
    params,
    ok: 200,
    result: Type.Object(
      {
        delivered: Type.Boolean({ description: 'Whether the receiver accepted it', examples: [true] }),
        kind: Type.Optional(choice(deliveryFailures, { description: 'What failed', examples: ['setup'] })),
        error: Type.Optional(Type.String({ description: 'Why it failed', examples: [exampleError] })),
      },
      { title: 'ConnectorTest' },
    ),
    also,
  }),
  connectorRotate: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/rotate',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Replace the secrets',
    description:
      'A webhook gets a new signing secret, and is signed with the previous one too for 24 hours. Connectors of other types take the new `secrets` from the body. Events wait while a receiver rejects secrets, so none is lost.',
    params,
    body: SecretsRequest,
    bodyOptional: true,
    ok: 200,
    result: NewConnector,
    also: { ...also, 400: 'A secret is missing or invalid' },
  }),
  deadLettersList: route({
    ...onConnector,
    method: 'GET',
    path: '/applications/{id}/connectors/{connectorId}/dead-letters',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the dead letters',
    description:
      'The events that the receiver rejected, oldest first. The newest 10,000 are kept for 30 days. `event` is absent after the event was deleted.',
    params,
    query: Strict({
      after: Type.Optional(
        Type.String({
          pattern: patterns.position,
          description: 'Only those after this position',
          examples: ['48212'],
        }),
      ),
      limit: Type.Optional(
        Type.String({
          pattern: patterns.upTo1000,
          description: 'Maximum number of dead letters; 100 by default',
          examples: ['100'],
        }),
      ),
    }),
    ok: 200,
    result: Type.Object(
      {
        deadLetters: Type.Array(DeadLetter),
        next: Type.Optional(Position('Send it back as `after` for the next page')),
      },
      { title: 'DeadLetters' },
    ),
    also: { ...also, 400: 'A query parameter is invalid' },
  }),
  deadLettersReplay: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/dead-letters/replay',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Send dead letters again',
    description:
      'The oldest ones after a position, at most 100 in each call. Those that the receiver accepts, and those whose events were deleted, are removed. If the response has `next`, there may be more: send it back as `after`.',
    params,
    body: Strict({ after: Type.Optional(Position('Only those after this position')) }),
    bodyOptional: true,
    ok: 200,
    result: Type.Object(
      {
        delivered: count('How many the receiver accepted', 98),
        rejected: count('How many the receiver rejected again', 2),
        missed: count('How many were removed because their events were deleted', 0),
        error: Type.Optional(
          Type.String({
            description: 'Why the replay stopped before the last one: the receiver does not work',
            examples: [exampleError],
          }),
        ),
        next: Type.Optional(Position('The position of the last one that was tried')),
      },
      { title: 'DeadLetterReplay' },
    ),
    also: { ...also, 400: 'A field is invalid' },
  }),
  deadLettersDiscard: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/dead-letters/discard',
    access: { kind: 'admin', role: 'developer' },
    summary: 'Delete dead letters',
    description: 'Those at the given positions, or all. Their events stay in the history.',
    params,
    body: Strict({
      positions: Type.Optional(
        Type.Array(Position('A dead letter'), {
          maxItems: 1_000,
          description: 'Which ones; all by default',
          examples: [[48_212]],
        }),
      ),
    }),
    bodyOptional: true,
    ok: 200,
    result: Type.Object({ discarded: count('How many were deleted', 2) }, { title: 'DiscardedDeadLetters' }),
    also: { ...also, 400: 'A field is invalid' },
  }),
} as const
