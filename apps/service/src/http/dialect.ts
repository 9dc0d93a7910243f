import type { ErrorReason } from '@thumbturn/contract'
import type { Detail, Reason } from '../core/errors.ts'

/** A refusal as the server knows it, before an API words it. */
export type Refused = {
  status: number
  /** What the current API calls it. */
  code: string
  reason?: Reason | undefined
  detail?: Detail | undefined
  message: string
}

/** What all routes of an API have in common on the wire. */
export type Dialect = {
  /** The application that the body or query names, if it does. */
  readAppId(request: { body: unknown; query: unknown }): unknown
  /** The credential that the body holds in the place of the Authorization header, if it does. */
  readToken?(request: { body: unknown }): unknown
  refusal(refused: Refused): object
  /** Headers that pages of other origins may send. */
  allowedHeaders: string
  /** A header that comes back as it was sent. */
  echoed?: string
}

/** `app.id` in the body; `{msg, msgCode, reason?}`. */
export const currentDialect: Dialect = {
  readAppId({ body }) {
    const { app } = (body ?? {}) as { app?: { id?: unknown } }
    return app?.id
  },
  readToken({ body }) {
    const { app } = (body ?? {}) as { app?: { token?: unknown } }
    return app?.token
  },
  refusal({ code, message, detail }) {
    // A detail that the contract doesn't list does not compile.
    const reason: ErrorReason | undefined = detail
    return { msg: message, msgCode: code, ...(reason && { reason }) }
  },
  allowedHeaders: 'authorization, content-type',
}
