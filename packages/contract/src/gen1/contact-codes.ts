import { Type } from 'typebox'
import { route } from '../route.ts'
import { locales } from '../vocabulary/locales.ts'
import { failedToAuthenticate, notAsDescribed, tokenRejections, unknownClient, unknownUser } from './errors.ts'
import {
  AuthenticationResponse,
  ClientId,
  CredentialUuid,
  claimed,
  NoJwt,
  named,
  requestHeaders,
  stringEnum,
  Username,
  Uuid,
} from './shapes.ts'

const PhoneNumber = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'One international number that starts with + or 00; spaces, hyphens, dots, slashes, and parentheses are ignored',
  examples: ['+4915123456789'],
})
const Email = Type.String({
  minLength: 1,
  maxLength: 320,
  description: 'One email address',
  examples: ['ada@example.com'],
})
const Otp = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code, with or without spaces',
  examples: ['083174'],
})
const DeliveryMode = stringEnum(['sms', 'voice'], {
  description: 'sms (the default): an SMS; voice: a call that reads out the code',
  examples: ['sms'],
})
const Locale = stringEnum(locales, {
  description: "The language of the message; by default, the application's",
  examples: ['en-US'],
})
const ViaLink = Type.Boolean({
  default: false,
  description: 'Whether to send a link to the page in `emailLinkUrl` instead of digits to enter',
  examples: [false],
})
// The link says it already.
const WasViaLink = Type.Boolean({
  default: false,
  description: 'Accepted but ignored: `otp` is the value from the link, or what the user entered',
  examples: [false],
})
const ContactInit = Type.Object({ credential_uuid: Uuid('The credential') }, { title: 'ContactInit' })
const noLink = {
  why: 'via_link is true, but the application has no page for links (`not_acceptable`), or the body is invalid',
  msgCode: 'not_acceptable',
} as const
const badAddress = { why: 'No address, or several', msgCode: 'bad_request' } as const

const contactAddition = {
  method: 'POST',
  access: { kind: 'service', scope: 'credentials.force_add' },
  limit: 'send',
  tag: 'credentials',
  description:
    'Adds the address as a contact of the user and sends a code to it. Completing the call with that code verifies the contact. A user has one such contact; the previous one works until then.',
  headers: requestHeaders,
  ok: 200,
  result: ContactInit,
  also: { 400: badAddress, ...tokenRejections, 404: unknownUser },
} as const

const codeRequest = {
  method: 'POST',
  access: { kind: 'service', scope: 'auth.temporary' },
  limit: 'send',
  tag: 'authenticate',
  description:
    'Sends the code to the contact that the credential stands for, if it is verified. Does not reveal whether the user and the credential exist, and always queues one message.',
  headers: requestHeaders,
  ok: 200,
  result: ContactInit,
  also: { 400: notAsDescribed, ...tokenRejections, 404: unknownClient },
} as const

const codeSubmission = {
  method: 'POST',
  access: { kind: 'public' },
  limit: 'guess',
  headers: requestHeaders,
  ok: 200,
  result: AuthenticationResponse,
  also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
} as const

const contactCompletion = {
  ...codeSubmission,
  tag: 'credentials',
  description: 'Accepts the code that was sent, and signs the user in.',
} as const

const signIn = {
  ...codeSubmission,
  tag: 'authenticate',
  description:
    'Signs the user in with the code that was sent. A code works once, and the number of attempts is limited. No token is required.',
} as const

const codeRequestFields = { client_id: ClientId, username: Username, credential_uuid: CredentialUuid }
const codeSubmissionFields = { ...codeRequestFields, user_id: claimed.user_id, otp: Otp, no_jwt: Type.Optional(NoJwt) }
const phoneDelivery = { delivery_mode: Type.Optional(DeliveryMode), locale: Type.Optional(Locale) }
const emailDelivery = { via_link: Type.Optional(ViaLink), locale: Type.Optional(Locale) }

// Starting calls for email require the same scope as those for phones; no specification names one.
export const contactCodeRoutes = {
  phoneInitForce: route({
    ...contactAddition,
    path: '/credentials/phone/init/force',
    summary: 'Start adding a phone that your backend asserts',
    body: Type.Object({ ...named, phone_number: PhoneNumber, ...phoneDelivery }),
  }),
  phoneComplete: route({
    ...contactCompletion,
    path: '/credentials/phone/complete',
    summary: 'Complete adding a phone',
    body: Type.Object({ ...codeSubmissionFields, phone_number: Type.Optional(PhoneNumber) }),
  }),
  emailInitForce: route({
    ...contactAddition,
    path: '/credentials/email/init/force',
    summary: 'Start adding an email address that your backend asserts',
    body: Type.Object({ ...named, email: Email, ...emailDelivery }),
    also: { ...contactAddition.also, 400: noLink },
  }),
  emailComplete: route({
    ...contactCompletion,
    path: '/credentials/email/complete',
    summary: 'Complete adding an email address',
    body: Type.Object({ ...codeSubmissionFields, via_link: Type.Optional(WasViaLink) }),
  }),
  authenticatePhoneInit: route({
    ...codeRequest,
    path: '/authenticate/phone/init',
    summary: 'Send a code to a phone',
    body: Type.Object({ ...codeRequestFields, ...phoneDelivery }),
  }),
  authenticatePhoneComplete: route({
    ...signIn,
    path: '/authenticate/phone/complete',
    summary: 'Sign in with a code sent to a phone',
    body: Type.Object({ ...codeSubmissionFields, delivery_mode: Type.Optional(DeliveryMode) }),
  }),
  authenticateEmailInit: route({
    ...codeRequest,
    path: '/authenticate/email/init',
    summary: 'Send a code by email',
    body: Type.Object({ ...codeRequestFields, ...emailDelivery }),
    also: { ...codeRequest.also, 400: noLink },
  }),
  authenticateEmailComplete: route({
    ...signIn,
    path: '/authenticate/email/complete',
    summary: 'Sign in with a code sent by email',
    body: Type.Object({ ...codeSubmissionFields, via_link: Type.Optional(WasViaLink) }),
  }),
} as const
