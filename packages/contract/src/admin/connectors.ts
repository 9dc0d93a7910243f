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
    waitingEvents: count('How many events are waiting to be sent, before the filter', 12),
    waitingSeconds: count('How long the oldest of them has waited', 3),
    delivered: count('How many events the receiver accepted', 48_211),
    missed: count('How many events reached the end of their retention before they could be sent', 0),
    deadLetters: count('How many rejected events are kept so that they can be sent again', 0),
    lastDeliveryAt: Type.Optional(Timestamp('When the receiver last accepted events')),
    nextAttemptAt: Type.Optional(Timestamp('When the next attempt takes place, after a failure')),
    lastError: Type.Optional(
      Type.Object({
        kind: choice(deliveryFailures, {
          description:
            '`temporary`: the service tries again; `setup`: the connector or its receiver must be fixed; `rejected`: an event became a dead letter',
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
    description: 'Which secrets are stored; for headers, their names',
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
const also = { ...rejections, 404: 'The application or connector does not exist' } as const

/** Connectors, which send the events of an application to other systems. */
export const connectorRoutes = {
  connectorsList: route({
    ...onConnector,
    method: 'GET',
    path: '/applications/{id}/connectors',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the connectors',
    description:
      'Returns the connectors, oldest first, with their status but without their secrets. Viewers see the addresses without their paths, which can contain secrets.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ connectors: Type.Array(Connector) }, { title: 'Connectors' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  connectorGet: route({
    ...onConnector,
    method: 'GET',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Read a connector',
    description:
      'Returns the connector with its status but without its secrets. Viewers see its address without the path, which can contain a secret.',
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
    description: "The connector sends all events from now on. Only this response shows a webhook's signing secret.",
    params: Type.Object({ id: ApplicationId }),
    body: ConnectorRequest,
    ok: 200,
    result: NewConnector,
    also: {
      400: 'A field is invalid, a secret of that type is missing, or the application has 20 connectors',
      ...rejections,
      404: 'The application does not exist',
    },
  }),
  connectorChange: route({
    ...onConnector,
    method: 'PATCH',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change a connector',
    description:
      "Replaces the fields that you send, each as a whole. Other fields do not change. The next attempt follows immediately. If the receiver's address changes, `secrets` are required again.",
    params,
    body: ConnectorPatch,
    ok: 200,
    result: Connector,
    also: { ...also, 400: 'A field is invalid, the type changes, or the address changes without `secrets`' },
  }),
  connectorDelete: route({
    ...onConnector,
    method: 'DELETE',
    path: '/applications/{id}/connectors/{connectorId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a connector',
    description: 'Deletes the connector and its dead letters. Events that it has not sent yet are not sent.',
    params,
    ok: 204,
    also,
  }),
  connectorPause: route({
    ...onConnector,
    method: 'POST',
    path: '/applications/{id}/connectors/{connectorId}/pause',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Pause a connector',
    description:
      'The connector stops after the current batch. Events wait until it resumes, or until they are deleted.',
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
    description: 'The connector continues after the last event that it sent.',
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
      "Immediately sends one `fido2.connector.tested` event, even if the connector is paused, and returns the receiver's response.",
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
      'A webhook gets a new signing secret, and for 24 hours, its requests are also signed with the previous one. For other types, send the new `secrets` in the body. While a receiver rejects the secrets, events wait, so none are lost.',
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
      'Returns the events that the receiver rejected, oldest first. The newest 10,000 are kept for 30 days. `event` is absent if the event was deleted.',
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
      'Sends the oldest ones after a position, at most 100 per call. Removes those that the receiver accepts, and those whose events were deleted. If the response has `next`, there might be more: send it back as `after`.',
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
            description: 'Why the replay stopped early: the receiver failed',
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
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete dead letters',
    description: 'Deletes the dead letters at the given positions, or all of them. Their events remain in the history.',
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
