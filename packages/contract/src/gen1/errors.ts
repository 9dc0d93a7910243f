import { type TSchema, Type } from 'typebox'
import type { RejectionShape } from '../route.ts'
import { statusCodes } from '../status-codes.ts'

/**
 * Every code that an error of the first-generation API may carry. Its clients know all but the codes of the statuses that
 * the generation itself never used.
 */
export const gen1Codes = [
  'bad_request',
  'user_already_registered',
  'client_not_created',
  'client_not_updated',
  'client_not_deleted',
  'client_not_activated',
  'client_not_deactivated',
  'client_not_verified',
  'username_taken',
  'username_empty',
  'username_invalid',
  'user_not_created',
  'user_not_updated',
  'user_not_deleted',
  'user_not_activated',
  'user_not_deactivated',
  'user_not_verified',
  'email_verification_not_sent',
  'credential_not_created',
  'request_validation_error',
  'query_failed',
  'missing_parameter',
  'failed_to_send_email',
  'invalid_registration_code',
  'invalid_access_code',
  'failed_to_authenticate',
  'unauthorized',
  'operation_not_allowed',
  'invalid_credential',
  'invalid_jwt',
  'forbidden',
  'endpoint_deprecated',
  'not_found',
  'authenticator_not_found',
  'client_not_found',
  'user_not_found',
  'user_device_not_found',
  'credential_not_found',
  'not_acceptable',
  'internal_server_error',
  'database_error',
  'missing_body',
  'missing_authentication_method',
  'account_deactivated',
  'remote_session_not_found',
  'remote_session_in_progress',
  'remote_session_timeout',
  'remote_session_maximum_retry_attempts',
  'invalid_verification_code',
  'verification_code_not_found',
  'verification_code_expired',
  ...Object.values(statusCodes),
] as const

export type Gen1Code = (typeof gen1Codes)[number]

const message = Type.String({ description: 'What went wrong, for the developer', examples: ['User not found'] })

const Gen1Error = Type.Object(
  {
    code: Type.Union(
      gen1Codes.map((code) => Type.Literal(code)),
      { description: 'What went wrong, for the program', examples: ['user_not_found'] },
    ),
    message,
  },
  { title: 'Error' },
)

// An unexpected error of the server has no code; 503 has one, because the client can wait and retry.
const ServerError = Type.Object({ message }, { title: 'ServerError' })

/** How the first generation words its errors: `{code, message}`, and only `{message}` under 500. */
export const gen1Rejections: RejectionShape = {
  schemaAt: (status): TSchema => (status === 500 ? ServerError : Gen1Error),
  exampleAt: (status, { msg, msgCode }) => (status === 500 ? { message: msg } : { code: msgCode, message: msg }),
}

/** Errors of every call with a service token, with the messages that clients know. */
export const tokenRejections = {
  401: { why: 'Failed to verify authorization token', msgCode: 'unauthorized' },
  403: { why: 'Invalid authorization token', msgCode: 'operation_not_allowed' },
} as const

/** The same error for every failed sign-in. */
export const failedToAuthenticate = { why: 'Failed to authenticate', msgCode: 'failed_to_authenticate' } as const

/** A completing call that names another user than the one of its session. */
export const otherUser = {
  why: 'The call names another user than its session',
  msgCode: 'failed_to_authenticate',
} as const

/** The same where a token is needed as well. */
export const failedOrNoToken = {
  why: 'Failed to authenticate, or to verify the token (`unauthorized`)',
  msgCode: 'failed_to_authenticate',
} as const

/** The error for an unknown client ID. */
export const unknownClient = { why: 'The client does not exist', msgCode: 'client_not_found' } as const

/** The error for an unknown user of the client. */
export const unknownUser = { why: 'User not found', msgCode: 'user_not_found' } as const

/** The body does not fit; the message says where. */
export const notAsDescribed = { why: 'The body is invalid', msgCode: 'request_validation_error' } as const
