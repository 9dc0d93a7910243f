import { type Gen1Code, gen1Codes } from '@thumbturn/contract'
import type { Reason } from '../../core/errors.ts'
import type { ErrorFields, WireFormat } from '../wire-format.ts'

const isKnown = (code: string): code is Gen1Code => gen1Codes.some((known) => known === code)

/** The code of each reason in this API; undefined: the general code is used. */
const codeByReason: Record<Reason, Gen1Code | undefined> = {
  authentication_failed: 'failed_to_authenticate',
  authenticator_not_accepted: 'failed_to_authenticate',
  authenticator_not_certified: undefined,
  code_not_authorized: 'remote_session_timeout',
  contact_not_verifiable: 'email_verification_not_sent',
  credential_not_created: 'credential_not_created',
  credential_unknown: 'credential_not_found',
  incomplete_request: 'missing_parameter',
  invalid_access_code: 'invalid_access_code',
  invalid_api_key: undefined,
  invalid_code: undefined,
  invalid_request: 'request_validation_error',
  link_page_missing: 'not_acceptable',
  method_unavailable: 'missing_authentication_method',
  name_taken: undefined,
  not_permitted: 'operation_not_allowed',
  session_used: undefined,
  unknown_application: 'client_not_found',
  unknown_path: undefined,
  user_exists: 'user_already_registered',
  user_unknown: 'user_not_found',
  user_verification_missing: 'failed_to_authenticate',
  username_taken: 'username_taken',
}

const toCode = ({ reason, code }: ErrorFields): Gen1Code =>
  (reason && codeByReason[reason]) ?? (isKnown(code) ? code : 'bad_request')

const readClientId = (part: unknown) => ((part ?? {}) as { client_id?: unknown }).client_id

/** `client_id` in the body or query; errors are `{code, message}`, without a code under 500. */
export const gen1WireFormat: WireFormat = {
  readAppId: ({ body, query }) => readClientId(body) ?? readClientId(query),
  formatError: (error) =>
    error.status === 500 ? { message: error.message } : { code: toCode(error), message: error.message },
  allowedHeaders: 'authorization, content-type, request-id, x-client-id',
  echoedHeader: 'request-id',
}
