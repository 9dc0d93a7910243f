import { Type } from 'typebox'
import type { RejectionShape } from '../route.ts'
import { choice } from '../vocabulary/choice.ts'
import { type OauthError, oauthErrors } from '../vocabulary/oauth-errors.ts'

const errorNames = Object.keys(oauthErrors) as OauthError[]

const isOauthError = (name: string): name is OauthError => Object.hasOwn(oauthErrors, name)

/** The codes of the current API that OAuth names otherwise; it has one name for all that is wrong with a request. */
const names: Readonly<Record<string, OauthError>> = {
  unauthorized: 'invalid_token',
  forbidden: 'access_denied',
  too_many_requests: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
}

/** The name of a code of the current API. */
export const toOauthError = (code: string): OauthError =>
  isOauthError(code) ? code : (names[code] ?? 'invalid_request')

// RFC 6749 §5.2: printable ASCII without quotation mark and backslash.
const ProtocolError = Type.Object(
  {
    error: choice(errorNames, { description: 'What went wrong, for the program', examples: ['invalid_request'] }),
    error_description: Type.String({
      description: 'What went wrong, for the developer',
      examples: ['`grant_type` is required.'],
    }),
  },
  { title: 'ProtocolError' },
)

/** Errors are `{error, error_description}` (RFC 6749 §5.2). */
export const openidRejections: RejectionShape = {
  schemaAt: () => ProtocolError,
  exampleAt: (_, { msg, msgCode }) => ({ error: toOauthError(msgCode), error_description: msg }),
}
