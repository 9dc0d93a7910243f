import { Type } from 'typebox'
import { route } from '../route.ts'
import { failedToAuthenticate, unknownClient } from './authentication.ts'
import { notAsDescribed, tokenRefusals } from './errors.ts'
import { AuthenticationResponse, ClientId, NoJwt, oneOf, requestHeaders, UserId, Username, Uuid } from './shapes.ts'

const CredentialUuid = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The credential',
  examples: ['5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'],
})
const PhoneNumber = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'One international number',
  examples: ['+4915123456789'],
})
const Email = Type.String({
  minLength: 1,
  maxLength: 320,
  description: 'One e-mail address',
  examples: ['ada@example.com'],
})
const Otp = Type.String({ minLength: 1, maxLength: 32, description: 'The code, however spaced', examples: ['083174'] })
const DeliveryMode = oneOf(['sms', 'voice'], {
  description: 'sms, unless told: a text message; voice: a call that reads the code out',
  examples: ['sms'],
})
const Locale = oneOf(['en-US', 'zh-CN', 'es-ES'], {
  description: 'The language of the message; that of the application unless told',
  examples: ['en-US'],
})
const ViaLink = Type.Boolean({
  default: false,
  description: 'Only false: this service sends codes, and has no page for a link to lead to',
  examples: [false],
})
const ContactInit = Type.Object({ credential_uuid: Uuid('The credential') }, { title: 'ContactInit' })
const unknownUser = { why: 'User not found', msgCode: 'user_not_found' } as const
const noLink = {
  why: 'via_link is true (`not_acceptable`), or the body is not as described',
  msgCode: 'not_acceptable',
} as const
const badAddress = { why: 'No address, or several, or via_link is true', msgCode: 'bad_request' } as const

// Beginnings for e-mail take the scope that those for phones are known to take; no specification names one.
export const contactCodeRoutes = {
  phoneInitForce: route({
    method: 'POST',
    path: '/credentials/phone/init/force',
    access: 'service:credentials.force_add',
    limit: 'send',
    tag: 'credentials',
    summary: 'Begin adding a phone by your own word',
    description:
      'The address becomes a contact of the user and gets a code; it is verified when that is typed. The user has one; an older one works until then.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Type.Optional(Username),
      user_id: Type.Optional(UserId),
      phone_number: PhoneNumber,
      delivery_mode: Type.Optional(DeliveryMode),
      locale: Type.Optional(Locale),
    }),
    ok: 200,
    result: ContactInit,
    also: { 400: badAddress, ...tokenRefusals, 404: unknownUser },
  }),
  phoneComplete: route({
    method: 'POST',
    path: '/credentials/phone/complete',
    access: 'public',
    limit: 'guess',
    tag: 'credentials',
    summary: 'Finish adding a phone',
    description: 'By the code that was sent. Signs the user in.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      otp: Otp,
      no_jwt: Type.Optional(NoJwt),
      phone_number: Type.Optional(PhoneNumber),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
  emailInitForce: route({
    method: 'POST',
    path: '/credentials/email/init/force',
    access: 'service:credentials.force_add',
    limit: 'send',
    tag: 'credentials',
    summary: 'Begin adding an e-mail address by your own word',
    description:
      'The address becomes a contact of the user and gets a code; it is verified when that is typed. The user has one; an older one works until then.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Type.Optional(Username),
      user_id: Type.Optional(UserId),
      email: Email,
      via_link: Type.Optional(ViaLink),
      locale: Type.Optional(Locale),
    }),
    ok: 200,
    result: ContactInit,
    also: { 400: badAddress, ...tokenRefusals, 404: unknownUser },
  }),
  emailComplete: route({
    method: 'POST',
    path: '/credentials/email/complete',
    access: 'public',
    limit: 'guess',
    tag: 'credentials',
    summary: 'Finish adding an e-mail address',
    description: 'By the code that was sent. Signs the user in.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      otp: Otp,
      no_jwt: Type.Optional(NoJwt),
      via_link: Type.Optional(ViaLink),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: noLink, 401: failedToAuthenticate, 404: unknownClient },
  }),
  authenticatePhoneInit: route({
    method: 'POST',
    path: '/authenticate/phone/init',
    access: 'service:auth.temporary',
    limit: 'send',
    tag: 'authenticate',
    summary: 'Have a code sent to a phone',
    description:
      'To the contact that the credential is, as long as it is verified. Says nothing about whether there are such a user and credential, and queues one message in every case.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      delivery_mode: Type.Optional(DeliveryMode),
      locale: Type.Optional(Locale),
    }),
    ok: 200,
    result: ContactInit,
    also: { 400: notAsDescribed, ...tokenRefusals, 404: unknownClient },
  }),
  authenticatePhoneComplete: route({
    method: 'POST',
    path: '/authenticate/phone/complete',
    access: 'public',
    limit: 'guess',
    tag: 'authenticate',
    summary: 'Sign in with the code that came to a phone',
    description:
      'By the code that was sent. It works once, and gives as many tries as the application says. Needs no token.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      otp: Otp,
      no_jwt: Type.Optional(NoJwt),
      delivery_mode: Type.Optional(DeliveryMode),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: notAsDescribed, 401: failedToAuthenticate, 404: unknownClient },
  }),
  authenticateEmailInit: route({
    method: 'POST',
    path: '/authenticate/email/init',
    access: 'service:auth.temporary',
    limit: 'send',
    tag: 'authenticate',
    summary: 'Have a code sent by e-mail',
    description:
      'To the contact that the credential is, as long as it is verified. Says nothing about whether there are such a user and credential, and queues one message in every case.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      via_link: Type.Optional(ViaLink),
      locale: Type.Optional(Locale),
    }),
    ok: 200,
    result: ContactInit,
    also: { 400: noLink, ...tokenRefusals, 404: unknownClient },
  }),
  authenticateEmailComplete: route({
    method: 'POST',
    path: '/authenticate/email/complete',
    access: 'public',
    limit: 'guess',
    tag: 'authenticate',
    summary: 'Sign in with the code that came by e-mail',
    description:
      'By the code that was sent. It works once, and gives as many tries as the application says. Needs no token.',
    headers: requestHeaders,
    body: Type.Object({
      client_id: ClientId,
      username: Username,
      credential_uuid: CredentialUuid,
      otp: Otp,
      no_jwt: Type.Optional(NoJwt),
      via_link: Type.Optional(ViaLink),
    }),
    ok: 200,
    result: AuthenticationResponse,
    also: { 400: noLink, 401: failedToAuthenticate, 404: unknownClient },
  }),
} as const
