import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorReason } from '@thumbturn/contract'
import type { OauthFailure, Reason } from '../core/errors.ts'

/** An error before an API formats it. */
export type ErrorFields = {
  status: number
  /** The current API's code. */
  code: string
  reason?: Reason | undefined
  oauth?: OauthFailure | undefined
  message: string
}

/** How an API writes errors. */
export type ErrorFormat = {
  formatError(error: ErrorFields): object
  /** The media type of errors; application/json by default. */
  media?: string
}

/** The traits that all routes of an API have in common on the wire. */
export type WireFormat = ErrorFormat & {
  /** The application that the body or query names, if it does. */
  readAppId(request: { body: unknown; query: unknown }): unknown
  /** The credential that the body holds instead of the Authorization header, if it does. */
  readToken?(request: { body: unknown }): unknown
  /** Further headers of an error. */
  createErrorHeaders?(error: ErrorFields): Record<string, string>
  /** The page that shows an error, with the headers that it needs; required if a route has `errorPages`, whose value is `kind`. */
  formatPage?(error: ErrorFields, kind: true | 'plain'): { text: string; headers: Record<string, string> }
  /** Headers that pages of other origins may send. */
  allowedHeaders: string
  /** A header that comes back as it was sent. */
  echoedHeader?: string
}

export const toContentType = ({ media = 'application/json' }: { media?: string | undefined }): string =>
  `${media}; charset=utf-8`

/** The header that comes back. Only what is safe in a header and a log does. */
export function echo({ echoedHeader: name = '' }: WireFormat, headers: IncomingHttpHeaders): Record<string, string> {
  const sent = headers[name]
  return typeof sent === 'string' && /^[!-~]{1,128}$/.test(sent) ? { [name]: sent } : {}
}

/** The reasons that this API names, in addition to the code. */
const publicReasons: Record<Reason, ErrorReason | undefined> = {
  authentication_failed: undefined,
  authenticator_not_accepted: 'authenticator_not_accepted',
  authenticator_not_certified: 'authenticator_not_certified',
  code_not_authorized: undefined,
  contact_not_verifiable: undefined,
  credential_not_created: undefined,
  credential_unknown: undefined,
  incomplete_request: undefined,
  invalid_access_code: undefined,
  invalid_api_key: 'invalid_api_key',
  invalid_code: 'invalid_code',
  invalid_request: undefined,
  link_page_missing: undefined,
  method_unavailable: undefined,
  name_taken: undefined,
  not_permitted: undefined,
  session_used: 'session_used',
  unknown_application: 'unknown_application',
  unknown_path: 'unknown_path',
  user_exists: undefined,
  user_unknown: undefined,
  user_verification_missing: 'user_verification_missing',
  username_taken: undefined,
}

/** `app.id` in the body; `{msg, msgCode, reason?}`. */
export const currentWireFormat: WireFormat = {
  readAppId({ body }) {
    const { app } = (body ?? {}) as { app?: { id?: unknown } }
    return app?.id
  },
  readToken({ body }) {
    const { app } = (body ?? {}) as { app?: { token?: unknown } }
    return app?.token
  },
  formatError: ({ code, message, reason }) => ({
    msg: message,
    msgCode: code,
    ...(reason && publicReasons[reason] && { reason: publicReasons[reason] }),
  }),
  allowedHeaders: 'authorization, content-type',
}
