import { type TObject, type TProperties, Type } from 'typebox'
import { exampleUserId } from '../sample.ts'
import { choice } from '../vocabulary/choice.ts'
import { deliveryOutcomes } from '../vocabulary/deliveries.ts'
import { roles } from '../vocabulary/roles.ts'

/** The application that a route of the administration API refers to, in its path. */
export const ApplicationId = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'The application ID',
  examples: ['shop'],
})

/**
 * The objects that a caller sends: a misspelled field is an error that names it, instead of a change that doesn't
 * happen.
 */
export const Strict = <T extends TProperties>(
  properties: T,
  options: { examples?: object[]; oneOf?: object[] } = {},
): TObject<T> => Type.Object(properties, { additionalProperties: false, ...options })

/** Errors that every route of the administration API can return. */
export const rejections = {
  401: 'The admin key or the session is missing, unknown, expired, or revoked',
} as const

/** The outcome of a message that the call sent. */
export const Delivery = Type.Object(
  {
    outcome: choice(deliveryOutcomes, {
      description: '`sent`: the delivery service accepted it; `outbox`: the development outbox keeps it',
      examples: ['sent'],
    }),
    reason: Type.Optional(Type.String({ description: 'Why it failed', examples: ['Mailbox unavailable'] })),
  },
  { title: 'Delivery' },
)

/** A time that a caller sends. */
export const SentTime = (description: string, example = '2026-11-20T09:30:00.000Z') =>
  Type.String({ format: 'date-time', maxLength: 64, description, examples: [example] })

const RoleAssignment = Type.Object(
  {
    application: Type.String({
      minLength: 1,
      maxLength: 63,
      description: 'The application id, or `*` for the whole installation',
      examples: ['*'],
    }),
    role: choice(roles, {
      description: '`developer` includes `viewer`, and `owner` includes both',
      examples: ['owner'],
    }),
  },
  { title: 'RoleAssignment', additionalProperties: false },
)

/** The roles of a member or an invitation, at most one for each application. */
export const RoleAssignments = Type.Array(RoleAssignment, {
  minItems: 1,
  maxItems: 200,
  description: 'A role on the whole installation counts for each application too',
})

/** The roles of a member, who has none before an owner gives them the first one. */
export const HeldRoles = Type.Array(RoleAssignment, {
  maxItems: 200,
  description:
    'A role on the whole installation applies to every application. A member without roles is pending until an owner gives them one',
})

export const memberFields = {
  id: Type.String({
    description: 'The member, who is a user of the application `thumbturn`',
    examples: [exampleUserId],
  }),
  name: Type.String({ description: 'The name that other members see', examples: ['Ada Lovelace'] }),
  username: Type.String({ description: 'The username of the passkey', examples: ['ada'] }),
  email: Type.Optional(Type.String({ description: 'Where the invitation was sent', examples: ['ada@example.com'] })),
}

export const MemberSummary = Type.Object(memberFields, { title: 'MemberSummary' })
